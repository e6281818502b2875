package io.github.bmt4j.load.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.bmt4j.experiment.BusyMachine;
import io.github.bmt4j.experiment.Made;
import io.github.bmt4j.failure.BadInputException;
import io.github.bmt4j.failure.TargetException;
import io.github.bmt4j.jdbc.DriverWish;
import io.github.bmt4j.jdbc.LoadDriver;
import io.github.bmt4j.jdbc.Target;
import io.github.bmt4j.jdbc.TargetSpec;
import io.github.bmt4j.load.nodes.NodeFigures;
import io.github.bmt4j.load.nodes.NodeFigures.Node;
import io.github.bmt4j.load.report.RunReport;
import io.github.bmt4j.load.run.RunResult.EndpointFigures;
import io.github.bmt4j.server.ClusterServer;
import io.github.bmt4j.server.ItServers;
import io.github.bmt4j.server.Queries;
import io.github.bmt4j.server.Topology;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Loads on a primary and its replica. */
class ClusterLoadIT {
  private static final Topology PAIR = Topology.cluster(Topology.REPLICATION, 2);
  private static final long ROWS = 1_000;
  private static final long FROZEN_MILLIS = 2_000;

  @TempDir Path runs;

  @Test
  void whatIsWrittenToThePrimaryIsOnBothNodesAndReadsUseBoth() throws Exception {
    TargetSpec embedded = ItServers.embedded();
    List<String> all = ClusterServer.endpoints(PAIR, false, List.of());
    try (ClusterServer pair = ClusterServer.open(ItServers.open(PAIR, embedded), all, false)) {
      List<Target> nodes = pair.targets();
      assertThat(nodes).hasSize(2);
      RunResult written = run("oltp_insert", 2, pair, nodes.subList(0, 1));
      pair.awaitCaughtUp();

      assertThat(written.totals().transactions()).isPositive();
      for (Target node : nodes) {
        assertThat(Queries.one(node, "SELECT COUNT(*) FROM sbtest1"))
            .isEqualTo(Long.toString(ROWS + written.totals().transactions()));
      }
      assertThat(written.endpoints()).isNull();
      counted(written);

      RunResult read = run("oltp_point_select", 2, pair, nodes);
      List<EndpointFigures> figures = Objects.requireNonNull(read.endpoints());
      assertThat(figures).extracting(EndpointFigures::threads).containsExactly(1, 1);
      assertThat(figures).allMatch(one -> one.transactions() > 0);
      assertThat(figures.get(0).url()).isNotEqualTo(figures.get(1).url());
      counted(read);
      twoWatchesAtOnceHaveAHeartbeatEach(pair);
      aRowThatOnlyThePrimaryHasIsFound(pair);
    }
  }

  /** Reads of all nodes, whose counts are exact although they count heartbeats too. */
  private void twoWatchesAtOnceHaveAHeartbeatEach(ClusterServer pair) throws Exception {
    CompletableFuture<RunResult> other =
        CompletableFuture.supplyAsync(() -> watched(pair, "oltp_point_select", pair.nodes()));
    RunResult run = watched(pair, "oltp_read_only", pair.nodes());
    for (RunResult one : List.of(run, other.get(60, TimeUnit.SECONDS))) {
      NodeFigures nodes = Objects.requireNonNull(one.nodes());
      assertThat(nodes.failedBeats()).isZero();
      assertThat(nodes.convergedMs()).isNotNull();
      assertThat(nodes.nodes().get(0).lag().count()).as("at its source").isZero();
      assertThat(nodes.nodes().get(1).lag().count()).isGreaterThan(20);
      assertThat(one.verdict().texts())
          .noneMatch(reason -> reason.matches(".*(heartbeat|rows|does not show).*"));
    }
    RunResult alone = watched(pair, "oltp_read_only", pair.nodes());
    assertThat(alone.verdict().texts()).noneMatch(reason -> reason.contains("statements and bmt"));
    RunResult.ServerCounts server = Objects.requireNonNull(alone.server());
    assertThat(server.statements() - server.counted()).isBetween(0L, 60L);
    assertThat(Queries.one(pair.nodes().get(0), "SHOW TABLES LIKE 'bmt%'")).isEmpty();
  }

  /** The primary is not among the nodes to watch. */
  private void aRowThatOnlyThePrimaryHasIsFound(ClusterServer pair) throws Exception {
    Target replica = pair.nodes().get(1);
    Queries.execute(replica, "SET sql_log_bin = 0", "DELETE FROM sbtest1 WHERE id = 7");
    RunResult run = watched(pair, "oltp_update_index", List.of(replica));
    assertThat(run.verdict().texts())
        .anyMatch(reason -> reason.matches("the nodes have different numbers of rows: .*"));
  }

