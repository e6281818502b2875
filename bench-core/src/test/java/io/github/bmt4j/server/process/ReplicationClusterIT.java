package io.github.bmt4j.server.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.bmt4j.failure.TargetException;
import io.github.bmt4j.jdbc.TargetSpec;
import io.github.bmt4j.progress.Progress;
import io.github.bmt4j.server.Cluster;
import io.github.bmt4j.server.Cluster.Node;
import io.github.bmt4j.server.Cluster.NodeState;
import io.github.bmt4j.server.Cluster.Role;
import io.github.bmt4j.server.ItServers;
import io.github.bmt4j.server.NodeSql;
import io.github.bmt4j.server.ServerRegistry;
import io.github.bmt4j.server.StartOptions;
import io.github.bmt4j.server.Topology;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Primaries that go, replicas that take their place, and rows that are kept or lost. */
@Execution(ExecutionMode.CONCURRENT)
@Tag("extended")
@SuppressWarnings("NullAway.Init")
class ReplicationClusterIT {
  private static final Duration SOON = Duration.ofSeconds(30);
  private static final String TABLE = "CREATE TABLE ledger (seq INT PRIMARY KEY)";
  private static final String ROWS = "SELECT seq FROM ledger ORDER BY seq";

  private Node first;
  private Node second;
  private Node third;

  static Stream<Supplier<TargetSpec>> kinds() {
    return Stream.of(ItServers::embedded, ItServers::local);
  }

  /** In one lab, of which no node ends: rows are numbered on from one part to the next. */
  @ParameterizedTest
  @MethodSource("kinds")
  void nodesHaveTheirRolesUntilAPlannedSwitchover(Supplier<TargetSpec> kind) throws Exception {
    try (ReplicationCluster lab = begin(kind, 2, false)) {
      sessionsOfTheApplicationAreKilledAndNoOthers(lab);
      NodeSql.isClosed(lab);
      nodesHaveTheirRolesAndKeepTheirNames(lab);
      theApplicationWritesOnThePrimaryAlone(lab);
      aPlannedSwitchoverMakesTheOldPrimaryAReplica(lab);
    }
  }

  /** First, when the application has had no other session. */
  static void sessionsOfTheApplicationAreKilledAndNoOthers(ReplicationCluster lab)
      throws Exception {
    Node first = lab.nodes().get(0);
    try (var one = NodeSql.connect(lab, first, lab.application());
        var two = NodeSql.connect(lab, first, lab.application());
        var admin = NodeSql.connect(lab, first, lab.admin())) {
      assertThat(lab.killApplicationSessions(first)).isEqualTo(2);
      assertThat(one.isValid(1)).isFalse();
      assertThat(two.isValid(1)).isFalse();
      assertThat(admin.isValid(10)).isTrue();
    }
    // A session that was killed, or closed, is listed until it has ended.
    String sessions =
        "SELECT id FROM information_schema.processlist WHERE user = '"
            + lab.application().user()
            + "'";
    await(() -> NodeSql.column(lab, first, sessions).isEmpty());
    assertThat(lab.killApplicationSessions(first)).isZero();
  }

  private void nodesHaveTheirRolesAndKeepTheirNames(ReplicationCluster lab) throws Exception {
    List<Node> nodes = lab.nodes();
    assertThat(nodes).extracting(Node::name).containsExactly("node1", "node2", "node3");
    assertThat(nodes).extracting(Node::host).doesNotHaveDuplicates();
    assertThat(nodes).extracting(Node::port).containsOnly(nodes.get(0).port());
    assertThat(roles(lab)).containsExactly("primary", "replica", "replica");
    for (Node node : nodes) {
      assertThat(NodeSql.one(lab, node, "SELECT @@server_id")).isEqualTo("" + node.serverId());
      assertThat(NodeSql.one(lab, node, "SELECT @@read_only"))
          .isEqualTo(node.equals(nodes.get(0)) ? "0" : "1");
      assertThat(NodeSql.one(lab, node, "SELECT @@innodb_flush_log_at_trx_commit")).isEqualTo("1");
      initFileIsGone(lab, node);
    }
    write(lab, nodes.get(0), 1, 3);
    for (Node replica : nodes.subList(1, 3)) {
      lab.awaitCaughtUp(replica, SOON);
      assertThat(rows(lab, replica)).containsExactly(1, 2, 3);
    }
  }

  static void initFileIsGone(Cluster lab, Node node) throws Exception {
    Path data = Path.of(NodeSql.one(lab, node, "SELECT @@datadir"));
    assertThat(data).isDirectory();
    assertThat(data.resolveSibling("init.sql")).doesNotExist();
  }

  private void theApplicationWritesOnThePrimaryAlone(ReplicationCluster lab) throws Exception {
    refused(lab, second, 1290, "INSERT INTO ledger VALUES (4)");
    refused(lab, first, 1142, "SELECT * FROM mysql.global_priv");
    refused(lab, first, 1227, "SET GLOBAL read_only = ON");
    lab.readOnly(first, true);
    refused(lab, first, 1290, "INSERT INTO ledger VALUES (4)");
    lab.readOnly(first, false);
    write(lab, first, 4, 4);
    assertThat(rows(lab, first)).containsExactly(1, 2, 3, 4);
  }

