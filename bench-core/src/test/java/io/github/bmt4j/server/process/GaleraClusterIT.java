package io.github.bmt4j.server.process;

import static io.github.bmt4j.server.process.ReplicationClusterIT.roles;
import static io.github.bmt4j.server.process.ReplicationClusterIT.rows;
import static io.github.bmt4j.server.process.ReplicationClusterIT.write;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.bmt4j.failure.TargetException;
import io.github.bmt4j.os.Folders;
import io.github.bmt4j.server.Cluster.Node;
import io.github.bmt4j.server.Cluster.NodeState;
import io.github.bmt4j.server.Cluster.Role;
import io.github.bmt4j.server.ItServers;
import io.github.bmt4j.server.NodeSql;
import io.github.bmt4j.server.Topology;
import io.github.bmt4j.server.Waiting;
import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** Real Galera nodes that are lost and come back, and rows that are kept. */
@Execution(ExecutionMode.CONCURRENT)
@Tag("extended")
@Timeout(600)
class GaleraClusterIT {
  private static final Duration SOON = Duration.ofSeconds(30);

  /** How often a node is killed: 20 times for the figures of the documentation. */
  private static final int KILLS = Integer.getInteger("bmt.it.galera.kills", 1);

  /** In one cluster, which is whole again after each part. */
  @Test
  void whatWasAcknowledgedIsKeptWhateverHappensToANode() throws Exception {
    GaleraCluster lab = open();
    Path folder;
    try (lab) {
      NodeSql.execute(
          lab, lab.primary(), lab.application(), "CREATE TABLE ledger (seq INT PRIMARY KEY)");
      NodeSql.isClosed(lab);
      everyNodeTakesWrites(lab);
      aProcessOfAnotherUserDoesNotJoin(lab);
      noAcknowledgedWriteIsLostWhenANodeIsKilled(lab);
      commitsWaitUntilAFrozenNodeIsExpelled(lab);
      anIsolatedNodeRefusesStatementsAndComesBackWithWhatItMissed(lab);
      oneNodeBringsTheClusterBackWhenAllWereKilled(lab);
      aNodeWithoutDataGetsThemFromAnotherOne(lab);
      aResetGivesAllNodesFreshData(lab);
      folder = Path.of(NodeSql.one(lab, lab.primary(), "SELECT @@datadir"));
      serversDoNotRunAsRootAndTheirKeyIsPrivate(folder);
    }
    assertThat(folder).doesNotExist();
  }

  /** Since the node's last start. */
  private static String log(GaleraCluster lab, Node node) throws IOException {
    return Files.readString(lab.of(node).place().log());
  }

  private static void everyNodeTakesWrites(GaleraCluster lab) throws Exception {
    assertThat(roles(lab)).containsExactly("primary", "replica", "replica");
    for (Node node : lab.nodes()) {
      assertThat(NodeSql.one(lab, node, "SELECT @@server_id")).isEqualTo("" + node.serverId());
      write(lab, node, (int) node.serverId(), (int) node.serverId());
    }
    holdSameRows(lab);
    assertThat(rows(lab, lab.primary())).containsExactly(1, 2, 3);
  }

  /** It knows the cluster's name, addresses and certificate, and has a key of its own. */
  private static void aProcessOfAnotherUserDoesNotJoin(GaleraCluster lab) throws Exception {
    ProcessServer known = lab.of(lab.nodes().get(1)).process();
    String options = NodeSql.one(lab, lab.nodes().get(1), "SELECT @@wsrep_provider_options");
    assertThat(options).contains("socket.ssl = YES");
    String address = Intruder.HOST + ":" + NodeAddresses.freePort(Intruder.HOST);
    List<String> own =
        List.of(
            "--wsrep-provider-options=gmcast.listen_addr=ssl://"
                + address
                + ";socket.ssl_key=own.pem;socket.ssl_cert=own.pem;socket.ssl_ca=ca.pem",
            "--wsrep-node-address=" + address,
            "--wsrep-node-name=intruder");
    String secret = Files.readString(known.place().data().resolve(GaleraCluster.KEY));
    String certificate = secret.substring(secret.indexOf("-----BEGIN CERTIFICATE"));
    Map<String, String> files = Map.of("own.pem", ClusterKey.create(), "ca.pem", certificate);
    try (Intruder intruder = new Intruder(known, files, own)) {
      Waiting.until(
          SOON, ClusterNode.POLL_MS, () -> intruder.says("alert unknown ca") || size(lab) > 3);
      assertThat(intruder.words()).containsPattern("alert unknown ca");
      assertThat(size(lab)).isEqualTo(3);
    }
  }

