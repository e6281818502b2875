package io.github.bmt4j.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.bmt4j.failure.TargetException;
import io.github.bmt4j.jdbc.TargetSpec;
import io.github.bmt4j.os.Folders;
import io.github.bmt4j.progress.Progress;
import io.github.bmt4j.server.ReplicationLab.Node;
import java.io.IOException;
import java.net.ConnectException;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Nodes that are brought back, and labs that end, from whatever state they are in. */
@Execution(ExecutionMode.CONCURRENT)
class ReplicationLabEndIT {
  private static final Duration SOON = Duration.ofSeconds(30);

  @TempDir Path temp;
  private Path cache;

  static Stream<Supplier<TargetSpec>> kinds() {
    return Stream.of(ItServers::embedded, ItServers::local);
  }

  /** A cache of this test's own, so that it sees what is left, with the programs of all tests. */
  @BeforeEach
  void shareBinaries() throws IOException {
    cache = ItServers.cacheIn(temp);
  }

  @AfterEach
  void leaveBinaries() throws IOException {
    Files.delete(cache.resolve("binaries"));
  }

  @ParameterizedTest
  @MethodSource("kinds")
  void resetBringsBackFreshNodesFromAnyState(Supplier<TargetSpec> kind) throws Exception {
    try (ReplicationLab lab = open(kind)) {
      List<Node> nodes = lab.nodes();
      for (BadState bad : BadState.values()) {
        ReplicationLabIT.write(lab, nodes.get(0), 1, 3);
        bad.of(lab);
        lab.reset();
        assertThat(ReplicationLabIT.roles(lab))
            .as("after %s", bad)
            .containsExactly("primary", "replica", "replica");
        assertThat(lab.nodes()).isEqualTo(nodes);
        assertThat(lab.primary()).isEqualTo(nodes.get(0));
        for (Node node : nodes) {
          assertThat(NodeSql.column(lab, node, "SHOW TABLES")).as("after %s", bad).isEmpty();
          assertThat(NodeSql.one(lab, node, "SELECT @@gtid_binlog_pos")).isEmpty();
        }
        ReplicationLabIT.write(lab, nodes.get(0), 7, 7);
        lab.awaitCaughtUp(nodes.get(2), SOON);
        assertThat(ReplicationLabIT.rows(lab, nodes.get(2))).containsExactly(7);
      }
    }
  }

  /** What faults leave behind. */
  private enum BadState {
    NONE {
      @Override
      void of(ReplicationLab lab) {}
    },
    ALL_KILLED {
      @Override
      void of(ReplicationLab lab) throws TargetException {
        for (Node node : lab.nodes()) {
          lab.kill(node);
        }
      }
    },
    FROZEN {
      @Override
      void of(ReplicationLab lab) throws TargetException {
        lab.freeze(lab.nodes().get(0));
        lab.freeze(lab.nodes().get(2));
      }
    },
    PROMOTED_WITH_A_STRAY {
      @Override
      void of(ReplicationLab lab) throws TargetException {
        lab.kill(lab.nodes().get(0));
        lab.promote(lab.nodes().get(2));
        lab.startAlone(lab.nodes().get(0), false);
      }
    },
    DIVERGED {
      @Override
      void of(ReplicationLab lab) throws Exception {
        lab.stopReceiving(lab.nodes().get(1));
        NodeSql.execute(lab, lab.nodes().get(0), lab.admin(), "CREATE TABLE more (a INT)");
        lab.kill(lab.nodes().get(0));
        lab.promote(lab.nodes().get(1));
        NodeSql.execute(lab, lab.nodes().get(1), lab.admin(), "CREATE TABLE other (a INT)");
        lab.startAsReplica(lab.nodes().get(0));
      }
    };

    abstract void of(ReplicationLab lab) throws Exception;
  }

  @Test
  void nothingIsLeftOfALabWithFrozenAndKilledNodes() throws Exception {
    ReplicationLab lab = open(ItServers::embedded);
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
    ReplicationOptions options =
        new ReplicationOptions(cache, 2, false, List.of("no_such_option=1"));
    assertThatThrownBy(() -> ReplicationLabs.open(ItServers.embedded(), options, Progress.SILENT))
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
      LabOptions options = new LabOptions(cache, null, List.of());
      try (Lab lab = Labs.open(ItServers.embedded(), options, heard)) {
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

  private ReplicationLab open(Supplier<TargetSpec> kind) throws TargetException {
    return ReplicationLabs.open(
        kind.get(), new ReplicationOptions(cache, 2, false, List.of()), Progress.SILENT);
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
