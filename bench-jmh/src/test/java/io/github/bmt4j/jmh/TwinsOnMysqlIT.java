package io.github.bmt4j.jmh;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.bmt4j.jmh.fork.TrialServer;
import io.github.bmt4j.server.ItServers;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The same twins on MySQL in a container. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class TwinsOnMysqlIT {
  @AutoClose private TestServers servers;

  @BeforeAll
  void start() throws Exception {
    servers = TestServers.start(ItServers.mysqlContainer(), "MySQL", List.of());
  }

  /** The newest: older ones send the same on MariaDB. All with {@code bmt.it.drivers=all}. */
  static List<String> drivers() {
    return System.getProperty("bmt.it.drivers", "").equals("all")
        ? TestServers.DRIVERS
        : TestServers.NEWEST_DRIVERS;
  }

  @ParameterizedTest
  @MethodSource("drivers")
  void twinsPassTheirGate(String driver) throws Exception {
    TrialServer server = servers.open(TestServers.STRAIGHT, driver);
    try {
      for (Class<?> benchmark : Twins.BENCHMARKS) {
        try (Trial trial = Trial.open(benchmark, server)) {
          for (String twin : trial.checked()) {
            trial.run(twin, 1);
          }
          assertThat(trial.checked()).isNotEmpty().doesNotContain("bulk");
        }
      }
    } finally {
      server.close();
    }
    assertThat(servers.tables()).isEmpty();
  }
}
