package io.github.bmt4j.workload.tpcc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.bmt4j.failure.BadInputException;
import io.github.bmt4j.failure.TargetException;
import io.github.bmt4j.jdbc.Connector;
import io.github.bmt4j.jdbc.PsMode;
import io.github.bmt4j.jdbc.Sql;
import io.github.bmt4j.os.Launch;
import io.github.bmt4j.progress.Progress;
import io.github.bmt4j.progress.StopSignal;
import io.github.bmt4j.server.ItServers;
import io.github.bmt4j.server.Server;
import io.github.bmt4j.tables.TablePreparer;
import io.github.bmt4j.workload.Catalogue;
import io.github.bmt4j.workload.Params;
import io.github.bmt4j.workload.Table;
import io.github.bmt4j.workload.Workload;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLSyntaxErrorException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The tables of TPC-C on a real server: whole, valid, resumable, and gone after a cleanup. */
class TpccTablesIT {
  static final TpccLayout SPEC = new TpccLayout(1, 1, true, false, false, "innodb", "", 3);
  private static final TpccLayout SYSBENCH =
      new TpccLayout(1, 1, true, true, true, "innodb", "COLLATE latin1_bin", 3);
  private static final Pattern FOREIGN_KEY =
      Pattern.compile(
          "ALTER TABLE (\\w+) ADD CONSTRAINT \\w+ FOREIGN KEY \\((.*)\\) REFERENCES (\\w+)"
              + " \\((.*)\\)");
  private static final int KILL_POLL_MILLIS = 5;

  private static Server server;
  private static Connection connection;

  @BeforeAll
  static void open() throws Exception {
    server =
        ItServers.open(
            ItServers.embedded(),
            "innodb_buffer_pool_size=512M",
            "innodb_flush_log_at_trx_commit=0");
    connection = connector().connect();
  }

  @AfterAll
  static void close() throws Exception {
    if (connection != null) { // not left out
      connection.close();
    }
    if (server != null) {
      server.close();
    }
  }

  @AfterEach
  void clear() throws Exception {
    execute("SET SESSION foreign_key_checks = 0");
    for (String table : Sql.texts(connection, "SHOW TABLES")) {
      execute("DROP TABLE " + table);
    }
    execute("SET SESSION foreign_key_checks = 1");
  }

  @Tag("extended")
  @Test
  void aLoadThatWasKilledTwiceEqualsAnUndisturbedOne() throws Exception {
    List<Table> tables = TpccTables.of(SPEC);
    preparer().prepare(tables, 2);
    assertWhole(SPEC);
    Map<String, String> undisturbed = checksums(tables);
    List<String> definitions = definitions(tables);
    assertThat(preparer().drop(tables)).isEqualTo(9);
    assertThat(Sql.texts(connection, "SHOW TABLES")).isEmpty();

    // A transaction has 20,000 rows.
    killed("SELECT COUNT(*) >= 20000 FROM stock1");
    assertThat(number("SELECT COUNT(*) FROM stock1")).isBetween(20_000L, 80_000L);
    Table history = table(tables, "history1");
    StringBuilder payments = new StringBuilder(history.loading().insertSql());
    history.loading().rowWriters().get().append(payments, 501);
    history.loading().rowWriters().get().append(payments.append(','), 502);
    execute(payments.toString());
    killed("SELECT COUNT(*) FROM information_schema.processlist WHERE info LIKE 'CREATE INDEX%'");
    execute("SET SESSION foreign_key_checks = 0");
    execute(table(tables, "new_orders1").membership().foreignKeySql().get(0));
    assertThat(preparer().prepare(tables, 2).warnings()).isEmpty();
    assertThat(checksums(tables)).isEqualTo(undisturbed);
    assertThat(definitions(tables)).isEqualTo(definitions);
    assertThat(definitions.toString()).contains("fkey_history_2_1").doesNotContain("COMMENT");
  }

