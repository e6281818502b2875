package io.github.bmt4j.failover.watch;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.bmt4j.failover.client.ProbeLoad;
import io.github.bmt4j.failover.client.ShippedSettings;
import io.github.bmt4j.failover.figures.Between;
import io.github.bmt4j.failover.figures.WatchedOutage;
import io.github.bmt4j.failover.scenario.ClusterScenario;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class WatchScenarioTest {
  private static final String DIRECT = "driver and pool";
  private static final String PROXIED = "driver, pool and proxy";

  /** Nodes are those of {@code --node}, else the hosts of a URL with several. */
  @ParameterizedTest
  @CsvSource(
      delimiter = ' ',
      textBlock =
          """
          jdbc:mariadb:sequential://db1,db2:3307/app db1|db2:3307 driver,pool
          jdbc:mariadb:sequential://db1,db2:3307/app '' driver,pool
          jdbc:mysql://u:***@DB1:3306/app?user=u db1 driver,pool
          jdbc:mariadb://127.0.0.1:20489/app 127.0.0.2:20489|127.0.0.3:20489 proxy
          jdbc:mariadb://127.0.0.2:6033/app 127.0.0.2:20489 proxy
          jdbc:mariadb:sequential://db1,proxy/app db1|db2 proxy
          jdbc:aws-wrapper:mysql://cluster/app db1|db2 proxy
          jdbc:mariadb://one/app '' proxy
          """)
  void anAddressThatIsNoNodeIsAProxy(String url, String nodes, String way) {
    List<String> named = nodes.isEmpty() ? List.of() : List.of(nodes.split("\\|"));
    assertThat(scenario(url, named, null, 20).way())
        .isEqualTo(way.equals("proxy") ? PROXIED : DIRECT);
  }

  @Test
  void theWayOfReadersCountsWithoutWriters() {
    String direct = "jdbc:mariadb://db1/app";
    assertThat(scenario(direct, List.of("db1"), "jdbc:mariadb://proxy/app", 20).way())
        .isEqualTo(DIRECT);
    assertThat(scenario(direct, List.of("db1"), "jdbc:mariadb://proxy/app", 0).way())
        .isEqualTo(PROXIED);
  }

  @Test
  void theLineOfAnOutageNamesTheWay() {
    WatchedOutage outage =
        new WatchedOutage(
            Instant.EPOCH,
            0,
            2_250,
            false,
            false,
            false,
            2_250.0,
            0.0,
            0.0,
            50.0,
            new Between(2_190, 2_210),
            "1",
            "2",
            List.of(),
            null,
            null);
    assertThat(WatchReport.summary(outage, PROXIED))
        .contains("no server took writes for 50.0 ms; driver, pool and proxy added 2,200.0 ms;");
  }

  private static WatchScenario scenario(
      String url, List<String> nodes, @Nullable String readUrl, double writesPerSecond) {
    return new WatchScenario(
        new ClusterScenario(url, List.of(), null, null, null),
        nodes,
        readUrl,
        "endpoint",
        ShippedSettings.of(4, null),
        new ProbeLoad(writesPerSecond, 20, 0, 20, 0, 0, null, false),
        1_000,
        3_000,
        null,
        "UTC",
        null,
        List.of());
  }
}
