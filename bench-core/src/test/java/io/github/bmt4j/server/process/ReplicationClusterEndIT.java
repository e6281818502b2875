package io.github.bmt4j.server.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.bmt4j.failure.TargetException;
import io.github.bmt4j.jdbc.TargetSpec;
import io.github.bmt4j.os.Folders;
import io.github.bmt4j.progress.Progress;
import io.github.bmt4j.server.Child;
import io.github.bmt4j.server.Cluster.Node;
import io.github.bmt4j.server.Heard;
import io.github.bmt4j.server.ItServers;
import io.github.bmt4j.server.NodeSql;
import io.github.bmt4j.server.Server;
import io.github.bmt4j.server.ServerRegistry;
import io.github.bmt4j.server.StartOptions;
import io.github.bmt4j.server.Topology;
import java.io.IOException;
import java.net.ConnectException;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** Nodes that are brought back, and labs that end, from whatever state they are in. */
@Execution(ExecutionMode.CONCURRENT)
class ReplicationClusterEndIT {
  private static final Duration SOON = Duration.ofSeconds(30);

  @TempDir Path temp;
  private Path cache;

  /** A cache of this test's own, so that it sees what is left, with the programs of all tests. */
  @BeforeEach
  void shareBinaries() throws IOException {
    cache = ItServers.cacheIn(temp);
  }

  @AfterEach
  void leaveBinaries() throws IOException {
    Files.delete(cache.resolve("binaries"));
  }

  @Tag("extended")
  @Test
  void resetBringsBackFreshNodesFromAnyState() throws Exception {
    try (ReplicationCluster lab = open()) {
      List<Node> nodes = lab.nodes();
      for (Map.Entry<String, Damage> bad : DAMAGES.entrySet()) {
        ReplicationClusterIT.write(lab, nodes.get(0), 1, 3);
        bad.getValue().to(lab, nodes);
        lab.reset();
        assertThat(ReplicationClusterIT.roles(lab))
            .as("after %s", bad.getKey())
            .containsExactly("primary", "replica", "replica");
        assertThat(lab.nodes()).isEqualTo(nodes);
        assertThat(lab.primary()).isEqualTo(nodes.get(0));
        for (Node node : nodes) {
          assertThat(NodeSql.column(lab, node, "SHOW TABLES"))
              .as("after %s", bad.getKey())
              .isEmpty();
          assertThat(NodeSql.one(lab, node, "SELECT @@gtid_binlog_pos")).isEmpty();
          ReplicationClusterIT.initFileIsGone(lab, node);
        }
        ReplicationClusterIT.write(lab, nodes.get(0), 7, 7);
        lab.awaitCaughtUp(nodes.get(2), SOON);
        assertThat(ReplicationClusterIT.rows(lab, nodes.get(2))).containsExactly(7);
      }
    }
  }

  private interface Damage {
    void to(ReplicationCluster lab, List<Node> nodes) throws Exception;
  }

  /** Traces that faults leave behind. */
  private static final Map<String, Damage> DAMAGES =
      Map.of(
          "nothing",
          (lab, nodes) -> {},
          "all killed",
          (lab, nodes) -> {
            for (Node node : nodes) {
              lab.kill(node);
            }
          },
          "frozen",
          (lab, nodes) -> {
            lab.freeze(nodes.get(0));
            lab.freeze(nodes.get(2));
          },
          "promoted, with a stray",
          (lab, nodes) -> {
            lab.kill(nodes.get(0));
            lab.promote(nodes.get(2));
            lab.startAlone(nodes.get(0), false);
          },
          "diverged",
          (lab, nodes) -> {
            lab.stopReceiving(nodes.get(1));
            NodeSql.execute(lab, nodes.get(0), lab.admin(), "CREATE TABLE more (a INT)");
            lab.kill(nodes.get(0));
            lab.promote(nodes.get(1));
            NodeSql.execute(lab, nodes.get(1), lab.admin(), "CREATE TABLE other (a INT)");
            lab.rejoin(nodes.get(0));
          });

  @Test
  void nothingIsLeftOfALabWithFrozenAndKilledNodes() throws Exception {
    ReplicationCluster lab = open();
    Node frozen = lab.nodes().get(0);
    try (lab) {
      assertThat(processes()).hasSize(3);
      lab.freeze(frozen);
      lab.kill(lab.nodes().get(1));
      assertThat(processes()).hasSize(2);
    }
    lab.close();
    nothingIsLeft();
    for (Node node : lab.nodes()) {
      assertThatThrownBy(() -> new Socket(node.host(), node.port()).close())
          .isInstanceOf(ConnectException.class);
    }
    assertThatThrownBy(() -> lab.startAlone(frozen, true)).isInstanceOf(TargetException.class);
    assertThat(processes()).isEmpty();
  }

  @Test
  void aLabThatCannotStartLeavesNothing() throws IOException {
    Topology topology = Topology.cluster(Topology.REPLICATION, 3);
    StartOptions options = new StartOptions(cache, null, List.of("no_such_option=1"));
    TargetSpec embedded = ItServers.embedded();
    assertThatThrownBy(() -> ServerRegistry.open(topology, embedded, options, Progress.SILENT))
        .isInstanceOf(TargetException.class)
        .hasMessageContaining("unknown variable 'no_such_option=1'");
    nothingIsLeft();
  }

  @Test
  void theNextStartEndsWhatAKilledCommandLeft() throws Exception {
    try (Child killed = child()) {
      List<ProcessHandle> orphans = processes();
      assertThat(orphans).hasSize(2);
      Child.signal("KILL", killed.handle().pid());
      killed.awaitEnd();
      assertThat(orphans).allMatch(ProcessHandle::isAlive);
      Heard heard = new Heard();
      StartOptions options = new StartOptions(cache, null, List.of());
      try (Server lab = ServerRegistry.open(ItServers.embedded(), options, heard)) {
        assertThat(orphans).noneMatch(ProcessHandle::isAlive);
        assertThat(heard.lines).hasSize(2).allMatch(line -> line.startsWith("Ended a server"));
        assertThat(processes())
            .extracting(ProcessHandle::pid)
            .containsOnly(lab.pid().orElseThrow());
      }
    }
    nothingIsLeft();
  }

  @Test
  void theEndOfTheCommandEndsTheLabThatNobodyClosed() throws Exception {
    try (Child child = child()) {
      assertThat(processes()).hasSize(2);
      child.handle().destroy();
      child.awaitEnd();
    }
    nothingIsLeft();
  }

  private Child child() throws IOException {
    ItServers.embedded();
    Child child = Child.replicating(List.of("embedded", cache.toString()));
    assertThat(child.line()).isEqualTo("ready");
    return child;
  }

  private ReplicationCluster open() throws TargetException {
    return ReplicationClusterIT.open(ItServers.embedded(), cache, 2, false);
  }

  private void nothingIsLeft() throws IOException {
    assertThat(processes()).isEmpty();
    assertThat(Folders.children(cache.resolve("servers")))
        .containsExactly(cache.resolve("servers/lock"));
  }

  /** Servers that work in this cache. */
  private List<ProcessHandle> processes() {
    return ProcessHandle.allProcesses()
        .filter(
            process ->
                process
                    .info()
                    .commandLine()
                    .orElse("")
                    .contains("--datadir=" + cache.resolve("servers")))
        .toList();
  }
}