  private RunResult watched(ClusterServer pair, String name, List<Target> nodes) {
    List<Target> endpoints =
        name.contains("update") ? pair.targets().subList(0, 1) : pair.targets();
    try {
      return new LoadWatch()
          .load(
              OltpJob.pausing(ShortJob.of(name, ROWS, 2, 1.5, null)),
              runs,
              new LoadTargets(endpoints, nodes));
    } catch (TargetException e) {
      throw new IllegalStateException(e);
    }
  }

  /** They count what they apply as their own statements. */
  @Tag("extended")
  @Test
  void writesToAllNodesOfAGaleraClusterAreOnAllOfThem() throws Exception {
    TargetSpec local = ItServers.galera();
    Topology three = Topology.cluster("galera", 3);
    List<String> all = ClusterServer.endpoints(three, true, List.of());
    try (ClusterServer cluster = ClusterServer.open(ItServers.open(three, local), all, false)) {
      RunResult written = run("oltp_insert", 3, cluster, cluster.targets());
      cluster.awaitCaughtUp();

      for (Target node : cluster.targets()) {
        assertThat(Queries.one(node, "SELECT COUNT(*) FROM sbtest1"))
            .isEqualTo(Long.toString(ROWS + written.totals().transactions()));
      }
      assertThat(written.endpoints()).hasSize(3).allMatch(one -> one.transactions() > 0);
      RunResult.ServerCounts server = Objects.requireNonNull(written.server());
      assertThat(server.statements()).isGreaterThan(server.counted());
      conflictsAreThoseOfTheServers(cluster);
      aNodeThatDoesNotAnswerStallsTheWritesOfTheGroup(cluster);
    }
  }

  /** Reads go on at the other nodes, which lack nothing that was acknowledged. */
  private void aNodeThatDoesNotAnswerStallsTheWritesOfTheGroup(ClusterServer cluster)
      throws Exception {
    List<Target> nodes = cluster.nodes();
    String pid = Files.readString(Path.of(Queries.one(nodes.get(2), "SELECT @@pid_file"))).strip();
    LoadWatch watch = new LoadWatch();
    CompletableFuture<?>[] frozen = {CompletableFuture.completedFuture(null)};
    watch.onBegin = () -> frozen[0] = CompletableFuture.runAsync(() -> freeze(pid));
    RunResult run;
    double lateMs;
    try (Lateness lateness = new Lateness()) {
      run =
          watch.load(
              ShortJob.of("oltp_insert", ROWS, 2, 4, 40.0),
              runs,
              new LoadTargets(cluster.targets().subList(0, 1), nodes));
      lateMs = lateness.mostMillis();
    }
    frozen[0].get(30, TimeUnit.SECONDS);

    NodeFigures figures = Objects.requireNonNull(run.nodes());
    List<Node> found = figures.nodes();
    assertThat(figures.waited()).isEqualTo("WSREP_SYNC_WAIT_UPTO_GTID");
    // The silence begins with the first query after the freeze, which this JVM may send late.
    assertThat(found.get(2).unansweredMs()).isGreaterThan(FROZEN_MILLIS - 100.0 - lateMs);
    assertThat(figures.stalledMs()).isGreaterThan(FROZEN_MILLIS - 200.0);
    assertThat(figures.convergedMs()).isNotNull();
    assertThat(found).extracting(Node::rows).containsOnly(figures.rowsExpected());
    assertThat(new RunReport().text(run, 120)).contains("heartbeats stalled for ");
  }

  /** By how much threads of this JVM wake too late, as one of them measures. */
  private static final class Lateness implements AutoCloseable {
    private final AtomicLong mostNanos = new AtomicLong();
    private final Thread sleeper = new Thread(this::look, "lateness");

    Lateness() {
      sleeper.start();
    }

    private void look() {
      try {
        while (true) {
          long begin = System.nanoTime();
          Thread.sleep(1);
          mostNanos.accumulateAndGet(System.nanoTime() - begin, Math::max);
        }
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }

    double mostMillis() {
      return mostNanos.get() / 1e6;
    }

    @Override
    public void close() {
      sleeper.interrupt();
    }
  }

