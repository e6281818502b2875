package io.github.bmt4j.failover;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.bmt4j.failover.client.HaMode;
import java.sql.SQLException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.mariadb.jdbc.Configuration;

/** What the driver makes of the application's URLs. */
class ApplicationUrlsTest {
  private static final String PRIMARY = "127.0.0.1:3307";
  private static final List<String> REPLICAS = List.of("127.0.0.2:3307", "127.0.0.3:3308");
  private static final List<String> NODES =
      List.of("127.0.0.1:3307", "127.0.0.2:3307", "127.0.0.3:3308");

  @ParameterizedTest
  @CsvSource({
    "ENDPOINT, NONE, primary.bmt.test:3307",
    "DNS, NONE, primary.bmt.test:3307",
    "SEQUENTIAL, SEQUENTIAL, 127.0.0.1:3307 127.0.0.2:3307 127.0.0.3:3308",
    "LOADBALANCE, LOADBALANCE, 127.0.0.1:3307 127.0.0.2:3307 127.0.0.3:3308",
    "REPLICATION, REPLICATION, 127.0.0.1:3307 127.0.0.2:3307/replica 127.0.0.3:3308/replica",
    "LOAD_BALANCE_READ, LOAD_BALANCE_READ, 127.0.0.1:3307 127.0.0.2:3307 127.0.0.3:3308/replica"
  })
  void everyWayToConnectNamesItsServers(HaMode ha, String mode, String servers) throws Exception {
    Configuration driver =
        Configuration.parse(ApplicationUrls.url(ha, "primary.bmt.test:3307", NODES, "bmt"));

    assertThat(driver.haMode()).hasToString(mode);
    assertThat(servers(driver)).containsExactly(servers.split(" "));
  }

  @ParameterizedTest
  @EnumSource(HaMode.class)
  void everyUrlHasTheDatabaseAndNoTls(HaMode ha) throws Exception {
    Configuration driver = Configuration.parse(ApplicationUrls.url(ha, PRIMARY, NODES, "bmt"));

    assertThat(driver.database()).isEqualTo("bmt");
    assertThat(driver.sslMode()).hasToString("DISABLE");
  }

  @Test
  void ofTwoNodesOneIsAReplicaForReads() throws Exception {
    assertThat(
            servers(
                Configuration.parse(
                    ApplicationUrls.url(
                        HaMode.LOAD_BALANCE_READ, PRIMARY, NODES.subList(0, 2), "bmt"))))
        .containsExactly("127.0.0.1:3307", "127.0.0.2:3307/replica");
  }

  @ParameterizedTest
  @EnumSource(HaMode.class)
  void aSingleNodeIsAPrimary(HaMode ha) throws Exception {
    assertThat(
            servers(
                Configuration.parse(ApplicationUrls.url(ha, PRIMARY, NODES.subList(0, 1), "bmt"))))
        .containsExactly(PRIMARY);
  }

  @ParameterizedTest
  @CsvSource({
    "LOADBALANCE, LOADBALANCE, 127.0.0.2:3307 127.0.0.3:3308",
    "REPLICATION, REPLICATION, 127.0.0.1:3307 127.0.0.2:3307/replica 127.0.0.3:3308/replica",
    "LOAD_BALANCE_READ, LOAD_BALANCE_READ,"
        + " 127.0.0.1:3307 127.0.0.2:3307/replica 127.0.0.3:3308/replica"
  })
  void readsAreSpreadOverReplicasAlone(HaMode ha, String mode, String servers) throws Exception {
    Configuration driver =
        Configuration.parse(ApplicationUrls.spread(ha, PRIMARY, REPLICAS, "bmt"));

    assertThat(driver.haMode()).hasToString(mode);
    assertThat(servers(driver)).containsExactly(servers.split(" "));
    assertThat(driver.database()).isEqualTo("bmt");
  }

  @ParameterizedTest
  @EnumSource(
      value = HaMode.class,
      names = {"ENDPOINT", "DNS", "SEQUENTIAL"})
  void waysToConnectThatSpreadNothingAreRefused(HaMode ha) {
    assertThatThrownBy(() -> ApplicationUrls.spread(ha, PRIMARY, REPLICAS, "bmt"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(ha.word());
  }

  private static List<String> servers(Configuration driver) throws SQLException {
    return driver.addresses().stream()
        .map(server -> server.host + ":" + server.port + (server.primary ? "" : "/replica"))
        .toList();
  }
}