  private static int size(GaleraCluster lab) {
    try {
      return Integer.parseInt(
          NodeSql.one(
              lab,
              lab.nodes().get(0),
              "SELECT variable_value FROM information_schema.global_status"
                  + " WHERE variable_name = 'WSREP_CLUSTER_SIZE'"));
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  /** A full transfer, as of a node that missed more than the others keep. */
  private static void aNodeWithoutDataGetsThemFromAnotherOne(GaleraCluster lab) throws Exception {
    Node empty = lab.mostAdvancedReplica();
    Node other =
        lab.nodes().stream()
            .filter(node -> !node.equals(empty) && !node.equals(lab.primary()))
            .findFirst()
            .orElseThrow();
    write(lab, lab.primary(), 70, 70);
    lab.of(empty).shutDown();
    Path data = lab.of(empty).place().data();
    Files.delete(data.resolve("grastate.dat"));
    Files.delete(data.resolve("bmt/ledger.ibd"));
    lab.of(empty).join();
    assertThat(log(lab, lab.primary()) + log(lab, other)).contains("Flushing tables for SST");
    holdSameRows(lab);
    assertThat(rows(lab, empty)).contains(70);
  }

  private static void noAcknowledgedWriteIsLostWhenANodeIsKilled(GaleraCluster lab)
      throws Exception {
    for (int kill = 0; kill < KILLS; kill++) {
      NodeSql.execute(
          lab, lab.primary(), lab.application(), "DELETE FROM ledger WHERE seq >= 1000");
      Node killed = lab.primary();
      Acknowledged acknowledged = new Acknowledged(lab, killed);
      try (acknowledged) {
        acknowledged.await(100);
        lab.kill(killed);
      }
      Node next = lab.mostAdvancedReplica();
      lab.promote(next);
      write(lab, next, 10 + kill, 10 + kill);
      for (Node node : lab.nodes()) {
        if (!node.equals(killed)) {
          lab.awaitCaughtUp(node, SOON);
          assertThat(rows(lab, node)).containsAll(acknowledged.rows());
        }
      }
      assertThat(lab.status().get(lab.nodes().indexOf(killed)).role()).isEqualTo(Role.DOWN);
      rejoinBesideAServerOnTheUsualPort(lab, killed);
      assertThat(log(lab, killed)).contains("Receiving IST... 100");
      holdSameRows(lab);
    }
  }

  /** A node finds out where its data end without listening: on any address, or on this port. */
  private static void rejoinBesideAServerOnTheUsualPort(GaleraCluster lab, Node killed)
      throws Exception {
    try (ServerSocket usual = new ServerSocket()) {
      try {
        usual.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 3306));
      } catch (BindException e) {
        // A server of this machine has it.
      }
      lab.rejoin(killed);
    }
  }

  private static void commitsWaitUntilAFrozenNodeIsExpelled(GaleraCluster lab) throws Exception {
    Node other = lab.mostAdvancedReplica();
    NodeSql.execute(lab, lab.primary(), lab.application(), "DELETE FROM ledger WHERE seq >= 1000");
    try (Acknowledged writes = new Acknowledged(lab, lab.primary())) {
      writes.await(50);
      lab.freeze(other);
      assertThat(writes.isHeldUp()).isTrue();
      writes.await(writes.rows().size() + 50);
      lab.thaw(other);
      assertThat(view(lab, other))
          .as("known to the thawed node")
          .isEqualTo(view(lab, lab.primary()));
    }
    holdSameRows(lab);
  }

  /** The number of the last change of the cluster's members. */
  private static String view(GaleraCluster lab, Node node) throws SQLException {
    return NodeSql.one(
        lab,
        node,
        "SELECT variable_value FROM information_schema.global_status"
            + " WHERE variable_name = 'WSREP_CLUSTER_CONF_ID'");
  }

  private static void anIsolatedNodeRefusesStatementsAndComesBackWithWhatItMissed(GaleraCluster lab)
      throws Exception {
    Node cut = lab.primary();
    lab.isolate(cut);
    Node next = lab.mostAdvancedReplica();
    lab.promote(next);
    write(lab, next, 50, 50);
    assertThatThrownBy(() -> write(lab, cut, 51, 51)).isInstanceOf(SQLException.class);
    NodeState state = lab.status().get(lab.nodes().indexOf(cut));
    assertThat(state.role()).as(state.detail()).isEqualTo(Role.STRAY);
    lab.reconnect(cut);
    holdSameRows(lab);
    assertThat(rows(lab, cut)).contains(50).doesNotContain(51);
  }

  private static void oneNodeBringsTheClusterBackWhenAllWereKilled(GaleraCluster lab)
      throws Exception {
    List<Integer> before = rows(lab, lab.primary());
    Node next = lab.mostAdvancedReplica();
    for (Node node : lab.nodes()) {
      lab.kill(node);
    }
    lab.startAlone(next, true);
    lab.promote(next);
    write(lab, next, 60, 60);
    for (Node node : lab.nodes()) {
      if (!node.equals(next)) {
        lab.rejoin(node);
      }
    }
    holdSameRows(lab);
    assertThat(rows(lab, next)).containsAll(before).contains(60);
  }

  private static void aResetGivesAllNodesFreshData(GaleraCluster lab) throws Exception {
    lab.kill(lab.nodes().get(2));
    lab.freeze(lab.nodes().get(1));
    lab.reset();
    assertThat(roles(lab)).containsExactly("primary", "replica", "replica");
    for (Node node : lab.nodes()) {
      assertThat(NodeSql.column(lab, node, "SHOW TABLES")).isEmpty();
    }
    assertThat(lab.died()).isEmpty();
  }

  private static void serversDoNotRunAsRootAndTheirKeyIsPrivate(Path data) throws Exception {
    assertThat(Files.getOwner(data).getName()).isNotEqualTo("root");
    // Nothing of what bmt itself writes can be exchanged by the servers.
    assertThat(Files.getOwner(Folders.parent(data)))
        .isEqualTo(Files.getOwner(Path.of("/proc/self")));
    assertThat(Files.getPosixFilePermissions(data.resolve(GaleraCluster.KEY)))
        .isEqualTo(PosixFilePermissions.fromString("rw-------"));
  }

  private static void holdSameRows(GaleraCluster lab) throws Exception {
    for (Node node : lab.nodes()) {
      lab.awaitCaughtUp(node, SOON);
      assertThat(rows(lab, node)).isEqualTo(rows(lab, lab.primary()));
    }
  }

  private static GaleraCluster open() throws TargetException {
    return (GaleraCluster)
        ItServers.open(
            Topology.cluster(
                "galera", 3, ItServers.option("--suspect-timeout", Duration.ofSeconds(3))),
            ItServers.galera());
  }
}
