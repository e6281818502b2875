package io.github.bmt4j.server.process;

import static io.github.bmt4j.server.process.ReplicationClusterIT.numbers;
import static io.github.bmt4j.server.process.ReplicationClusterIT.refused;
import static io.github.bmt4j.server.process.ReplicationClusterIT.roles;
import static io.github.bmt4j.server.process.ReplicationClusterIT.rows;
import static io.github.bmt4j.server.process.ReplicationClusterIT.write;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.github.bmt4j.load.nodes.NodeFigures;
import io.github.bmt4j.load.run.Job;
import io.github.bmt4j.load.run.LoadWatch;
import io.github.bmt4j.load.run.RunResult;
import io.github.bmt4j.load.run.ShortJob;
import io.github.bmt4j.server.Cluster.Node;
import io.github.bmt4j.server.ItServers;
import io.github.bmt4j.server.NodeSql;
import io.github.bmt4j.server.Topology;
import io.github.bmt4j.server.Waiting;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** A group that elects its primary, of which no part is ended but by this test. */
@Execution(ExecutionMode.CONCURRENT)
@Tag("extended")
@Timeout(600)
class GroupClusterIT {
  private static final Duration SOON = Duration.ofSeconds(60);

  /** A node that is silent for 5 s is expelled at once, and not only 5 s later. */
  private static final String EXPEL = "group_replication_member_expel_timeout=0";

  private static final String START =
      "START GROUP_REPLICATION USER='bmt_replica', PASSWORD='guessed'";

  @TempDir Path runs;

  @Test
  void theServersElectTheirPrimaryAndLoseNothingThatWasAcknowledged() throws Exception {
    Topology topology = Topology.cluster(GroupCluster.NAME, 3);
    try (GroupCluster lab = (GroupCluster) ItServers.open(topology, ItServers.mysql(), EXPEL)) {
      assertThat(lab.description()).matches("local MySQL \\S+, a group of 3");
      NodeSql.isClosed(lab);
      membersListenOnTheirOwnAddressesOnly(lab);
      aProcessOfAnotherUserDoesNotJoin(lab);
      rowsReachTheSecondariesWhichTakeNoWrites(lab);
      aWatchedLoadIsOnAllMembers(lab);
      theGroupIsAskedWhoItsPrimaryIs(lab);
      aKilledPrimaryIsReplacedByTheOthersAndReturns(lab);
      aFrozenPrimaryThatGoesOnIsAskedInVain(lab);
      aPrimaryThatWasToldToEndIsDownAndCanBeStarted(lab);
      theGroupBeginsAnewWithANodeThatWasNotTheFirst(lab);
      aMemberWhosePortAnotherProcessHasIsKnown(lab);
    }
  }

  /** Last: such a group is not used any more, but made once more with other ports. */
  private static void aMemberWhosePortAnotherProcessHasIsKnown(GroupCluster lab) throws Exception {
    Node secondary = lab.mostAdvancedReplica();
    int port = groupPort(lab, secondary);
    lab.kill(secondary);
    try (ServerSocket other = new ServerSocket()) {
      other.setReuseAddress(true);
      other.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
      assertThatThrownBy(() -> lab.rejoin(secondary)).hasMessageContaining("another process uses");
    }
    assertThat(lab.of(secondary).lostPort()).isTrue();
  }

  private static int groupPort(GroupCluster lab, Node node) throws Exception {
    String address = NodeSql.one(lab, node, "SELECT @@group_replication_local_address");
    return Integer.parseInt(address.replaceFirst(".*:", ""));
  }

  private static void membersListenOnTheirOwnAddressesOnly(GroupCluster lab) throws Exception {
    for (Node node : lab.nodes()) {
      for (int port : List.of(node.port(), groupPort(lab, node))) {
        assertThatThrownBy(() -> new Socket(Intruder.HOST, port).close())
            .isInstanceOf(ConnectException.class);
      }
    }
  }

  /** It trusts any certificate, and knows the name of the group, its addresses and its accounts. */
  private static void aProcessOfAnotherUserDoesNotJoin(GroupCluster lab) throws Exception {
    int port = NodeAddresses.freePort("127.0.0.1");
    List<String> own =
        List.of(
            "--admin-port=" + port,
            "--group-replication-local-address=127.0.0.1:" + port,
            "--group-replication-advertise-recovery-endpoints=DEFAULT",
            "--group-replication-ssl-mode=REQUIRED",
            "--report-host=" + Intruder.HOST,
            "--read-only=OFF");
    ProcessServer known = lab.of(lab.nodes().get(1)).process();
    String key = ClusterKey.create();
    Map<String, String> files =
        Map.of("ca.pem", key, "server-cert.pem", key, "server-key.pem", key);
    try (Intruder intruder = new Intruder(known, files, own)) {
      CompletableFuture<Throwable> join =
          CompletableFuture.supplyAsync(() -> catchThrowable(() -> intruder.execute(START)));
      Waiting.until(
          SOON,
          ClusterNode.POLL_MS,
          () -> join.isDone() || peersRefused(intruder) >= 3 || membersSeen(lab) > 3);
      assertThat(peersRefused(intruder))
          .as("%s %s", join.getNow(null), intruder.words())
          .isGreaterThanOrEqualTo(3);
      assertThat(membersSeen(lab)).isEqualTo(3);
    }
  }

