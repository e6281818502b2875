package io.github.bmt4j.failover.external;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.bmt4j.clock.Clock;
import io.github.bmt4j.clock.ManualClock;
import io.github.bmt4j.clock.WatchedClock;
import io.github.bmt4j.failover.cluster.TestCluster;
import io.github.bmt4j.failover.proxy.ProxyHandle;
import io.github.bmt4j.failover.proxy.TcpProxy;
import io.github.bmt4j.failover.scenario.SampleOrder;
import io.github.bmt4j.failure.TargetException;
import io.github.bmt4j.jdbc.Sql;
import io.github.bmt4j.jdbc.TargetSpec;
import io.github.bmt4j.progress.Progress;
import io.github.bmt4j.server.Cluster;
import io.github.bmt4j.server.Cluster.Node;
import io.github.bmt4j.server.Heard;
import io.github.bmt4j.server.ItServers;
import io.github.bmt4j.server.Login;
import io.github.bmt4j.server.Topology;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** How a cluster of the user's is made ready, and read after its primary has changed. */
@Tag("extended")
@NullUnmarked
class ExternalClusterIT {
  private static final Duration SOON = Duration.ofSeconds(30);

  @TempDir Path temp;
  private final SampleOrder order = new SampleOrder();
  private Cluster servers;
  private Node old;
  private Node next;
  private boolean receives;

  @BeforeEach
  void start() throws Exception {
    order.target = ItServers.embedded();
    servers = ItServers.open(Topology.cluster(Topology.REPLICATION, 2), order.target);
    order.at(servers);
    old = servers.primary();
    next = servers.nodes().get(1);
    servers.as(Cluster.Laggable.class).stopReceiving(next);
  }

