package io.github.bmt4j.failover;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.bmt4j.clock.Clock;
import io.github.bmt4j.jdbc.Sql;
import io.github.bmt4j.jdbc.TargetSpec;
import io.github.bmt4j.progress.Progress;
import io.github.bmt4j.server.Cluster;
import io.github.bmt4j.server.Cluster.Node;
import io.github.bmt4j.server.ItServers;
import io.github.bmt4j.server.ServerRegistry;
import io.github.bmt4j.server.StartOptions;
import io.github.bmt4j.server.Topology;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Where a cluster of the user's is read after its primary has changed. */
@Tag("extended")
class ExternalClusterIT {
  private static final int PATIENCE_MILLIS = 10_000;
  private static final Duration SOON = Duration.ofSeconds(30);

  @TempDir Path temp;

  @Test
  void theFinalPrimaryIsReachedAlsoWhereTheUrlLeadsToTheOldOne() throws Exception {
    ShotOrder order = new ShotOrder();
    order.target = ItServers.embedded();
    try (Cluster servers =
        ServerRegistry.open(
            Topology.cluster(Topology.REPLICATION, 1, false),
            order.target,
            new StartOptions(ItServers.cache(), null, List.of()),
            Progress.SILENT)) {
      order.at(servers, "true");
      Node old = servers.primary();
      Node next = servers.nodes().get(1);
      try (ExternalCluster cluster =
          new ExternalCluster(
              order.order(),
              (TargetSpec.External) order.target,
              "0a1b2c3d",
              temp,
              Clock.SYSTEM,
              Progress.SILENT)) {
        cluster.ready(() -> false);
        servers.readOnly(old, true);
        // A replica has only what it received when it is promoted: bmt's tables, too.
        servers.awaitCaughtUp(next, SOON);
        servers.as(Cluster.Promotable.class).promote(next);

        TestCluster.Aftermath after = cluster.settle(() -> false);
        assertThat(Objects.requireNonNull(after.primary())).startsWith(next.serverId() + "@");
        assertThat(after.ledgers()).hasSize(2);
        try (Connection byUrl = cluster.connect();
            Connection last = cluster.connectToFinalPrimary(PATIENCE_MILLIS)) {
          assertThat(Sql.text(byUrl, "SELECT @@server_id")).isEqualTo("" + old.serverId());
          assertThat(Sql.text(last, "SELECT @@server_id")).isEqualTo("" + next.serverId());
        }

        servers.readOnly(next, true);
        assertThat(cluster.settle(() -> false).primary()).isNull();
        assertThatThrownBy(() -> cluster.connectToFinalPrimary(PATIENCE_MILLIS))
            .isInstanceOf(SQLException.class)
            .hasMessage("no server that takes writes was found at the end");
        servers.readOnly(next, false);
      }
    }
  }
}