  private static long peersRefused(Intruder intruder) {
    try {
      return intruder
          .words()
          .lines()
          .filter(line -> line.contains("Error on opening a connection to peer node"))
          .count();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static int membersSeen(GroupCluster lab) {
    String members = "SELECT COUNT(*) FROM performance_schema.replication_group_members";
    try {
      return Integer.parseInt(NodeSql.one(lab, lab.nodes().get(0), members));
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  private static void rowsReachTheSecondariesWhichTakeNoWrites(GroupCluster lab) throws Exception {
    Node first = lab.nodes().get(0);
    assertThat(roles(lab)).containsExactly("primary", "replica", "replica");
    write(lab, first, 1, 3);
    for (Node secondary : lab.nodes().subList(1, 3)) {
      lab.awaitCaughtUp(secondary, SOON);
      assertThat(rows(lab, secondary)).containsExactlyElementsOf(numbers(1, 3));
      refused(lab, secondary, 1290, "INSERT INTO ledger VALUES (4)");
    }
  }

  private void aWatchedLoadIsOnAllMembers(GroupCluster lab) throws Exception {
    Job job = ShortJob.of("oltp_insert", 1_000, 2, 1, null);
    RunResult run = new LoadWatch().load(job, runs, LoadWatch.watched(lab));
    NodeFigures found = Objects.requireNonNull(run.nodes());
    assertThat(found.waited()).isEqualTo("WAIT_FOR_EXECUTED_GTID_SET");
    assertThat(found.convergedMs()).isNotNull();
    assertThat(found.nodes()).hasSize(3);
    assertThat(found.nodes()).extracting(NodeFigures.Node::rows).containsOnly(found.rowsExpected());
    assertThat(found.nodes())
        .allMatch(
            node ->
                node.longestQueue() != null
                    && node.counters().containsKey("count_transactions_checked"));
  }

  private static void theGroupIsAskedWhoItsPrimaryIs(GroupCluster lab) throws Exception {
    Node second = lab.nodes().get(1);
    Node third = lab.nodes().get(2);
    lab.promote(second);
    assertThat(roles(lab)).containsExactly("replica", "primary", "replica");
    assertThat(lab.primary()).isEqualTo(second);
    write(lab, second, 4, 4);
    // Somebody else's doing.
    NodeSql.one(lab, third, "SELECT group_replication_set_as_primary(@@server_uuid)");
    assertThat(lab.primary()).isEqualTo(third);
    write(lab, third, 5, 5);
  }

  private static void aKilledPrimaryIsReplacedByTheOthersAndReturns(GroupCluster lab)
      throws Exception {
    Node third = lab.nodes().get(2);
    Acknowledged acknowledged = new Acknowledged(lab, third);
    try (acknowledged) {
      acknowledged.await(100);
      lab.kill(third);
    }
    assertThat(lab.primary()).isEqualTo(third);
    Node elected = lab.awaitElection(third, SOON, () -> false);
    assertThat(elected).isNotEqualTo(third).isEqualTo(lab.primary());
    assertThat(rows(lab, elected)).containsAll(acknowledged.rows());
    write(lab, elected, 6, 6);
    lab.rejoin(third);
    lab.awaitCaughtUp(third, SOON);
    assertThat(roles(lab)).containsOnlyOnce("primary").doesNotContain("stray", "down");
    assertThat(rows(lab, third)).isEqualTo(rows(lab, elected));
  }

  /** It takes itself for the primary until the others tell it. */
  private static void aFrozenPrimaryThatGoesOnIsAskedInVain(GroupCluster lab) throws Exception {
    Node frozen = lab.primary();
    lab.freeze(frozen);
    Node elected = lab.awaitElection(frozen, SOON, () -> false);
    write(lab, elected, 10, 10);
    lab.thaw(frozen);
    assertThat(lab.primary()).isEqualTo(elected);
    lab.awaitCaughtUp(frozen, SOON);
    assertThat(lab.primary()).isEqualTo(elected);
    assertThat(rows(lab, frozen)).isEqualTo(rows(lab, elected));
  }

  /** Its process goes on for a while: the others do not wait for that. */
  private static void aPrimaryThatWasToldToEndIsDownAndCanBeStarted(GroupCluster lab)
      throws Exception {
    Node old = lab.primary();
    int index = lab.nodes().indexOf(old);
    lab.shutdown(old);
    assertThat(roles(lab).get(index)).isEqualTo("down");
    assertThat(lab.died()).isEmpty();
    write(lab, lab.awaitElection(old, SOON, () -> false), 20, 20);
    lab.startAlone(old, true);
    assertThat(roles(lab).get(index)).isEqualTo("stray");
    assertThat(rows(lab, old)).contains(10).doesNotContain(20);
    lab.kill(old);
    lab.rejoin(old);
    lab.awaitCaughtUp(old, SOON);
    assertThat(rows(lab, old)).contains(20);
  }

  private static void theGroupBeginsAnewWithANodeThatWasNotTheFirst(GroupCluster lab)
      throws Exception {
    Node third = lab.nodes().get(2);
    for (Node node : lab.nodes()) {
      lab.kill(node);
    }
    lab.startAlone(third, true);
    assertThat(roles(lab)).containsExactly("down", "down", "stray");
    refused(lab, third, 1290, "INSERT INTO ledger VALUES (7)");
    lab.promote(third);
    write(lab, third, 7, 7);
    lab.rejoin(lab.nodes().get(0));
    assertThat(roles(lab)).containsExactly("replica", "down", "primary");
  }
}