  private void aPlannedSwitchoverMakesTheOldPrimaryAReplica(ReplicationCluster lab)
      throws Exception {
    write(lab, first, 5, 9);
    lab.readOnly(first, true);
    lab.awaitCaughtUp(second, SOON);
    lab.promote(second);
    write(lab, second, 10, 10);
    lab.awaitCaughtUp(first, SOON);
    assertThat(roles(lab)).containsExactly("replica", "primary", "replica");
    assertThat(rows(lab, first)).containsExactlyElementsOf(numbers(1, 10));
  }

  @ParameterizedTest
  @MethodSource("kinds")
  void aPromotedReplicaHasWhatItHadReceivedAndTheOthersFollowIt(Supplier<TargetSpec> kind)
      throws Exception {
    try (ReplicationCluster lab = begin(kind, 2, false)) {
      write(lab, first, 1, 200);
      lab.awaitCaughtUp(second, SOON);
      lab.kill(first);
      assertThat(roles(lab)).containsExactly("down", "replica", "replica");
      lab.promote(second);
      assertThat(lab.primary()).isEqualTo(second);
      write(lab, second, 201, 210);
      lab.awaitCaughtUp(third, SOON);
      assertThat(roles(lab)).containsExactly("down", "primary", "replica");
      assertThat(rows(lab, second)).hasSize(210).isEqualTo(rows(lab, third));
      lab.rejoin(first);
      lab.awaitCaughtUp(first, SOON);
      assertThat(rows(lab, first)).isEqualTo(rows(lab, second));
      assertThat(roles(lab)).containsExactly("replica", "primary", "replica");
    }
  }

  @Test
  void aReplicaThatStoppedReceivingLosesExactlyWhatCameAfter() throws Exception {
    try (ReplicationCluster lab = begin(ItServers::embedded, 1, false)) {
      write(lab, first, 1, 10);
      lab.awaitCaughtUp(second, SOON);
      lab.stopReceiving(second);
      write(lab, first, 11, 17);
      assertThatThrownBy(() -> lab.awaitCaughtUp(second, Duration.ofMillis(200)))
          .isInstanceOf(TargetException.class)
          .hasMessageContaining("node2 has not applied");
      lab.kill(first);
      lab.promote(second);
      assertThat(rows(lab, second)).containsExactlyElementsOf(numbers(1, 10));
      write(lab, second, 101, 101);
      lab.rejoin(first);
      // It receives until the new primary has answered that it cannot.
      await(() -> lab.status().get(0).detail().contains("error 1236"));
      await(() -> lab.status().get(0).detail().contains("receiving No"));
      NodeState returned = lab.status().get(0);
      assertThat(returned.role()).isEqualTo(Role.REPLICA);
      assertThat(returned.detail()).contains("read-only", "receiving No", "error 1236");
      assertThat(rows(lab, first)).containsExactlyElementsOf(numbers(1, 17));
      refused(lab, first, 1290, "INSERT INTO ledger VALUES (200)");
    }
  }

  @ParameterizedTest
  @MethodSource("kinds")
  void semiSynchronousReplicationLosesNothingThatWasAcknowledged(Supplier<TargetSpec> kind)
      throws Exception {
    try (ReplicationCluster lab = begin(kind, 2, true)) {
      NodeSql.execute(lab, first, lab.application(), TABLE);
      lab.stopReceiving(second);
      Acknowledged acknowledged = new Acknowledged(lab, first);
      try (acknowledged) {
        acknowledged.await(100);
        lab.kill(first);
      }
      assertThat(lab.mostAdvancedReplica()).isEqualTo(third);
      lab.promote(third);
      assertThat(rows(lab, third)).containsAll(acknowledged.rows());
      // The other one is waited for again.
      write(lab, third, -1, -1);
      lab.awaitCaughtUp(second, SOON);
      assertThat(rows(lab, second)).isEqualTo(rows(lab, third));
    }
  }

  @Test
  void semiSynchronousCommitsWaitForAReplicaUntilNoneIsLeftToPromote() throws Exception {
    try (ReplicationCluster lab = begin(ItServers::embedded, 1, true)) {
      write(lab, first, 1, 1);
      lab.freeze(second);
      try (Acknowledged waiting = new Acknowledged(lab, first)) {
        assertThat(waiting.isHeldUp()).isTrue();
        lab.thaw(second);
        waiting.await(1);
      }
      lab.kill(first);
      lab.promote(second);
      write(lab, second, -2, -2);
      lab.rejoin(first);
      assertThat(NodeSql.one(lab, second, "SELECT @@rpl_semi_sync_master_enabled")).isEqualTo("1");
      write(lab, second, -3, -3);
    }
  }

