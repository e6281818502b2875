package io.github.bmt4j.jmh;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.bmt4j.failure.BadInputException;
import io.github.bmt4j.jdbc.DriverSettings;
import io.github.bmt4j.jmh.fork.Server;
import io.github.bmt4j.jmh.twin.PointSelect;
import io.github.bmt4j.jmh.twin.RangeSelect;
import io.github.bmt4j.jmh.twin.RowTable;
import io.github.bmt4j.server.ItServers;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.runner.options.VerboseMode;

/** All twins of all benchmarks, with each driver, on a real server. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class TwinsIT {
  static final List<Class<?>> BENCHMARKS =
      List.of(
          StatementBenchmark.class,
          FetchBenchmark.class,
          InsertBenchmark.class,
          CommitBenchmark.class,
          TlsBenchmark.class,
          ConnectBenchmark.class,
          ReadOnlyRoutingBenchmark.class,
          ThreadsBenchmark.class);
  private static final String MYSQL_DRIVER = "mysql:9.5.0";

  @AutoClose private TestServers servers;

  @BeforeAll
  void start() throws Exception {
    // Another JMH on this machine may make ours slow, and nothing is timed here.
    System.setProperty("jmh.ignoreLock", "true");
    servers = TestServers.start(ItServers.embedded(), "MariaDB", List.of("ssl=ON"));
  }

  @AfterEach
  void leavesNoTable() throws Exception {
    assertThat(servers.tables()).isEmpty();
  }

  static Stream<Arguments> benchmarksAndDrivers() {
    return BENCHMARKS.stream()
        .flatMap(
            benchmark ->
                TestServers.DRIVERS.stream().map(driver -> Arguments.of(benchmark, driver)));
  }

  static Stream<String> mariadbDrivers() {
    return TestServers.DRIVERS.stream().filter(driver -> !driver.equals(MYSQL_DRIVER));
  }

  static Stream<String> drivers() {
    return TestServers.DRIVERS.stream();
  }

  @ParameterizedTest
  @MethodSource("benchmarksAndDrivers")
  void twinsPassTheirGateAndRunAgain(Class<?> benchmark, String driver) throws Exception {
    Server server = servers.open(TestServers.STRAIGHT, driver);
    try (Trial trial = Trial.open(benchmark, server)) {
      assertThat(trial.checked()).hasSizeGreaterThanOrEqualTo(fewest(benchmark));
      for (String twin : trial.checked()) {
        trial.run(twin, 3);
      }
    } finally {
      server.close();
    }
  }

  @ParameterizedTest
  @MethodSource("mariadbDrivers")
  void bulkIsComparedWithOtherInserts(String driver) throws Exception {
    Server server = servers.open(TestServers.STRAIGHT, driver);
    try (Trial trial = Trial.open(InsertBenchmark.class, server)) {
      assertThat(trial.checked()).containsExactly("batch", "bulk", "oneByOne", "rewritten");
    } finally {
      server.close();
    }
  }

  @ParameterizedTest
  @MethodSource("mariadbDrivers")
  void pipelinedUpdatesDoNotWaitForAnswers(String driver) throws Exception {
    Server server = servers.open(TestServers.RELAYED, driver);
    try (Trial trial = Trial.open(PipelineBenchmark.class, server)) {
      assertThat(trial.checked()).containsExactly("oneAtATime", "pipelined");
      assertThat(turns(server, new PipelineBenchmark.OneAtATime())).isGreaterThanOrEqualTo(100);
      assertThat(turns(server, new PipelineBenchmark.Pipelined())).isLessThan(50);
    } finally {
      server.close();
    }
  }

  private int turns(Server server, PipelineBenchmark.Updates twin) throws Exception {
    try {
      twin.open(server, 0);
      int before = servers.relay().turns();
      twin.update();
      return servers.relay().turns() - before;
    } finally {
      twin.close();
    }
  }

  @ParameterizedTest
  @MethodSource("drivers")
  @Timeout(value = 60, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
  void streamedRowsAreReadBeforeAllHaveArrived(String driver) throws Exception {
    Server server = servers.open(TestServers.RELAYED, driver);
    try (Connection connection = server.connect(DriverSettings.PLAIN)) {
      RowTable.POINTS.create(connection);
      RowTable.POINTS.fill(connection, RowTable.POINT_ROWS);
      RangeSelect select = new FetchBenchmark.Streamed().select(connection, server);
      servers.relay().allow(100_000);
      try (ResultSet rows = select.open(RowTable.POINT_ROWS)) {
        int read = 0;
        while (read < 200 && rows.next()) {
          read++;
        }
        servers.relay().allow(Long.MAX_VALUE);
        while (rows.next()) {
          read++;
        }
        assertThat(read).isEqualTo(RowTable.POINT_ROWS);
      }
      RowTable.POINTS.drop(connection);
    } finally {
      servers.relay().allow(Long.MAX_VALUE);
      server.close();
    }
  }

  @Test
  void leavesATableAloneThatIsNotOurs() throws Exception {
    servers.execute("CREATE TABLE bmt_jmh_points (mine INT)");
    Server server = servers.open(TestServers.STRAIGHT, Server.BUNDLED);
    try {
      assertThatThrownBy(() -> Trial.open(StatementBenchmark.class, server))
          .isInstanceOf(BadInputException.class)
          .hasMessage(
              "the database has a table bmt_jmh_points that is not ours (columns mine int): rename"
                  + " it, or give another database");
      assertThat(servers.tables()).containsExactly("bmt_jmh_points");
    } finally {
      servers.execute("DROP TABLE bmt_jmh_points");
      server.close();
    }
  }

  @Test
  void beginsAgainWithATableThatAnEndedTrialHasLeft() throws Exception {
    Server server = servers.open(TestServers.STRAIGHT, Server.BUNDLED);
    try (Connection connection = server.connect(DriverSettings.PLAIN)) {
      RowTable.POINTS.create(connection);
      RowTable.POINTS.fill(connection, 3);
      try (Trial trial = Trial.open(StatementBenchmark.class, server)) {
        assertThat(RowTable.POINTS.contents(connection)).startsWith("10000 rows");
        assertThat(trial.checked()).hasSize(3);
      }
    } finally {
      server.close();
    }
  }

  @Test
  void aTwinThatIsNotWhatItIsCalledDoesNotPass() throws Exception {
    Server server = servers.open(TestServers.STRAIGHT, Server.BUNDLED);
    StatementBenchmark.Select impostor =
        new StatementBenchmark.ServerPrepared() {
          @Override
          PointSelect select(Connection opened) throws SQLException {
            return PointSelect.text(opened);
          }
        };
    try (Trial trial = Trial.open(StatementBenchmark.class, server)) {
      impostor.open(trial.server(), 0);
      assertThatThrownBy(impostor::once)
          .isInstanceOf(IllegalStateException.class)
          .hasMessage("is not what it is called: the server counts Com_stmt_execute 0, not 4");
    } finally {
      impostor.close();
      server.close();
    }
  }

  /**
   * JMH opens and ends states in the order that they need; here in this JVM, for it to be quick.
   */
  @Test
  void jmhRunsThem() throws Exception {
    Collection<RunResult> results =
        new Runner(
                new OptionsBuilder()
                    .include("jmh\\.(StatementBenchmark|InsertBenchmark)\\.(text|batch)$")
                    .param("url", TestServers.STRAIGHT)
                    .param("driver", "mariadb:3.5.11")
                    .forks(0)
                    .threads(2)
                    .warmupIterations(0)
                    .measurementIterations(2)
                    .measurementTime(TimeValue.milliseconds(50))
                    .shouldFailOnError(true)
                    .verbosity(VerboseMode.SILENT)
                    .build())
            .run();
    List<String> names = new ArrayList<>();
    results.forEach(result -> names.add(result.getPrimaryResult().getLabel()));
    assertThat(names).containsExactlyInAnyOrder("text", "batch");
  }

  private static int fewest(Class<?> benchmark) {
    return benchmark.equals(ThreadsBenchmark.class) ? 1 : 2;
  }
}
