package io.github.bmt4j.workload;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Our workloads and the real sysbench 1.0.20 on one server: same tables, same statements. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Tag("extended")
class SysbenchIT {
  private static final int ROWS = 3000;
  private static final int EVENTS = 5;

  @AutoClose private SysbenchLab lab;
  private long seed;

  @BeforeAll
  void start() throws Exception {
    lab = new SysbenchLab();
  }

  @ParameterizedTest
  @CsvSource({
    "oltp_read_write, ''",
    "oltp_read_write, skip-trx=on",
    "oltp_read_write, range-selects=off",
    "oltp_read_write, point-selects=2 simple-ranges=3 sum-ranges=0 order-ranges=2 index-updates=2"
        + " non-index-updates=3 delete-inserts=2",
    "oltp_read_only, ''",
    "oltp_read_only, skip-trx=on",
    "oltp_write_only, ''",
    "oltp_write_only, skip-trx=on",
    "oltp_point_select, point-selects=4",
    "oltp_update_index, index-updates=2",
    "oltp_update_non_index, non-index-updates=2",
    "oltp_delete, delete-inserts=2",
    "oltp_insert, ''",
    "oltp_insert, auto-inc=off",
    "select_random_points, random-points=7",
    "select_random_ranges, number-of-ranges=3"
  })
  void sendsTheStatementsThatSysbenchSends(String script, String options) throws Exception {
    Map<String, String> given = given(options);
    String[] theirOptions = sysbenchOptions(given, "--events=" + EVENTS);
    String[] text = join(theirOptions, "--db-ps-mode=disable");
    prepareBoth(script, given);
    List<String> reports = new ArrayList<>();
    SysbenchLab.Log theirs = lab.logOf(() -> reports.add(lab.run(script, "run", "sysbench", text)));
    SysbenchLab.Log theirsPrepared =
        lab.logOf(() -> lab.run(script, "run", "sysbench", theirOptions));
    for (String driver : List.of("", "&useServerPrepStmts=true")) {
      StatementCounts statementCounts = new StatementCounts();
      SysbenchLab.Log ours = lab.logOf(() -> run(script, given, driver, statementCounts));
      assertThat(ours.statements())
          .hasSize(
              (int)
                  (statementCounts.reads() + statementCounts.writes() + statementCounts.others()));
      assertThat(ours.shapes()).isEqualTo(theirs.shapes()).isEqualTo(theirsPrepared.shapes());
      if (!script.equals("oltp_delete")) {
        assertThat(statementCounts.reads()).isEqualTo(SysbenchLab.figure(reports.get(0), "read:"));
        assertThat(statementCounts.writes())
            .isEqualTo(SysbenchLab.figure(reports.get(0), "write:"));
        assertThat(statementCounts.others())
            .isEqualTo(SysbenchLab.figure(reports.get(0), "other:"));
      }
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "auto-inc=off",
        "secondary=on",
        "create-secondary=off",
        "mysql-storage-engine=myisam",
        "tables=3"
      })
  void makesTheTablesThatSysbenchMakes(String options) throws Exception {
    Map<String, String> given = given(options);
    prepareBoth("oltp_read_write", given);
    int tables = Integer.parseInt(given.getOrDefault("tables", "1"));
    for (int number = 1; number <= tables; number++) {
      String name = "sbtest" + number;
      assertThat(single("bmt", "SHOW CREATE TABLE " + name, 2))
          .isEqualTo(single("sysbench", "SHOW CREATE TABLE " + name, 2));
      String figures =
          "SELECT CONCAT_WS(' ', COUNT(*), MIN(id), MAX(id), MIN(k) >= 1, MAX(k) <= "
              + ROWS
              + ", MIN(LENGTH(c)), MAX(LENGTH(c)), MIN(LENGTH(pad)), MAX(LENGTH(pad)),"
              + " SUM(c REGEXP '^([0-9]{11}-){9}[0-9]{11}$'),"
              + " SUM(pad REGEXP '^([0-9]{11}-){4}[0-9]{11}$')) FROM "
              + name;
      assertThat(single("bmt", figures, 1))
          .isEqualTo(single("sysbench", figures, 1))
          .isEqualTo("3000 1 3000 1 1 119 119 59 59 3000 3000");
    }
  }