  @Test
  void aFrozenNodeStandsStillUntilItIsThawed() throws Exception {
    try (ReplicationCluster lab = begin(ItServers::embedded, 2, false)) {
      write(lab, first, 1, 5);
      lab.awaitCaughtUp(second, SOON);
      lab.freeze(first);
      assertThat(lab.status().get(0)).returns(Role.FROZEN, NodeState::role);
      assertThatThrownBy(() -> rows(lab, first)).isInstanceOf(SQLException.class);
      assertThatThrownBy(() -> lab.shutdown(first)).hasMessage("node1 is frozen");
      lab.promote(second);
      write(lab, second, 6, 6);
      lab.thaw(first);
      lab.thaw(first);
      // Nobody told it: it is still writable, and nobody follows it.
      assertThat(roles(lab)).containsExactly("stray", "primary", "replica");
      write(lab, first, 7, 7);
      lab.awaitCaughtUp(third, SOON);
      assertThat(rows(lab, third)).containsExactlyElementsOf(numbers(1, 6));
    }
  }

  @Test
  void anOldPrimaryMayComeBackAsAStrayThatTakesWrites() throws Exception {
    try (ReplicationCluster lab = begin(ItServers::embedded, 1, false)) {
      write(lab, first, 1, 5);
      lab.awaitCaughtUp(second, SOON);
      lab.kill(first);
      lab.promote(second);
      lab.startAlone(first, false);
      write(lab, first, 6, 6);
      write(lab, second, 7, 7);
      assertThat(roles(lab)).containsExactly("stray", "primary");
      assertThat(rows(lab, first)).containsExactlyElementsOf(numbers(1, 6));
      assertThat(rows(lab, second)).containsExactly(1, 2, 3, 4, 5, 7);
      lab.shutdown(first);
      lab.startAlone(first, true);
      refused(lab, first, 1290, "INSERT INTO ledger VALUES (8)");
    }
  }

  @Test
  void aReplicaThatComesBackAloneKeepsWhatItHad() throws Exception {
    try (ReplicationCluster lab = begin(ItServers::embedded, 1, false)) {
      write(lab, first, 1, 5);
      lab.awaitCaughtUp(second, SOON);
      // Received and not applied.
      NodeSql.execute(lab, second, lab.admin(), "STOP SLAVE SQL_THREAD");
      write(lab, first, 6, 9);
      lab.kill(second);
      lab.kill(first);
      assertThatThrownBy(() -> lab.kill(first)).hasMessage("node1 is down");
      assertThatThrownBy(lab::mostAdvancedReplica).isInstanceOf(TargetException.class);
      lab.startAlone(second, true);
      assertThat(roles(lab)).containsExactly("down", "stray");
      assertThat(rows(lab, second)).containsExactly(1, 2, 3, 4, 5);
      lab.promote(second);
      write(lab, second, 10, 10);
    }
  }

  static void await(Callable<Boolean> condition) throws Exception {
    long end = System.nanoTime() + SOON.toNanos();
    while (!condition.call()) {
      assertThat(System.nanoTime()).as("it does not come to pass").isLessThan(end);
      TimeUnit.MILLISECONDS.sleep(10);
    }
  }

  static void refused(Cluster lab, Node node, int code, String sql) {
    assertThatThrownBy(() -> NodeSql.execute(lab, node, lab.application(), sql))
        .isInstanceOfSatisfying(
            SQLException.class, e -> assertThat(e.getErrorCode()).isEqualTo(code));
  }

  static void write(Cluster lab, Node node, int from, int to) throws SQLException {
    NodeSql.execute(lab, node, lab.application(), TABLE.replace("TABLE", "TABLE IF NOT EXISTS"));
    NodeSql.execute(
        lab,
        node,
        lab.application(),
        numbers(from, to).stream()
            .map(seq -> "INSERT INTO ledger VALUES (" + seq + ")")
            .toArray(String[]::new));
  }

  static List<Integer> rows(Cluster lab, Node node) throws SQLException {
    return NodeSql.column(lab, node, ROWS).stream().map(Integer::valueOf).toList();
  }

  static List<Integer> numbers(int from, int to) {
    return IntStream.rangeClosed(from, to).boxed().toList();
  }

  static List<String> roles(Cluster lab) {
    return lab.status().stream().map(state -> state.role().word()).toList();
  }

  private ReplicationCluster begin(Supplier<TargetSpec> kind, int replicas, boolean semiSync)
      throws TargetException {
    ReplicationCluster lab = open(kind, replicas, semiSync);
    first = lab.nodes().get(0);
    second = lab.nodes().get(1);
    third = lab.nodes().get(replicas);
    return lab;
  }

  static ReplicationCluster open(Supplier<TargetSpec> kind, int replicas, boolean semiSync)
      throws TargetException {
    return open(kind.get(), ItServers.cache(), replicas, semiSync);
  }

  static ReplicationCluster open(TargetSpec spec, Path cache, int replicas, boolean semiSync)
      throws TargetException {
    return (ReplicationCluster)
        ServerRegistry.open(
            Topology.cluster(
                Topology.REPLICATION, replicas + 1, ItServers.option("--semi-sync", semiSync)),
            spec,
            new StartOptions(cache, null, List.of()),
            Progress.SILENT);
  }
}
