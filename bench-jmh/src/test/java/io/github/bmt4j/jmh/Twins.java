package io.github.bmt4j.jmh;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.bmt4j.jdbc.DriverSettings;
import io.github.bmt4j.jmh.fork.TrialServer;
import io.github.bmt4j.jmh.twin.RangeSelect;
import io.github.bmt4j.jmh.twin.RowTable;
import io.github.bmt4j.server.ItServers;
import java.sql.Connection;
import java.sql.ResultSet;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** All twins of all benchmarks, with some of the drivers, on a real server. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class Twins {
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

  @AutoClose TestServers servers;
  private final List<String> drivers;
  private final List<String> tls;

  /**
   * @param tls options of the server in addition to {@code ssl=ON}
   */
  Twins(List<String> drivers, List<String> tls) {
    this.drivers = drivers;
    this.tls = tls;
  }

  @BeforeAll
  void start() throws Exception {
    // Another JMH on this machine may make ours slow, and nothing is timed here.
    System.setProperty("jmh.ignoreLock", "true");
    List<String> options = Stream.concat(Stream.of("ssl=ON"), tls.stream()).toList();
    servers = TestServers.start(ItServers.embedded(), "MariaDB", options);
  }

  @AfterEach
  void leavesNoTable() throws Exception {
    assertThat(servers.tables()).isEmpty();
  }

  Stream<Arguments> benchmarksAndDrivers() {
    return BENCHMARKS.stream()
        .flatMap(benchmark -> drivers.stream().map(driver -> Arguments.of(benchmark, driver)));
  }

  Stream<String> mariadbDrivers() {
    return drivers.stream().filter(driver -> !driver.equals(MYSQL_DRIVER));
  }

  Stream<String> drivers() {
    return drivers.stream();
  }

  @ParameterizedTest
  @MethodSource("benchmarksAndDrivers")
  void twinsPassTheirGateAndRunAgain(Class<?> benchmark, String driver) throws Exception {
    TrialServer server = servers.open(TestServers.STRAIGHT, driver);
    try (Trial trial = Trial.open(benchmark, server)) {
      assertThat(trial.checked()).hasSizeGreaterThanOrEqualTo(fewest(benchmark));
      if (benchmark.equals(InsertBenchmark.class) && !driver.equals(MYSQL_DRIVER)) {
        assertThat(trial.checked()).containsExactly("batch", "bulk", "oneByOne", "rewritten");
      }
      for (String twin : trial.checked()) {
        trial.run(twin, 3);
      }
    } finally {
      server.close();
    }
  }

  @ParameterizedTest
  @MethodSource("mariadbDrivers")
  void pipelinedUpdatesDoNotWaitForAnswers(String driver) throws Exception {
    TrialServer server = servers.open(TestServers.RELAYED, driver);
    try (Trial trial = Trial.open(PipelineBenchmark.class, server)) {
      assertThat(trial.checked()).containsExactly("oneAtATime", "pipelined");
      assertThat(turns(server, new PipelineBenchmark.OneAtATime())).isGreaterThanOrEqualTo(100);
      assertThat(turns(server, new PipelineBenchmark.Pipelined())).isLessThan(50);
    } finally {
      server.close();
    }
  }

  private int turns(TrialServer server, PipelineBenchmark.Updates twin) throws Exception {
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
    TrialServer server = servers.open(TestServers.RELAYED, driver);
    try (Connection connection = server.connect(DriverSettings.PLAIN)) {
      RowTable.POINTS.create(connection);
      RowTable.POINTS.fill(connection, RowTable.POINT_ROWS);
      RangeSelect select = new FetchBenchmark.Streamed().select(connection);
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

  private static int fewest(Class<?> benchmark) {
    return benchmark.equals(ThreadsBenchmark.class) ? 1 : 2;
  }
}
