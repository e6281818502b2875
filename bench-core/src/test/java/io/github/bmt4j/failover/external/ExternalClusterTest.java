package io.github.bmt4j.failover.external;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.bmt4j.failover.cluster.TestCluster;
import io.github.bmt4j.jdbc.Secret;
import io.github.bmt4j.jdbc.Target;
import java.net.SocketTimeoutException;
import java.sql.SQLException;
import java.sql.SQLNonTransientConnectionException;
import org.junit.jupiter.api.Test;

/** Why a cluster of the user's cannot be used, in words. */
class ExternalClusterTest {
  private static final String URL = "jdbc:mariadb://db/shop?password=secret";
  private static final Target TARGET = new Target("db", URL, "app", Secret.NONE, false);

  @Test
  void serverThatSaysNothingLacksNoRights() {
    SQLException silent =
        new SQLNonTransientConnectionException(
            "Socket error", "08000", new SocketTimeoutException("Read timed out"));
    assertThat(TestCluster.problem(URL, TARGET, true, silent))
        .isEqualTo(
            "jdbc:mariadb://db/shop?password=*** took the connection and does not answer: Socket"
                + " error");
    assertThat(TestCluster.problem(URL, TARGET, false, silent)).startsWith("cannot connect to");
  }

  @Test
  void refusedLoginHasARemedy() {
    SQLException refused = new SQLException("Access denied", "28000", 1045);
    assertThat(TestCluster.problem(URL, TARGET, false, refused))
        .contains("Access denied (correct --user");
  }

  @Test
  void missingRightsAreNamed() {
    SQLException denied = new SQLException("CREATE command denied", "42000", 1142);
    assertThat(TestCluster.problem(URL, TARGET, true, denied))
        .contains("CREATE, DROP, INSERT, UPDATE and SELECT", "command denied");
  }
}