  private static void freeze(String pid) {
    try {
      Thread.sleep(1_000);
      new ProcessBuilder("kill", "-STOP", pid).start().waitFor();
      Thread.sleep(FROZEN_MILLIS);
      new ProcessBuilder("kill", "-CONT", pid).start().waitFor();
    } catch (IOException | InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  /**
   * A session on each node: every deadlock is a conflict with another node. The servers count some
   * of them twice, as an abort and a failure, and aborts that no client sees: they are replayed. A
   * node's deadlock with the applier of others may be counted as its own.
   */
  private void conflictsAreThoseOfTheServers(ClusterServer cluster) throws Exception {
    long failuresBefore = counted(cluster, "WSREP_LOCAL_CERT_FAILURES");
    long abortsBefore = counted(cluster, "WSREP_LOCAL_BF_ABORTS");
    RunResult run = run("oltp_write_only", 3, cluster, cluster.targets());
    long failures = counted(cluster, "WSREP_LOCAL_CERT_FAILURES") - failuresBefore;
    long aborts = counted(cluster, "WSREP_LOCAL_BF_ABORTS") - abortsBefore;
    assertThat(deadlocks(run, "certification")).isBetween(failures, failures + aborts);
    assertThat(deadlocks(run, "certification") + deadlocks(run, "conflict"))
        .isPositive()
        .isLessThanOrEqualTo(failures + aborts);
    assertThat(deadlocks(run, "statement")).as("one session a node").isZero();
    long all = deadlocks(run, "certification") + deadlocks(run, "conflict");
    assertThat(new RunReport().text(run, 200))
        .containsPattern(
            String.format(
                Locale.ROOT, ": (all|[0-9,]+ to %,d) conflicts with other nodes[,;] ", all));
  }

  private static long deadlocks(RunResult run, String phase) {
    return run.errorsByCode().stream()
        .filter(error -> error.code() == 1213 && error.phase().equals(phase))
        .mapToLong(RunResult.ErrorCount::count)
        .sum();
  }

  private static long counted(ClusterServer cluster, String counter) throws Exception {
    long sum = 0;
    for (Target node : cluster.targets()) {
      sum +=
          Long.parseLong(
              Queries.one(
                  node,
                  "SELECT variable_value FROM information_schema.global_status"
                      + " WHERE variable_name = '"
                      + counter
                      + "'"));
    }
    return sum;
  }

  @Test
  void nodesThatDoNotExistOrTakeNoWritesAreRefused() {
    assertThat(ClusterServer.endpoints(PAIR, true, List.of())).containsExactly("node1");
    assertThat(ClusterServer.endpoints(PAIR, true, List.of("node1"))).containsExactly("node1");
    assertThat(ClusterServer.endpoints(PAIR, false, List.of())).containsExactly("node1", "node2");
    Topology galera = Topology.cluster("galera", 3);
    assertThat(ClusterServer.endpoints(galera, true, List.of()))
        .containsExactly("node1", "node2", "node3");
    assertThat(ClusterServer.endpoints(galera, true, List.of("node3", "node1")))
        .containsExactly("node3", "node1");
    assertThatThrownBy(() -> ClusterServer.endpoints(PAIR, true, List.of("node2")))
        .isInstanceOf(BadInputException.class)
        .hasMessage(
            "--write-to=node2: this load writes, and with topology replication only the primary"
                + ", node1, takes writes");
    assertThatThrownBy(() -> ClusterServer.endpoints(PAIR, true, List.of("node1", "node3")))
        .isInstanceOf(BadInputException.class)
        .hasMessage("--write-to=node1,node3: choose from node1, node2");
    assertThatThrownBy(() -> ClusterServer.endpoints(PAIR, false, List.of("node1")))
        .isInstanceOf(BadInputException.class)
        .hasMessageStartingWith("--write-to=node1: this load only reads");
  }

  private RunResult run(String name, int threads, ClusterServer cluster, List<Target> targets)
      throws Exception {
    Job job = ShortJob.of(name, ROWS, threads, 1, null);
    RunScenario scenario =
        Made.like(job.scenario())
            .set(
                "cluster",
                new RunCluster(PAIR.text(), PAIR.replicas(), List.of("node1"), List.of(), null))
            .record();
    LoadExperiment load =
        new LoadExperiment(
            new Job(job.workload(), job.params(), scenario),
            new LoadTargets(targets, List.of()),
            LoadDriver.own(DriverWish.OWN),
            false);
    RunResult result = new LoadWatch().run(new ClusterLoad<>(load, cluster), runs);
    BusyMachine.atMost(result.verdict().texts(), "%s", result);
    assertThat(new RunReport().text(result, 120))
        .contains(", topology replication, 2 nodes, load on node1");
    return result;
  }

  /** The servers counted the statements that the load counted. */
  private static void counted(RunResult run) {
    RunResult.ServerCounts server = Objects.requireNonNull(run.server());
    assertThat(server.statements() - server.counted()).isBetween(0L, run.totals().errors());
  }
}