  @AfterEach
  void stop() {
    if (servers != null) { // not left out
      servers.close();
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void whereTwoServersTakeWritesTheApplicationsLastOneSaysWhichIsThePrimary(boolean namesAll)
      throws Exception {
    if (!namesAll) {
      order.nodes = List.of(old.host() + ":" + old.port());
    }
    receive();
    try (ExternalCluster cluster = cluster(new ManualClock(0), Progress.SILENT)) {
      cluster.ready(() -> false);
      String first = cluster.primary();
      servers.awaitCaughtUp(next, SOON);
      servers.promote(next);
      List<String> writable = cluster.settle("", () -> false).writable();
      assertThat(writable).hasSize(2).contains(first);
      String second = writable.get(writable.get(0).equals(first) ? 1 : 0);

      for (String writer : List.of(first, second)) {
        TestCluster.Aftermath after = cluster.settle(writer, () -> false);
        assertThat(after.primary()).isEqualTo(writer);
        assertThat(after.writable()).containsExactlyInAnyOrder(first, second);
      }
    }
  }

  @Test
  void theFinalPrimaryIsFoundAlsoWhereTheUrlLeadsToADeadServer() throws Exception {
    receive();
    TargetSpec.External nodes = (TargetSpec.External) order.target;
    order.target =
        new TargetSpec.External(
            nodes.url().replace("sequential", "replication"), nodes.user(), nodes.password());
    try (ExternalCluster cluster = cluster(new ManualClock(0), Progress.SILENT)) {
      cluster.ready(() -> false);
      String first = cluster.primary();
      servers.awaitCaughtUp(next, SOON);
      servers.kill(old);
      servers.promote(next);

      String second = Objects.requireNonNull(cluster.settle("", () -> false).primary());
      assertThat(second).startsWith(next.serverId() + "@");
      for (String writer : List.of(first, second)) {
        TestCluster.Aftermath after = cluster.settle(writer, () -> false);
        assertThat(after.primary()).isEqualTo(second);
        assertThat(after.ledgers()).hasSize(1);
      }
    }
  }

  @Test
  void anEndpointSaysWhichServerIsThePrimary() throws Exception {
    receive();
    TargetSpec.External nodes = (TargetSpec.External) order.target;
    try (TcpProxy proxy = TcpProxy.start()) {
      ProxyHandle handle =
          proxy.open(
              "endpoint", new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), address(old));
      order.target =
          new TargetSpec.External(
              nodes.url().replaceFirst("sequential://[^/]*", "//127.0.0.1:" + handle.port()),
              nodes.user(),
              nodes.password());
      try (ExternalCluster cluster = cluster(new ManualClock(0), Progress.SILENT)) {
        cluster.ready(() -> false);
        String first = cluster.primary();
        servers.awaitCaughtUp(next, SOON);
        servers.promote(next);
        // The old primary takes writes, and a pool that kept its connections writes there.
        assertThat(cluster.settle(first, () -> false).primary()).isEqualTo(first);
        handle.flip(address(next));
        TestCluster.Aftermath after = cluster.settle(first, () -> false);
        assertThat(after.primary()).startsWith(next.serverId() + "@");
        assertThat(after.writable()).hasSize(2).contains(first);
      }
    }
  }

  private static InetSocketAddress address(Node node) {
    return new InetSocketAddress(node.host(), node.port());
  }

  @Test
  void theServerThatTookTheLastWriteMustBeRead() throws Exception {
    receive();
    try (ExternalCluster cluster = cluster(new ManualClock(0), Progress.SILENT)) {
      cluster.ready(() -> false);
      servers.awaitCaughtUp(next, SOON);
      assertThatThrownBy(() -> cluster.settle("9@gone", () -> false))
          .isInstanceOf(TargetException.class)
          .hasMessage("cannot read the ledger of 9@gone, which took the application's last write");

      // A server that kept the tables of the repetition before has no ledger of this one.
      servers.as(Cluster.Laggable.class).stopReceiving(next);
      cluster.ready(() -> false);
      servers.kill(old);
      servers.promote(next);
      assertThatThrownBy(() -> cluster.settle("", () -> false))
          .isInstanceOf(TargetException.class)
          .hasMessage(
              "cannot read the ledger: a server does not have bmt's tables of this repetition");
    }
  }

  private ExternalCluster cluster(Clock clock, Progress progress) {
    return new ExternalCluster(order.order(), SampleOrder.OWN, "0a1b2c3d", temp, clock, progress);
  }

  @Test
  void theFinalPrimaryIsFoundAlsoWhereTheUrlLeadsToTheOldOne() throws Exception {
    try (ExternalCluster cluster =
        cluster(new WatchedClock(untilNanos -> receiveOnce()), Progress.SILENT)) {
      // bmt's tables reach the next primary late.
      cluster.ready(() -> false);
      servers.readOnly(old, true);
      servers.promote(next);

      TestCluster.Aftermath after = cluster.settle("", () -> false);
      assertThat(Objects.requireNonNull(after.primary())).startsWith(next.serverId() + "@");
      assertThat(after.ledgers()).hasSize(2);
      try (Connection byUrl = cluster.own()) {
        assertThat(Sql.text(byUrl, "SELECT @@server_id")).isEqualTo("" + old.serverId());
      }

      servers.readOnly(next, true);
      assertThat(cluster.settle("", () -> false).primary()).isNull();
      servers.readOnly(next, false);
    }
  }

  @Test
  void aNodeThatDoesNotReplicateIsNamed() throws Exception {
    Heard heard = new Heard();
    try (ExternalCluster cluster = cluster(new ManualClock(0), heard)) {
      cluster.ready(() -> false);
      String said =
          next.host()
              + ":"
              + next.port()
              + " has not received bmt's tables within 30 s: is it replicating?";
      assertThat(heard.lines).containsExactly(said);

      // With the tables of the repetition before it is no better off.
      receive();
      servers.awaitCaughtUp(next, SOON);
      servers.as(Cluster.Laggable.class).stopReceiving(next);
      cluster.ready(() -> false);
      assertThat(heard.lines).containsExactly(said, said);
    }
  }

  @Test
  void aReplicaThatTakesWritesGoesOnReplicatingWhenTheTablesAreDropped() throws Exception {
    receive();
    servers.readOnly(next, false);
    Heard heard = new Heard();
    try (ExternalCluster cluster = cluster(Clock.SYSTEM, heard)) {
      cluster.ready(() -> false);
      servers.awaitCaughtUp(next, SOON);
      String first = cluster.primary();
      assertThat(cluster.settle(first, () -> false).writable()).hasSize(2);
    }
    servers.awaitCaughtUp(next, SOON);
    assertThat(servers.status().get(1).detail()).contains("applying Yes");
    assertThat(heard.lines).isEmpty();
    for (Node node : servers.nodes()) {
      try (Connection connection = admin(node)) {
        assertThat(Sql.texts(connection, "SHOW TABLES LIKE 'bmt%'")).isEmpty();
      }
    }
  }

  private Connection admin(Node node) throws SQLException {
    Login admin = servers.admin();
    return DriverManager.getConnection(servers.url(node), admin.user(), admin.password().reveal());
  }

  /** Lets the replica receive when bmt first waits. */
  private void receiveOnce() {
    if (!receives) {
      receive();
      receives = true;
    }
  }

  private void receive() {
    Login admin = servers.admin();
    try (Connection connection =
            DriverManager.getConnection(
                servers.url(next), admin.user(), admin.password().reveal());
        Statement statement = connection.createStatement()) {
      statement.execute("START SLAVE IO_THREAD");
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }
}
