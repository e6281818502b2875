package io.github.bmt4j.workload.tpcc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.bmt4j.clock.Clock;
import io.github.bmt4j.failure.BadInputException;
import io.github.bmt4j.jdbc.Connector;
import io.github.bmt4j.jdbc.PlainConnections;
import io.github.bmt4j.jdbc.PsMode;
import io.github.bmt4j.jdbc.Sql;
import io.github.bmt4j.load.Counter;
import io.github.bmt4j.load.Load;
import io.github.bmt4j.load.LoadGenerator;
import io.github.bmt4j.load.LoadPlan;
import io.github.bmt4j.load.Measurement;
import io.github.bmt4j.load.Plan;
import io.github.bmt4j.load.RetryPolicy;
import io.github.bmt4j.progress.Progress;
import io.github.bmt4j.progress.StopSignal;
import io.github.bmt4j.server.ItServers;
import io.github.bmt4j.server.Server;
import io.github.bmt4j.tables.TablePreparer;
import io.github.bmt4j.workload.ConsistencyCheck.Rule;
import io.github.bmt4j.workload.Params;
import io.github.bmt4j.workload.SessionContext;
import io.github.bmt4j.workload.Table;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Loads of TPC-C leave consistent tables, a killed server too, and a reset undoes them. */
@SuppressWarnings("NullAway.Init")
@Tag("extended")
class TpccLoadIT {
  private static final TpccWorkload TPCC = new TpccWorkload();
  private static final int THREADS = 4;

  @AutoClose private static Server.Restartable server;
  private static Map<String, Long> loaded;

  @BeforeAll
  static void load() throws Exception {
    server = (Server.Restartable) ItServers.open(ItServers.embedded(), TpccServer.FAST);
    preparer().prepare(tables(), 2);
    loaded = checksums();
  }

  private static Params params(String... values) {
    Map<String, String> given = new TreeMap<>();
    for (int i = 0; i < values.length; i += 2) {
      given.put(values[i], values[i + 1]);
    }
    return Params.resolve(TPCC.info(), given);
  }

  private static List<Table> tables() {
    return TPCC.tables(params(), THREADS);
  }

  private static void sql(String sql) throws SQLException {
    try (Connection connection = connector().connect();
        Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  private static Connector connector() {
    return new Connector(server.target(), PsMode.AUTO, 200);
  }

  private static TablePreparer preparer() {
    return new TablePreparer(connector(), Progress.SILENT, new StopSignal());
  }

  private static Map<String, Long> checksums() throws SQLException {
    String names = tables().stream().map(Table::name).collect(Collectors.joining(", "));
    try (Connection connection = connector().connect()) {
      return Sql.numbers(connection, "CHECKSUM TABLE " + names);
    }
  }

  private static List<String> violated(Params params, boolean afterLoad) throws SQLException {
    try (Connection connection = connector().connect()) {
      return TPCC
          .consistencyCheck(params)
          .orElseThrow()
          .check(connection, afterLoad, () -> false)
          .stream()
          .filter(rule -> rule.violations() > 0)
          .map(Rule::toString)
          .toList();
    }
  }

  private static void reset(Params params) throws Exception {
    preparer().reset(tables(), TPCC.tableReset(params).orElseThrow());
  }

  private static Measurement run(Params params, int events, StopSignal stop) throws SQLException {
    LoadPlan plan =
        new Plan(THREADS)
            .time(60_000)
            .events(events)
            .grace(10_000)
            .giveUp(20_000)
            .asUsual()
            // Deadlocks on one warehouse use up the usual ten on a busy machine.
            .retry(new RetryPolicy(RetryPolicy.USUAL.codes(), false, 10_000))
            .build();
    try (PlainConnections source =
        new PlainConnections(connector().sending(TPCC.connectionSql(params)), false)) {
      return new LoadGenerator(
              plan,
              Clock.SYSTEM,
              source,
              worker -> TPCC.newSession(new SessionContext(params, worker, THREADS, 7)),
              stop)
          .run(new Load.Observer() {});
    }
  }

  private static void grow(Params params) throws Exception {
    Measurement measured = run(params, 1000, new StopSignal());
    assertThat(measured.ending().problems()).isEmpty();
    assertThat(measured.counts().of(Counter.FAILED)).isZero();
    assertThat(checksums()).isNotEqualTo(loaded);
  }

  private static long newOrders() throws SQLException {
    try (Connection connection = connector().connect()) {
      return Sql.number(connection, "SELECT SUM(d_next_o_id - 3001) FROM district1");
    }
  }

  @Test
  void whatSysbenchsModeKeepsIsKnownAndAPurgeBreaksNoRuleThatIsCheckedThen() throws Exception {
    Params sysbench = params("mode", "sysbench");
    grow(sysbench);
    assertThat(violated(sysbench, false)).isEmpty();
    assertThat(violated(params(), false)).as("s_ytd and others are not kept").isNotEmpty();

    Params purge = params("mode", "sysbench", "enable-purge", "on");
    sql("DELETE FROM history1 WHERE h_c_id < 100");
    sql("DELETE FROM order_line1 WHERE ol_o_id < 100");
    sql("DELETE FROM orders1 WHERE o_id < 100");
    assertThat(violated(purge, false)).isEmpty();
    assertThat(violated(sysbench, false)).isNotEmpty();

    reset(params());

    assertThat(checksums()).isEqualTo(loaded);
  }

  @Test
  void aKilledServerComesBackConsistentAndAResetUndoesTheLoad() throws Exception {
    StopSignal stop = new StopSignal();
    Thread load =
        new Thread(
            () -> {
              try {
                run(params(), 0, stop);
              } catch (SQLException e) {
                // It ends as its server does.
              }
            });
    load.start();
    long before = newOrders();
    long untilNanos = System.nanoTime() + Duration.ofSeconds(90).toNanos();
    while (newOrders() < before + 100 && System.nanoTime() < untilNanos) {
      Thread.sleep(10);
    }
    assertThat(newOrders()).isGreaterThanOrEqualTo(before + 100);
    ProcessHandle.of(server.pid().orElseThrow()).orElseThrow().destroyForcibly();
    stop.give();
    load.join();

    server.restart();

    // Others see a commit before it is on disk and acknowledged: one of each session may be gone.
    assertThat(newOrders()).isGreaterThanOrEqualTo(before + 100 - THREADS);
    assertThat(violated(params(), false)).isEmpty();

    reset(params());

    assertThat(checksums()).isEqualTo(loaded);
    assertThat(violated(params(), true)).isEmpty();
  }

  @Test
  void refusesToMixLoads() throws Exception {
    assertThatThrownBy(() -> reset(params("rand-seed", "5")))
        .isInstanceOf(BadInputException.class)
        .hasMessageStartingWith(
            "item1 was loaded with other options: give the --scale, --mode and");
    assertThatThrownBy(() -> reset(params("scale", "2")))
        .isInstanceOf(BadInputException.class)
        .hasMessageContaining("give --scale=1");
    sql(
        "INSERT INTO warehouse1 SELECT 2, w_name, w_street_1, w_street_2, w_city, w_state, w_zip,"
            + " w_tax, w_ytd FROM warehouse1");
    assertThatThrownBy(() -> reset(params()))
        .isInstanceOf(BadInputException.class)
        .hasMessageEndingWith("give --scale=2");
    sql("DELETE FROM warehouse1 WHERE w_id = 2");
    assertThatThrownBy(() -> reset(params("force-pk", "on")))
        .isInstanceOf(BadInputException.class)
        .hasMessage("history1 was loaded with --force-pk=off: give that");
    assertThat(checksums()).isEqualTo(loaded);
  }
}
