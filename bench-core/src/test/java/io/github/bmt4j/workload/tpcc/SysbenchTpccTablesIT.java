package io.github.bmt4j.workload.tpcc;

import static io.github.bmt4j.workload.tpcc.TpccServer.params;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.bmt4j.failure.TargetException;
import io.github.bmt4j.jdbc.Connector;
import io.github.bmt4j.jdbc.PsMode;
import io.github.bmt4j.jdbc.Sql;
import io.github.bmt4j.progress.Progress;
import io.github.bmt4j.progress.StopSignal;
import io.github.bmt4j.server.ItServers;
import io.github.bmt4j.server.Server;
import io.github.bmt4j.tables.TablePreparer;
import io.github.bmt4j.workload.ConsistencyCheck.Rule;
import io.github.bmt4j.workload.Params;
import io.github.bmt4j.workload.Session;
import io.github.bmt4j.workload.StatementCounts;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Both modes on tables as sysbench-tpcc makes and loads them, written down from its description and
 * not from our own tables.
 */
@SuppressWarnings("NullAway.Init")
@Tag("extended")
class SysbenchTpccTablesIT {
  private static final TpccWorkload TPCC = new TpccWorkload();
  private static final String SYSBENCH = "--mode=sysbench";
  private static final int TRANSACTIONS = 200;

  @AutoClose private static Server server;
  private static List<Rule> loaded;
  private static List<String> warnings;

  @BeforeAll
  static void load() throws Exception {
    server = ItServers.open(ItServers.embedded(), TpccServer.FAST);
    try (Connection connection = connector(PsMode.DISABLE).connect();
        Statement statement = connection.createStatement()) {
      for (String sql : fixture()) {
        statement.execute(sql);
      }
      loaded = check(connection, true);
    }
    warnings = prepare(params(SYSBENCH));
  }

  private static List<String> fixture() throws IOException {
    try (InputStream file =
        Objects.requireNonNull(
            SysbenchTpccTablesIT.class.getResourceAsStream("/sysbench-tpcc.sql"))) {
      String sql = new String(file.readAllBytes(), StandardCharsets.UTF_8);
      return List.of(sql.replaceAll("(?m)^--.*\n", "").strip().split(";\\s*", -1)).stream()
          .filter(one -> !one.isEmpty())
          .toList();
    }
  }

  private static Connector connector(PsMode psMode) {
    return new Connector(server.target(), psMode, 200);
  }

  private static List<Rule> check(Connection connection, boolean afterLoad) throws SQLException {
    return TPCC.consistencyCheck(params(SYSBENCH))
        .orElseThrow()
        .check(connection, afterLoad, () -> false);
  }

  private static List<String> violated(List<Rule> rules) {
    return rules.stream().filter(rule -> rule.violations() > 0).map(Rule::problem).toList();
  }

  @Test
  void theyAreConsistent() {
    assertThat(violated(loaded)).isEmpty();
    assertThat(loaded).hasSize(18);
  }

  /** Theirs may have fewer lines than ours: both draw 5 to 15 an order. */
  @Test
  void nothingIsWrongWithThem() throws Exception {
    assertThat(warnings).isEmpty();
    assertThat(prepare(params())).isEmpty();
  }

  private static List<String> prepare(Params params) throws TargetException {
    TablePreparer preparer =
        new TablePreparer(connector(PsMode.AUTO), Progress.SILENT, new StopSignal());
    assertThat(preparer.missing(TPCC.tables(params, 2))).isEmpty();
    return preparer.prepare(TPCC.tables(params, 2), 2).warnings();
  }

  @Test
  void eachModeRunsOnThemAndKeepsThemConsistent() throws SQLException {
    for (Params params : List.of(params(SYSBENCH), params())) {
      Set<TpccKind> seen = EnumSet.noneOf(TpccKind.class);
      try (Connection connection = connect(params)) {
        Map<String, Long> before = TpccServer.counted(connection);
        StatementCounts counts = new StatementCounts(TpccShares.values().length);
        Session session = TpccServer.session(params);
        session.attach(connection);
        for (int i = 0; i < TRANSACTIONS; i++) {
          counts.begin();
          session.next();
          session.execute(counts);
          seen.add(TpccKind.values()[session.kind()]);
        }
        session.detach();
        long sent = counts.reads() + counts.writes() + counts.others();
        assertThat(sent).isEqualTo(sum(TpccServer.counted(connection)) - sum(before));
        assertThat(seen).isEqualTo(EnumSet.complementOf(EnumSet.of(TpccKind.PURGE)));
        assertThat(violated(check(connection, false))).isEmpty();
      }
    }
  }

  /** As its description has it: nothing is added to the tables or changed in them. */
  @Test
  void theirShapeIsThatOfAWarehouse() throws SQLException {
    try (Connection connection = connect(params(SYSBENCH))) {
      assertThat(
              TpccState.rows(
                  connection,
                  "SELECT COUNT(*), COUNT(DISTINCT constraint_name) FROM"
                      + " information_schema.referential_constraints WHERE constraint_schema ="
                      + " DATABASE()"))
          .containsExactly("10 10");
      assertThat(Sql.number(connection, "SELECT COUNT(*) FROM stock1 JOIN item1 ON i_id = s_i_id"))
          .isEqualTo(100_000);
      assertThat(
              TpccState.rows(
                  connection,
                  "SELECT COUNT(*), MIN(n), MAX(n) FROM (SELECT COUNT(DISTINCT o_c_id) n FROM"
                      + " orders1 WHERE o_id <= 3000 GROUP BY o_d_id) districts"))
          .containsExactly("10 3000 3000");
      assertThat(
              TpccState.rows(
                  connection,
                  "SELECT MIN(o_ol_cnt), MAX(o_ol_cnt) FROM orders1 WHERE o_id <= 3000"))
          .containsExactly("5 15");
      assertThat(
              TpccState.rows(
                  connection,
                  "SELECT COUNT(DISTINCT c_last), SUM(c_credit = 'BC') BETWEEN 2800 AND 3200,"
                      + " MIN(LENGTH(c_data)) FROM customer1 WHERE c_payment_cnt = 1"))
          .containsExactly("1000 1 300");
    }
  }

  private static Connection connect(Params params) throws SQLException {
    return connector(TPCC.psMode(params)).sending(TPCC.connectionSql(params)).connect();
  }

  private static long sum(Map<String, Long> counters) {
    return counters.values().stream().mapToLong(Long::longValue).sum();
  }
}
