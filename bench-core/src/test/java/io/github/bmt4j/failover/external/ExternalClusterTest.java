package io.github.bmt4j.failover.external;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.bmt4j.failover.cluster.TestCluster;
import java.net.SocketTimeoutException;
import java.sql.SQLException;
import java.sql.SQLNonTransientConnectionException;
import org.junit.jupiter.api.Test;

/** Why a cluster of the user's cannot be used, in words. */
class ExternalClusterTest {
  private static final String URL = "jdbc:mariadb://db/shop?password=secret";

  @Test
  void serverThatSaysNothingLacksNoRights() {
    SQLException silent =
        new SQLNonTransientConnectionException(
            "Socket error", "08000", new SocketTimeoutException("Read timed out"));
    assertThat(TestCluster.problem(URL, true, silent))
        .isEqualTo(
            "jdbc:mariadb://db/shop?password=*** took the connection and does not answer: Socket"
                + " error");
    assertThat(TestCluster.problem(URL, false, silent)).startsWith("cannot connect to");
  }

  @Test
  void missingRightsAreNamed() {
    SQLException denied = new SQLException("CREATE command denied", "42000", 1142);
    assertThat(TestCluster.problem(URL, true, denied))
        .contains("CREATE, DROP, INSERT, UPDATE and SELECT", "command denied");
  }
}
