package io.github.bmt4j.load.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.github.bmt4j.jdbc.DriverWish;
import io.github.bmt4j.jdbc.LoadDriver;
import io.github.bmt4j.jdbc.Sql;
import io.github.bmt4j.jdbc.Target;
import io.github.bmt4j.jdbc.TargetSpec;
import io.github.bmt4j.load.run.NodeFigures.Node;
import io.github.bmt4j.progress.Progress;
import io.github.bmt4j.replication.HeartbeatTable;
import io.github.bmt4j.server.Cluster;
import io.github.bmt4j.server.ItServers;
import io.github.bmt4j.server.NodeSql;
import io.github.bmt4j.server.ServerRegistry;
import io.github.bmt4j.server.StartOptions;
import io.github.bmt4j.server.Topology;
import java.nio.file.Path;
import java.sql.Connection;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Loads whose cluster is watched, where lags and rows are known. */
@Execution(ExecutionMode.CONCURRENT)
class WatchedNodesIT {
  private static final long ROWS = 1_000;

  /** So few that a replica on a busy machine keeps up. */
  private static final double RATE = 40;

  private static final long FROZEN_MILLIS = 2_000;
  private static final int DELAY_SECONDS = 2;

  @TempDir Path runs;

  static Stream<Supplier<TargetSpec>> products() {
    return Stream.of(ItServers::embedded, ItServers::mysql);
  }

  /** In one cluster: a deleted row stays deleted, so that comes last. */
  @Tag("extended")
  @ParameterizedTest
  @MethodSource("products")
  void lagsAndRowsAreThoseThatAreKnown(Supplier<TargetSpec> product) throws Exception {
    Topology pair = Topology.cluster(Topology.REPLICATION, 2);
    StartOptions start = new StartOptions(ItServers.cache(), null, List.of());
    try (Cluster cluster = ServerRegistry.open(pair, product.get(), start, Progress.SILENT)) {
      allNodesHaveEverythingAfterTheLoad(cluster);
      aFrozenReplicaIsBehindAsLongAsItWasFrozen(cluster);
      aDelayedReplicaIsBehindByItsDelay(cluster);
      aNodeThatIsRestartedSpoilsTheLoad(cluster);
      aRowThatIsDeletedOnOneNodeIsFound(cluster);
    }
  }

  private void allNodesHaveEverythingAfterTheLoad(Cluster cluster) throws Exception {
    RunResult run = run(cluster, "oltp_insert", 2, () -> {});

    NodeFigures nodes = Objects.requireNonNull(run.nodes());
    long inserted = inserted(run);
    assertThat(inserted).isPositive();
    assertThat(nodes.rowsBefore()).isEqualTo(ROWS);
    assertThat(nodes.rowsExpected()).isEqualTo(ROWS + inserted);
    assertThat(nodes.nodes()).extracting(Node::rows).containsOnly(ROWS + inserted);
    assertThat(nodes.convergedMs()).isPositive().isLessThan(5_000);
    assertThat(nodes.waited()).isIn("MASTER_GTID_WAIT", "WAIT_FOR_EXECUTED_GTID_SET");
    assertThat(nodes.nodes().get(0).lag().max()).isZero();
    assertThat(nodes.nodes()).allMatch(node -> node.lag().count() > 10);
    assertThat(run.verdict().reasons()).noneMatch(reason -> reason.contains("statements and bmt"));
    assertThat(tables(cluster)).doesNotContain(HeartbeatTable.NAME);
  }

  private void aFrozenReplicaIsBehindAsLongAsItWasFrozen(Cluster cluster) throws Exception {
    Cluster.Node replica = cluster.nodes().get(1);
    AtomicLong most = new AtomicLong();
    RunResult run =
        run(
            cluster,
            "oltp_point_select",
            5,
            () -> {
              Thread.sleep(1_000);
              long begin = System.nanoTime();
              cluster.freeze(replica);
              Thread.sleep(FROZEN_MILLIS);
              cluster.thaw(replica);
              most.set((System.nanoTime() - begin) / 1_000_000);
            });

    NodeFigures nodes = Objects.requireNonNull(run.nodes());
    assertThat(nodes.nodes().get(1).lag().max())
        .isBetween(FROZEN_MILLIS - 100.0, most.get() + 100.0);
    // One query hung, and those that were not sent meanwhile count too.
    assertThat(nodes.nodes().get(1).lag().mean()).isGreaterThan(200);
    assertThat(nodes.nodes().get(1).unansweredMs())
        .isBetween(FROZEN_MILLIS - 100.0, most.get() + 100.0);
    assertThat(nodes.nodes().get(0).lag().max()).isLessThan(FROZEN_MILLIS / 2);
    assertThat(nodes.convergedMs()).isNotNull();
  }