  @Tag("extended")
  @Test
  void tablesOfSysbenchAreWholeAndMayGrow() throws Exception {
    List<Table> tables = TpccTables.of(SYSBENCH);
    preparer().prepare(tables, 2);
    assertWhole(SYSBENCH);
    assertThat(number("SELECT MAX(id) FROM history1")).isEqualTo(30_000);
    assertThat(number("SELECT SUM(LEFT(s_data, 1) <> RIGHT(s_data, 1)) FROM stock1")).isZero();
    assertThat(preparer().prepare(tables, 2).warnings()).isEmpty();

    execute("INSERT INTO orders1 (o_id, o_d_id, o_w_id, o_c_id) VALUES (3001, 1, 1, 1)");
    execute("INSERT INTO history1 (h_amount) VALUES (1)");
    execute("DELETE FROM new_orders1 WHERE no_d_id = 1");
    assertThat(preparer().prepare(tables, 2).warnings()).isEmpty();
    List<Table> unlinked = TpccTables.of(new TpccLayout(1, 1, false, true, true, "innodb", "", 3));
    assertThat(preparer().prepare(unlinked, 2).warnings())
        .containsExactly(
            "district1, stock1, customer1, history1, orders1, new_orders1, order_line1 have foreign"
                + " keys that were not asked for: the figures are those of tables with foreign"
                + " keys");
    execute("DELETE FROM history1 LIMIT 2");
    execute("ALTER TABLE stock1 DROP FOREIGN KEY fkey_stock_1_1");
    assertThat(preparer().prepare(tables, 2).warnings())
        .containsExactly(
            "stock1 lacks a foreign key: the server checks and locks less than it would with it; if"
                + " it was not loaded with --use-fk=off, run bmt cleanup and bmt prepare",
            "history1 has 29,999 rows, fewer than the 30,000 it was loaded with: run bmt cleanup"
                + " and bmt prepare");
    List<Table> wider = TpccTables.of(new TpccLayout(1, 2, true, true, true, "innodb", "", 3));
    assertThatThrownBy(() -> preparer().prepare(wider, 2))
        .isInstanceOf(BadInputException.class)
        .hasMessage(
            "warehouse1 has 1 row, but --scale would give 2: use the --scale of the load, or run"
                + " bmt cleanup");
    execute("DELETE FROM history1 LIMIT 20000");
    assertThatThrownBy(() -> preparer().prepare(tables, 2))
        .isInstanceOf(BadInputException.class)
        .hasMessageStartingWith("history1 has 9,999 rows");
    assertThat(preparer().drop(tables)).isEqualTo(9);
    assertThat(Sql.texts(connection, "SHOW TABLES")).isEmpty();
  }

  @Test
  void tablesOfAnotherWorkloadAreNotTouched() throws Exception {
    Workload statistics = Catalogue.byName("statistics");
    List<Table> others =
        statistics.tables(Params.resolve(statistics.info(), Map.of("table-size", "1000")), 1);
    preparer().prepare(others, 2);
    Map<String, String> before = checksums(others);
    assertThatThrownBy(() -> preparer().prepare(TpccTables.of(SPEC), 2))
        .isInstanceOf(BadInputException.class)
        .hasMessage(
            "these tables belong together; present: customer1, orders1, order_line1; missing:"
                + " warehouse1, item1, district1, stock1, history1, new_orders1: use another"
                + " database, or drop those present if they are not needed");
    assertThat(Sql.texts(connection, "SHOW TABLES")).hasSize(3);
    assertThat(checksums(others)).isEqualTo(before);
  }

  @Test
  void aLoadThatIsStoppedLeavesNothing() throws Exception {
    StopSignal stop = new StopSignal();
    Progress progress =
        new Progress() {
          @Override
          public Step begin(String title, long total, String unit) {
            return new Step() {
              @Override
              public void advance(long by) {
                stop.give();
              }

              @Override
              public void skip(long by) {}

              @Override
              public void close() {}
            };
          }

          @Override
          public void say(String line) {}
        };
    TablePreparer stopped = new TablePreparer(connector(), progress, stop);
    assertThatThrownBy(() -> stopped.prepare(TpccTables.of(SPEC), 2))
        .isInstanceOf(TargetException.class)
        .hasMessageContaining("stopped while loading");
    assertThat(Sql.texts(connection, "SHOW TABLES")).isEmpty();
  }

