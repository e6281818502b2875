package io.github.bmt4j.failover.balance;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.bmt4j.clock.Clock;
import io.github.bmt4j.failover.balance.BalanceFigures.Staleness;
import io.github.bmt4j.failover.client.ApplicationSettings;
import io.github.bmt4j.failover.client.ClientDriver;
import io.github.bmt4j.failover.client.ClientProcess;
import io.github.bmt4j.failover.client.DriverFamily;
import io.github.bmt4j.failover.client.HaMode;
import io.github.bmt4j.failover.client.ProbeLoad;
import io.github.bmt4j.failover.client.ProbePlan;
import io.github.bmt4j.failover.client.ShippedSettings;
import io.github.bmt4j.failover.client.TrialTimes;
import io.github.bmt4j.failover.cluster.LabCluster;
import io.github.bmt4j.failover.fault.Faults;
import io.github.bmt4j.failover.figures.ClientLog;
import io.github.bmt4j.failover.figures.Operation;
import io.github.bmt4j.failover.scenario.ClientPlan;
import io.github.bmt4j.jdbc.LoadDriver;
import io.github.bmt4j.jdbc.Sql;
import io.github.bmt4j.option.OptionValues;
import io.github.bmt4j.server.Cluster;
import io.github.bmt4j.server.Cluster.Node;
import io.github.bmt4j.server.ItServers;
import io.github.bmt4j.server.Topology;
import java.nio.file.Path;
import java.sql.Connection;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Reads of a real application, on a replica that applies nothing for a known time. */
@Execution(ExecutionMode.CONCURRENT)
@ResourceLock("the cluster of StaleReadsIT")
class StaleReadsIT {
  private static final double PER_SECOND = 100;
  private static final long STILL_MILLIS = 1_500;

  /** So long after the stop there certainly was a write that a read then has not seen. */
  private static final long SURE_NANOS = 500_000_000;

  /** What the client's schedule and a busy machine may add or take. */
  private static final double SLACK_MS = 250;

  @AutoClose private static Cluster cluster;
  @TempDir private static Path work;

  @TempDir Path folder;

  /** When a replica applied nothing; it lagged for at least and at most these ms. */
  private record Still(long stoppedNanos, long goingNanos, double leastMs, double mostMs) {}

  private interface Step {
    void take() throws Exception;
  }

  @BeforeAll
  static void start() throws Exception {
    cluster =
        ItServers.open(
            Topology.cluster(Topology.REPLICATION, 2),
            ItServers.embedded(),
            "innodb_flush_log_at_trx_commit=2");
    lab(ItServers.driver("own", Map.of())).ready(() -> false);
  }

  @Test
  void aReplicaThatAppliesNothingGivesStaleReadsWithALagOfThatTime() throws Exception {
    isSeen("own", "loadbalance");
  }

  @Tag("extended")
  @ParameterizedTest
  @CsvSource({
    "own, replication",
    "mariadb:2.7.15, replication",
    "mysql:9.7.0, replication",
    "aws:4.3.0+mariadb:3.5.11, replication"
  })
  void soItDoesWithEveryModeThatSpreadsReads(String driver, String ha) throws Exception {
    isSeen(driver, ha);
  }

  private void isSeen(String driver, String ha) throws Exception {
    LoadDriver loaded = ItServers.driver(driver, Map.of());
    HaMode mode = DriverFamily.of(loaded.wish().driver()).mode("--ha", ha, one -> true);
    Still[] still = new Still[1];
    BalanceEvidence played =
        play(
            loaded,
            new ReplicaSpread(cluster, mode, loaded, "").urls(),
            () -> still[0] = applyNothing(cluster.nodes().get(1)));
    BalanceFigures figures = BalanceAnalysis.figures(played);
    Staleness stale = Objects.requireNonNull(figures.staleInAll());

    assertThat(Objects.requireNonNull(figures.readsOffPrimary()).before()).isEqualTo(1);
    assertThat(stale.largestLagMs()).isBetween(still[0].leastMs(), still[0].mostMs());
    SpreadOperations reads = SpreadOperations.of(played);
    Staleness certain =
        new OwnWrites(played.client())
            .staleness(
                reads.between(still[0].stoppedNanos() + SURE_NANOS, still[0].goingNanos()).stream()
                    .filter(read -> read.startNanos() > still[0].stoppedNanos() + SURE_NANOS)
                    .toList());
    assertThat(certain.reads()).isGreaterThan(10);
    assertThat(certain.stale()).isEqualTo(certain.reads());
    // The newest row that a read sees is older than the oldest write that it does not see.
    double oldestMs = reads.byEnd().stream().mapToLong(Operation::ageNanos).max().orElse(0) / 1e6;
    assertThat(oldestMs).isGreaterThan(stale.largestLagMs());
  }

  @Test
  void onThePrimaryNoReadIsStale() throws Exception {
    LoadDriver own = ItServers.driver("own", Map.of());
    String node = own.url(cluster.url(cluster.primary()));
    BalanceFigures figures =
        BalanceAnalysis.figures(
            play(own, new ProbePlan.Urls(node, node, null), () -> Thread.sleep(1_500)));
    Staleness stale = Objects.requireNonNull(figures.staleInAll());

    assertThat(stale.reads()).isGreaterThan(50);
    assertThat(stale.stale()).isZero();
    assertThat(stale.largestLagMs()).isNull();
    assertThat(Objects.requireNonNull(figures.readsOffPrimary()).before()).isEqualTo(0);
  }

  private BalanceEvidence play(LoadDriver driver, ProbePlan.Urls urls, Step step) throws Exception {
    ClientLog log;
    long from;
    long end;
    var probes = lab(driver).plan(urls);
    try (ClientProcess client = ClientProcess.start(probes, folder, List.of(), Clock.SYSTEM)) {
      ObservedServer.await(() -> client.status().reader().counts().ok() > 50);
      from = Clock.SYSTEM.nanoTime();
      step.take();
      end = Clock.SYSTEM.nanoTime();
      log = client.stop(Duration.ofSeconds(5));
    }
    return new BalanceEvidence(
        new ReplicaSpread(cluster, HaMode.LOADBALANCE, driver, "").servers(log, end),
        from,
        end,
        null,
        log,
        List.of(),
        probes.rates(),
        1_000_000_000L);
  }

  private static Still applyNothing(Node replica) throws Exception {
    try (Connection admin = LabCluster.look(cluster, replica, cluster.admin())) {
      long before = System.nanoTime();
      Sql.execute(admin, "STOP SLAVE SQL_THREAD");
      long stopped = System.nanoTime();
      Thread.sleep(STILL_MILLIS);
      long going = System.nanoTime();
      Sql.execute(admin, "START SLAVE SQL_THREAD");
      cluster.awaitCaughtUp(replica, Duration.ofSeconds(10));
      return new Still(
          stopped,
          going,
          (going - stopped) / 1e6 - SLACK_MS,
          (System.nanoTime() - before) / 1e6 + SLACK_MS);
    }
  }

  private static LabCluster lab(LoadDriver driver) {
    ApplicationSettings settings = ShippedSettings.of(5, ClientDriver.of(driver.wish()));
    return new LabCluster(
        new LabCluster.Plan(
            HaMode.REPLICATION,
            false,
            false,
            Faults.replicaLoss(null, Duration.ZERO),
            OptionValues.DEFAULT,
            new ClientPlan(
                settings,
                driver,
                new ProbeLoad(PER_SECOND, PER_SECOND, 0, 100, 0, 0, null, true),
                new TrialTimes(0, 1_000, 0, 60_000)),
            0),
        cluster,
        work,
        Clock.SYSTEM);
  }
}