  /** By the time of day in the heartbeat's row, which is another way to the same figure. */
  private void aDelayedReplicaIsBehindByItsDelay(Cluster cluster) throws Exception {
    Cluster.Node replica = cluster.nodes().get(1);
    AtomicLong oldest = new AtomicLong();
    delay(cluster, DELAY_SECONDS);
    RunResult run =
        run(
            cluster,
            "oltp_insert",
            4,
            () -> {
              try (Connection asked = NodeSql.connect(cluster, replica, cluster.admin())) {
                long until = System.nanoTime() + 4_300_000_000L;
                while (System.nanoTime() < until) {
                  long written = HeartbeatTable.read(asked).atMicros();
                  if (written > 0) {
                    long age = System.currentTimeMillis() - written / 1_000;
                    oldest.accumulateAndGet(age, Math::max);
                  }
                  Thread.sleep(10);
                }
              }
            });
    delay(cluster, 0);

    NodeFigures nodes = Objects.requireNonNull(run.nodes());
    assertThat(oldest.get()).isGreaterThan((DELAY_SECONDS - 1) * 1_000);
    assertThat(nodes.nodes().get(1).lag().max()).isCloseTo((double) oldest.get(), within(200.0));
    assertThat(nodes.convergedMs()).isGreaterThan((DELAY_SECONDS - 1) * 1_000.0 - 100);
    assertThat(nodes.nodes().get(0).lag().max()).isLessThan(DELAY_SECONDS * 1_000.0 - 1_000);
    assertThat(nodes.nodes()).extracting(Node::rows).containsOnly(nodes.rowsExpected());
  }

  private static void delay(Cluster cluster, int seconds) throws Exception {
    Cluster.Node replica = cluster.nodes().get(1);
    try (Connection admin = NodeSql.connect(cluster, replica, cluster.admin())) {
      boolean mariaDb = Sql.text(admin, "SELECT VERSION()").contains("MariaDB");
      Sql.execute(
          admin,
          mariaDb
              ? List.of("STOP SLAVE", "CHANGE MASTER TO MASTER_DELAY = " + seconds, "START SLAVE")
              : List.of(
                  "STOP REPLICA SQL_THREAD",
                  "CHANGE REPLICATION SOURCE TO SOURCE_DELAY = " + seconds,
                  "START REPLICA SQL_THREAD"));
    }
  }

  private void aNodeThatIsRestartedSpoilsTheLoad(Cluster cluster) throws Exception {
    Cluster.Node replica = cluster.nodes().get(1);
    RunResult run =
        run(
            cluster,
            "oltp_insert",
            4,
            () -> {
              cluster.kill(replica);
              cluster.rejoin(replica);
            });
    assertThat(run.verdict().reasons()).contains("node2 was restarted during the load");
    cluster.awaitCaughtUp(replica, Duration.ofSeconds(30));
  }

  private void aRowThatIsDeletedOnOneNodeIsFound(Cluster cluster) throws Exception {
    Cluster.Node replica = cluster.nodes().get(1);
    try (Connection admin = NodeSql.connect(cluster, replica, cluster.admin())) {
      boolean mariaDb = Sql.text(admin, "SELECT VERSION()").contains("MariaDB");
      Sql.execute(
          admin,
          mariaDb
              ? List.of("SET sql_log_bin = 0", "DELETE FROM sbtest1 WHERE id = 7")
              : List.of(
                  "SET GLOBAL super_read_only = OFF",
                  "SET sql_log_bin = 0",
                  "DELETE FROM sbtest1 WHERE id = 7"));
    }
    RunResult run = run(cluster, "oltp_insert", 1, () -> {});

    long rows = Objects.requireNonNull(Objects.requireNonNull(run.nodes()).rowsExpected());
    assertThat(run.verdict().reasons())
        .contains(
            String.format(
                Locale.ROOT,
                "the nodes have different numbers of rows: node1 %,d, node2 %,d",
                rows,
                rows - 1));
  }

  private static long inserted(RunResult run) {
    long warmup = Objects.requireNonNull(run.server()).counted() - run.totals().queries();
    return run.totals().transactions() + warmup;
  }

  private static List<String> tables(Cluster cluster) throws Exception {
    return NodeSql.column(cluster, cluster.nodes().get(0), "SHOW TABLES");
  }

  private RunResult run(Cluster cluster, String name, double seconds, Meanwhile meanwhile)
      throws Exception {
    List<WatchedNode> nodes =
        cluster.nodes().stream()
            .map(
                node ->
                    new WatchedNode(
                        node.name(),
                        new Target(
                            node.name(),
                            cluster.url(node),
                            cluster.admin().user(),
                            cluster.admin().password(),
                            true)))
            .toList();
    LoadTargets targets = new LoadTargets(List.of(cluster.target(cluster.primary())), nodes);
    LoadWatch watch = new LoadWatch();
    CompletableFuture<?>[] done = {CompletableFuture.completedFuture(null)};
    watch.onBegin =
        () ->
            done[0] =
                CompletableFuture.runAsync(
                    () -> {
                      try {
                        meanwhile.act();
                      } catch (Exception e) {
                        throw new IllegalStateException(e);
                      }
                    });
    LoadDriver own = LoadDriver.own(DriverWish.OWN);
    RunResult result =
        watch.run(
            new LoadExperiment(ShortJob.of(name, ROWS, 2, seconds, RATE), targets, own, false),
            runs);
    done[0].get(10, TimeUnit.SECONDS);
    return result;
  }

  /** An action of a test during a load. */
  private interface Meanwhile {
    void act() throws Exception;
  }
}
