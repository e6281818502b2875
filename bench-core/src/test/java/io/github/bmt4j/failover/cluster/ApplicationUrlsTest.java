package io.github.bmt4j.failover.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.bmt4j.failover.client.DriverFamily;
import io.github.bmt4j.failover.client.HaMode;
import io.github.bmt4j.jdbc.DriverCoordinates;
import java.sql.SQLException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.mariadb.jdbc.Configuration;

/** What the driver makes of the application's URLs. */
class ApplicationUrlsTest {
  private static final String NODE = "jdbc:mariadb://127.0.0.1:3307/bmt?sslMode=disable";
  private static final String PRIMARY = "127.0.0.1:3307";
  private static final List<String> REPLICAS = List.of("127.0.0.2:3307", "127.0.0.3:3308");
  private static final List<String> NODES =
      List.of("127.0.0.1:3307", "127.0.0.2:3307", "127.0.0.3:3308");

  @ParameterizedTest
  @CsvSource({
    "endpoint, NONE, primary.bmt.test:3307",
    "dns, NONE, primary.bmt.test:3307",
    "sequential, SEQUENTIAL, 127.0.0.1:3307 127.0.0.2:3307 127.0.0.3:3308",
    "loadbalance, LOADBALANCE, 127.0.0.1:3307 127.0.0.2:3307 127.0.0.3:3308",
    "replication, REPLICATION, 127.0.0.1:3307 127.0.0.2:3307/replica 127.0.0.3:3308/replica",
    "load-balance-read, LOAD_BALANCE_READ, 127.0.0.1:3307 127.0.0.2:3307 127.0.0.3:3308/replica"
  })
  void everyWayToConnectNamesItsServers(String ha, String mode, String servers) throws Exception {
    Configuration driver =
        Configuration.parse(ApplicationUrls.url(NODE, mode(ha), "primary.bmt.test:3307", NODES));

    assertThat(driver.haMode()).hasToString(mode);
    assertThat(servers(driver)).containsExactly(servers.split(" "));
    assertThat(driver.database()).isEqualTo("bmt");
    assertThat(driver.sslMode()).hasToString("DISABLE");
    // A single node is a primary.
    String one = ApplicationUrls.url(NODE, mode(ha), PRIMARY, NODES.subList(0, 1));
    assertThat(servers(Configuration.parse(one))).containsExactly(PRIMARY);
  }

  @Test
  void ofTwoNodesOneIsAReplicaForReads() throws Exception {
    assertThat(
            servers(
                Configuration.parse(
                    ApplicationUrls.url(
                        NODE, HaMode.LOAD_BALANCE_READ, PRIMARY, NODES.subList(0, 2)))))
        .containsExactly("127.0.0.1:3307", "127.0.0.2:3307/replica");
  }

  @ParameterizedTest
  @CsvSource({
    "loadbalance, LOADBALANCE, 127.0.0.2:3307 127.0.0.3:3308",
    "replication, REPLICATION, 127.0.0.1:3307 127.0.0.2:3307/replica 127.0.0.3:3308/replica",
    "load-balance-read, LOAD_BALANCE_READ,"
        + " 127.0.0.1:3307 127.0.0.2:3307/replica 127.0.0.3:3308/replica"
  })
  void readsAreSpreadOverReplicasAlone(String ha, String mode, String servers) throws Exception {
    Configuration driver =
        Configuration.parse(ApplicationUrls.spread(NODE, mode(ha), PRIMARY, REPLICAS));

    assertThat(driver.haMode()).hasToString(mode);
    assertThat(servers(driver)).containsExactly(servers.split(" "));
    assertThat(driver.database()).isEqualTo("bmt");
  }

  @ParameterizedTest
  @ValueSource(strings = {"endpoint", "dns", "sequential"})
  void waysToConnectThatSpreadNothingAreRefused(String ha) {
    assertThatThrownBy(() -> ApplicationUrls.spread(NODE, mode(ha), PRIMARY, REPLICAS))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(ha);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "mysql:9.7.0 | failover | jdbc:mysql://a:1,b:2,c:3/bmt?x=y",
        "mysql:9.7.0 | replication | jdbc:mysql:replication://a:1,b:2,c:3/bmt?x=y",
        "mysql:9.7.0 | endpoint | jdbc:mysql://e:9/bmt?x=y",
        "mariadb:2.7.15 | failover | jdbc:mariadb:failover://a:1,b:2,c:3/bmt?x=y",
        "aws:4.3.0 | hosts | jdbc:aws-wrapper:mysql://a:1,b:2,c:3/bmt?x=y",
      })
  void eachDriverHasItsOwn(String driver, String ha, String url) {
    DriverCoordinates named = DriverCoordinates.parseAny("--driver", driver);
    String node = url.replaceFirst(":(?:failover:|replication:)?//[^/]*", "://node:1");

    assertThat(
            ApplicationUrls.url(
                node,
                DriverFamily.of(named).mode("--ha", ha, mode -> true),
                "e:9",
                List.of("a:1", "b:2", "c:3")))
        .isEqualTo(url);
  }

  private static HaMode mode(String word) {
    return DriverFamily.MARIADB.mode("--ha", word, mode -> true);
  }

  private static List<String> servers(Configuration driver) throws SQLException {
    return driver.addresses().stream()
        .map(server -> server.host + ":" + server.port + (server.primary ? "" : "/replica"))
        .toList();
  }
}