  @Test
  void bulkInsertSendsSysbenchsPacketToTheByte() throws Exception {
    drop("sysbench", 1);
    drop("bmt", 1);
    lab.run("bulk_insert", "prepare", "sysbench", "--threads=1");
    create("bulk_insert", Map.of());
    SysbenchLab.Log theirs =
        lab.logOf(() -> lab.run("bulk_insert", "run", "sysbench", "--threads=1", "--events=60000"));
    SysbenchLab.Log ours =
        lab.logOf(
            () -> {
              Session session = session("bulk_insert", Map.of());
              try (Connection connection = lab.connect("bmt", "")) {
                session.attach(connection);
                StatementCounts statementCounts = new StatementCounts();
                for (int i = 0; i < 60_000; i++) {
                  session.next();
                  session.execute(statementCounts);
                }
                session.detach();
                assertThat(statementCounts.writes()).isEqualTo(1);
              }
            });
    assertThat(theirs.statements()).hasSize(2);
    assertThat(ours.statements()).hasSize(2);
    assertThat(ours.statements().get(0)).startsWith("SELECT COALESCE(MAX(id), 0)");
    assertThat(ours.statements().get(1).equals(theirs.statements().get(0))).isTrue();
    assertThat(single("bmt", "SHOW CREATE TABLE sbtest1", 2))
        .isEqualTo(single("sysbench", "SHOW CREATE TABLE sbtest1", 2));
  }

  private void prepareBoth(String script, Map<String, String> given) throws Exception {
    drop("sysbench", 3);
    drop("bmt", 3);
    lab.run(script, "prepare", "sysbench", sysbenchOptions(given));
    create(script, given);
  }

  private void drop(String database, int tables) throws SQLException {
    try (Connection connection = lab.connect(database, "");
        Statement statement = connection.createStatement()) {
      for (int number = 1; number <= tables; number++) {
        statement.execute("DROP TABLE IF EXISTS sbtest" + number);
      }
    }
  }

  private void create(String script, Map<String, String> given) throws SQLException {
    Workload workload = Catalogue.byName(script);
    try (Connection connection = lab.connect("bmt", "");
        Statement statement = connection.createStatement()) {
      for (Table table : workload.tables(params(script, given), 1)) {
        statement.execute(table.createSql());
        StringBuilder sql = new StringBuilder(table.loading().insertSql());
        Table.RowWriter rows = table.loading().rowWriters().get();
        for (long row = 1; row <= table.rows(); row++) {
          rows.append(sql.append(row == 1 ? "" : ","), row);
        }
        if (table.rows() > 0) {
          statement.executeUpdate(sql.toString());
        }
        for (String index : table.indexSql()) {
          statement.execute(index);
        }
      }
    }
  }

  private void run(
      String script, Map<String, String> given, String driver, StatementCounts statementCounts)
      throws SQLException {
    Session session = session(script, given);
    try (Connection connection = lab.connect("bmt", driver)) {
      session.attach(connection);
      for (int i = 0; i < EVENTS; i++) {
        session.next();
        session.execute(statementCounts);
      }
      session.detach();
    }
  }

  /** A session with a seed of its own: the same values again would change no row. */
  private Session session(String script, Map<String, String> given) {
    seed++;
    return Catalogue.byName(script)
        .newSession(new SessionContext(params(script, given), 0, 1, seed));
  }

  private static Params params(String script, Map<String, String> given) {
    Map<String, String> all = new LinkedHashMap<>(given);
    if (!script.equals("bulk_insert")) {
      all.put("table-size", Integer.toString(ROWS));
    }
    return Params.resolve(Catalogue.byName(script).info(), all);
  }

  private String single(String database, String sql, int column) throws SQLException {
    try (Connection connection = lab.connect(database, "");
        Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(sql)) {
      rows.next();
      return String.valueOf(rows.getString(column));
    }
  }

  /** Options of the form "a=1 b=2". */
  private static Map<String, String> given(String options) {
    Map<String, String> given = new LinkedHashMap<>();
    for (String option : options.isEmpty() ? new String[0] : options.split(" ")) {
      int equals = option.indexOf('=');
      given.put(option.substring(0, equals), option.substring(equals + 1));
    }
    return given;
  }

  private static String[] sysbenchOptions(Map<String, String> given, String... more) {
    List<String> options = new ArrayList<>(List.of(more));
    options.add("--table-size=" + ROWS);
    given.forEach((name, value) -> options.add("--" + name + "=" + value));
    return options.toArray(String[]::new);
  }

  private static String[] join(String[] options, String more) {
    List<String> all = new ArrayList<>(List.of(options));
    all.add(more);
    return all.toArray(String[]::new);
  }
}
