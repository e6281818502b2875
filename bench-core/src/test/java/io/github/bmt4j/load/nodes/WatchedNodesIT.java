package io.github.bmt4j.load.nodes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.github.bmt4j.clock.Clock;
import io.github.bmt4j.endpoint.EndpointServer;
import io.github.bmt4j.endpoint.TimedQuery;
import io.github.bmt4j.jdbc.DriverWish;
import io.github.bmt4j.jdbc.LoadDriver;
import io.github.bmt4j.jdbc.PsMode;
import io.github.bmt4j.jdbc.Sql;
import io.github.bmt4j.jdbc.TargetSpec;
import io.github.bmt4j.load.nodes.NodeFigures.Node;
import io.github.bmt4j.load.run.Job;
import io.github.bmt4j.load.run.LoadWatch;
import io.github.bmt4j.load.run.RunResult;
import io.github.bmt4j.load.run.ShortJob;
import io.github.bmt4j.progress.StopSignal;
import io.github.bmt4j.replication.Heartbeat;
import io.github.bmt4j.replication.HeartbeatTable;
import io.github.bmt4j.server.Cluster;
import io.github.bmt4j.server.ItServers;
import io.github.bmt4j.server.NodeSql;
import io.github.bmt4j.server.Topology;
import io.github.bmt4j.server.Waiting;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Objects;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
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
  private static final int DELAY_SECONDS = 3;

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
    try (Cluster cluster = ItServers.open(pair, product.get())) {
      allNodesHaveEverythingAfterTheLoad(cluster);
      aFrozenReplicaIsBehindAsLongAsItWasFrozen(cluster);
      aDelayedReplicaIsBehindByItsDelay(cluster);
      whereNoFunctionWaitsTheHeartbeatIsPolled(cluster);
      theResolutionContainsTheOpeningOfConnections(cluster);
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
    assertThat(nodes.nodes().get(0).lag().max()).as("of the heartbeat's server").isNull();
    // A beat that the replica shows before its writer has the acknowledgement has no lag.
    assertThat(nodes.nodes().get(1).lag().min()).isNotNegative();
    assertThat(nodes.nodes().get(1).lag().max()).isPositive();
    assertThat(run.verdict().texts()).noneMatch(reason -> reason.contains("statements and bmt"));
    assertThat(tables(cluster)).noneMatch(table -> table.startsWith("bmt_heartbeat"));
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
    // Each beat of that time was seen late.
    assertThat(nodes.nodes().get(1).lag().mean()).isGreaterThan(200);
    assertThat(nodes.nodes().get(1).unansweredMs())
        .isBetween(FROZEN_MILLIS - 100.0, most.get() + 100.0);
    assertThat(nodes.convergedMs()).isNotNull();
  }

  /** By when another client saw each beat on the primary. The delay ends in whole seconds. */
  private void aDelayedReplicaIsBehindByItsDelay(Cluster cluster) throws Exception {
    AtomicLong from = new AtomicLong(Long.MAX_VALUE);
    NavigableMap<Long, Long> lags = new ConcurrentSkipListMap<>();
    AtomicBoolean ended = new AtomicBoolean();
    delay(cluster, DELAY_SECONDS);
    CompletableFuture<Void> looking =
        CompletableFuture.runAsync(() -> look(cluster, from, lags, ended));
    // The load begins when the replica shows the first beat.
    RunResult run = run(cluster, "oltp_insert", 1.5, () -> from.set(System.nanoTime()));
    ended.set(true);
    looking.get(10, TimeUnit.SECONDS);
    delay(cluster, 0);

    NodeFigures nodes = Objects.requireNonNull(run.nodes());
    long until = from.get() + (long) (1e9 * run.totals().elapsedSeconds());
    double largest = Collections.max(lags.headMap(until, true).values());
    assertThat(largest).isGreaterThan((DELAY_SECONDS - 1) * 1_000);
    assertThat(nodes.nodes().get(1).lag().max()).isCloseTo(largest, within(200.0));
    // The delay counts from the second in which the last write began.
    double slowest = Math.min(1_000, Objects.requireNonNull(run.latency().service().max()));
    assertThat(nodes.convergedMs()).isGreaterThan((DELAY_SECONDS - 1) * 1_000.0 - 100 - slowest);
    assertThat(nodes.nodes()).extracting(Node::rows).containsOnly(nodes.rowsExpected());
  }

  /**
   * Takes the time from when the primary showed a beat until the replica did, in ms, by the former.
   */
  private static void look(
      Cluster cluster, AtomicLong from, Map<Long, Long> lags, AtomicBoolean ended) {
    TreeMap<Long, Long> waiting = new TreeMap<>();
    try (Connection primary = NodeSql.connect(cluster, cluster.primary(), cluster.admin());
        Connection replica = NodeSql.connect(cluster, cluster.nodes().get(1), cluster.admin())) {
      while (!ended.get()) {
        long beat = shown(primary);
        if (System.nanoTime() >= from.get()) {
          waiting.putIfAbsent(beat, System.nanoTime());
        }
        Map<Long, Long> arrived = waiting.headMap(shown(replica), true);
        long now = System.nanoTime();
        arrived.values().forEach(at -> lags.putIfAbsent(at, (now - at) / 1_000_000));
        arrived.keySet().removeIf(number -> number < beat);
        Thread.sleep(10);
      }
    } catch (SQLException | InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  private static long shown(Connection node) {
    try {
      String table = Sql.text(node, "SHOW TABLES LIKE 'bmt_heartbeat%'");
      return new HeartbeatTable(table).read(node);
    } catch (SQLException e) {
      return 0; // The table is not there yet.
    }
  }

  private static void delay(Cluster cluster, int seconds) throws Exception {
    Cluster.Node replica = cluster.nodes().get(1);
    try (Connection admin = NodeSql.connect(cluster, replica, cluster.admin())) {
      boolean mariaDb = Sql.text(admin, "SELECT VERSION()").contains("MariaDB");
      Sql.execute(
          admin,
          mariaDb
              ? new String[] {
                "STOP SLAVE", "CHANGE MASTER TO MASTER_DELAY = " + seconds, "START SLAVE"
              }
              : new String[] {
                "STOP REPLICA SQL_THREAD",
                "CHANGE REPLICATION SOURCE TO SOURCE_DELAY = " + seconds,
                "START REPLICA SQL_THREAD"
              });
    }
  }

  /** As with two writers of MariaDB, of which none has the positions of the other. */
  private void whereNoFunctionWaitsTheHeartbeatIsPolled(Cluster cluster) throws Exception {
    List<EndpointServer> servers = reached(cluster);
    boolean mariaDb = servers.get(0).facts().product().isMariaDb();
    converge(
        servers,
        2,
        (convergence, replica) -> {
          convergence.await(System.nanoTime());
          assertThat(convergence.method())
              .isEqualTo(mariaDb ? "heartbeat" : "WAIT_FOR_EXECUTED_GTID_SET");
          assertThat(convergence.convergedMs()).isPositive().isLessThan(5_000);
        });
  }

  /** The replica has everything: all of the time is that of connections, which take a second. */
  private void theResolutionContainsTheOpeningOfConnections(Cluster cluster) throws Exception {
    List<EndpointServer> slow =
        reached(cluster).stream()
            .map(one -> one.over(one.connector().sending(List.of("DO SLEEP(1)"))))
            .toList();
    converge(
        slow,
        1,
        (convergence, replica) -> {
          replica.afterwards().drop();
          convergence.await(System.nanoTime());
          assertThat(convergence.convergedMs()).isGreaterThan(2_000);
          assertThat(convergence.resolutionMs())
              .isGreaterThan(2_000)
              .isGreaterThan(Objects.requireNonNull(convergence.convergedMs()) - 1_000);
        });
    converge(
        slow,
        1,
        (convergence, replica) -> {
          convergence.ready();
          convergence.await(System.nanoTime());
          assertThat(convergence.convergedMs()).as("opened before the end").isLessThan(1_000);
          assertThat(convergence.resolutionMs()).isLessThan(1_000);
        });
  }

  private static List<EndpointServer> reached(Cluster cluster) throws Exception {
    return EndpointServer.reach(
        PsMode.DISABLE,
        LoadWatch.watched(cluster).nodes(),
        TimedQuery.with(Clock.SYSTEM, new StopSignal()),
        LoadDriver.own(DriverWish.OWN));
  }

  /** Has the second server waited for, for what the first ones have written. */
  private static void converge(List<EndpointServer> servers, int writers, Waited waited)
      throws Exception {
    EndpointServer primary = servers.get(0);
    HeartbeatTable table = new HeartbeatTable();
    try (Connection admin = primary.connector().connect()) {
      table.create(admin);
      try (Heartbeat heartbeat =
              new Heartbeat(table, () -> primary.connector().connect(), Clock.SYSTEM);
          NodeQuery replica =
              new NodeQuery(
                  servers.get(1), heartbeat, false, new RowCounts(List.of(), false), Clock.SYSTEM);
          Convergence convergence =
              new Convergence(
                  new AllNodes(List.of(replica), Clock.SYSTEM, new StopSignal()),
                  servers.subList(0, writers),
                  heartbeat)) {
        Waiting.until(Duration.ofSeconds(30), 20, replica::hasHeartbeat);
        waited.check(convergence, replica);
        assertThat(convergence.failures()).isEmpty();
      }
      table.drop(admin);
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
    assertThat(run.verdict().texts()).contains("node2 was restarted during the load");
    cluster.awaitCaughtUp(replica, Duration.ofSeconds(30));
  }

  private void aRowThatIsDeletedOnOneNodeIsFound(Cluster cluster) throws Exception {
    Cluster.Node replica = cluster.nodes().get(1);
    try (Connection admin = NodeSql.connect(cluster, replica, cluster.admin())) {
      boolean mariaDb = Sql.text(admin, "SELECT VERSION()").contains("MariaDB");
      Sql.execute(
          admin,
          mariaDb
              ? new String[] {"SET sql_log_bin = 0", "DELETE FROM sbtest1 WHERE id = 7"}
              : new String[] {
                "SET GLOBAL super_read_only = OFF",
                "SET sql_log_bin = 0",
                "DELETE FROM sbtest1 WHERE id = 7"
              });
    }
    RunResult run = run(cluster, "oltp_insert", 1, () -> {});

    long rows = Objects.requireNonNull(Objects.requireNonNull(run.nodes()).rowsExpected());
    assertThat(run.verdict().texts())
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
    Job job = ShortJob.of(name, ROWS, 2, seconds, RATE);
    RunResult result = watch.load(job, runs, LoadWatch.watched(cluster));
    done[0].get(10, TimeUnit.SECONDS);
    return result;
  }

  /** An action of a test during a load. */
  private interface Meanwhile {
    void act() throws Exception;
  }

  /** Figures of a node that is waited for. */
  private interface Waited {
    void check(Convergence convergence, NodeQuery node) throws Exception;
  }
}