  /** Row counts, keys, consistency and the mark of the load. */
  private static void assertWhole(TpccLayout layout) throws SQLException {
    int keys = 0;
    for (Table table : TpccTables.of(layout)) {
      assertThat(number("SELECT COUNT(*) FROM " + table.name())).isEqualTo(table.rows());
      for (String sql : table.membership().foreignKeySql()) {
        assertThat(withoutParent(sql)).as(sql).isZero();
        keys++;
      }
    }
    assertThat(keys).isEqualTo(10);
    assertThat(
            number(
                "SELECT COUNT(*) FROM information_schema.referential_constraints WHERE"
                    + " constraint_schema = DATABASE()"))
        .isEqualTo(keys);
    assertThat(
            Sql.texts(
                connection,
                "SELECT DISTINCT table_comment FROM information_schema.tables WHERE table_schema ="
                    + " DATABASE()"))
        .containsExactly("");
    assertThat(new TpccCheck(layout, false).check(connection, true, () -> false))
        .isNotEmpty()
        .allMatch(rule -> rule.violations() == 0);
  }

  /** How many rows of a table refer to nothing. */
  private static long withoutParent(String sql) throws SQLException {
    Matcher key = FOREIGN_KEY.matcher(sql);
    assertThat(key.matches()).isTrue();
    String[] columns = key.group(2).split(", ", -1);
    String[] parents = key.group(4).split(", ", -1);
    List<String> equal = new ArrayList<>();
    for (int i = 0; i < columns.length; i++) {
      equal.add(columns[i] + " = " + parents[i]);
    }
    return number(
        "SELECT COUNT(*) FROM "
            + key.group(1)
            + " WHERE NOT EXISTS (SELECT 1 FROM "
            + key.group(3)
            + " WHERE "
            + String.join(" AND ", equal)
            + ")");
  }

  /** Starts a load in a JVM of its own, and kills it when a query finds something. */
  private static void killed(String query) throws Exception {
    List<String> command =
        Launch.jvm(
            List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC"),
            TpccLoadCommand.class,
            List.of(
                server.target().url(),
                server.target().user(),
                server.target().password().reveal()));
    Process load = Launch.program(command).inheritIO().start();
    try {
      while (!finds(query)) {
        assertThat(load.waitFor(KILL_POLL_MILLIS, TimeUnit.MILLISECONDS)).as("too fast").isFalse();
      }
    } finally {
      load.destroyForcibly().waitFor();
    }
    assertThat(
            number(
                "SELECT COUNT(*) FROM information_schema.tables WHERE table_comment LIKE 'bmt4j is"
                    + " loading %'"))
        .isEqualTo(9);
  }

  private static boolean finds(String query) throws SQLException {
    try {
      return number(query) > 0;
    } catch (SQLSyntaxErrorException e) {
      // The table is not made yet.
      return false;
    }
  }

  private static Map<String, String> checksums(List<Table> tables) throws SQLException {
    Map<String, String> checksums = new HashMap<>();
    for (Table table : tables) {
      checksums.putAll(Sql.pairs(connection, "CHECKSUM TABLE " + table.name()));
    }
    return checksums;
  }

  private static List<String> definitions(List<Table> tables) throws SQLException {
    List<String> definitions = new ArrayList<>();
    for (Table table : tables) {
      definitions.addAll(
          Sql.pairs(connection, "SHOW CREATE TABLE " + table.name()).values().stream()
              .flatMap(text -> text.lines().sorted())
              .toList());
    }
    return definitions;
  }

  private static Table table(List<Table> tables, String name) {
    return tables.stream().filter(table -> table.name().equals(name)).findFirst().orElseThrow();
  }

  private static long number(String query) throws SQLException {
    return Sql.number(connection, query);
  }

  private static void execute(String sql) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  private static TablePreparer preparer() {
    return new TablePreparer(connector(), Progress.SILENT, new StopSignal());
  }

  private static Connector connector() {
    return new Connector(server.target(), PsMode.AUTO, 0);
  }
}
