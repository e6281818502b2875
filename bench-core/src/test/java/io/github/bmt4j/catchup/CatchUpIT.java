package io.github.bmt4j.catchup;

import static io.github.bmt4j.catchup.Replica.TABLE;
import static io.github.bmt4j.catchup.Replica.applies;
import static io.github.bmt4j.catchup.Replica.async;
import static io.github.bmt4j.catchup.Replica.await;
import static io.github.bmt4j.catchup.Replica.locked;
import static io.github.bmt4j.catchup.Replica.mariaDb;
import static io.github.bmt4j.catchup.Replica.onReplicaAlone;
import static io.github.bmt4j.catchup.Replica.replica;
import static io.github.bmt4j.catchup.Replica.restarted;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.github.bmt4j.catchup.CatchUpOrder.Outside;
import io.github.bmt4j.catchup.CatchUpResult.CatchUp;
import io.github.bmt4j.catchup.CatchUpResult.Outcome;
import io.github.bmt4j.catchup.CatchUpScenario.Case;
import io.github.bmt4j.catchup.Writing.Backlog;
import io.github.bmt4j.clock.Clock;
import io.github.bmt4j.clock.Medians;
import io.github.bmt4j.endpoint.TableCommands;
import io.github.bmt4j.experiment.BusyMachine;
import io.github.bmt4j.experiment.Context;
import io.github.bmt4j.failure.TargetException;
import io.github.bmt4j.jdbc.TargetSpec;
import io.github.bmt4j.load.run.Job;
import io.github.bmt4j.load.run.OltpJob;
import io.github.bmt4j.progress.Progress;
import io.github.bmt4j.progress.StopSignal;
import io.github.bmt4j.replication.ReplicaWait;
import io.github.bmt4j.sampling.SampleSeries;
import io.github.bmt4j.server.Cluster;
import io.github.bmt4j.server.ItServers;
import io.github.bmt4j.server.NodeSql;
import io.github.bmt4j.server.StartOptions;
import io.github.bmt4j.server.Topology;
import java.nio.file.Path;
import java.sql.Connection;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Catch-ups of a replica, in one cluster of each product. */
@Execution(ExecutionMode.CONCURRENT)
@Tag("extended")
class CatchUpIT {
  private static final Duration SHORT = Duration.ofSeconds(1);
  private static final Duration LONG = Duration.ofSeconds(3);

  /** Time that a busy machine may put between two moments that are one. */
  private static final double BUSY_SECONDS = 0.5;

  /** Time by which two clients that read the same beats may differ. */
  private static final double SEEN_SECONDS = 0.2;

  private final StopSignal stop = new StopSignal();

  @TempDir Path folder;

  static Stream<Supplier<TargetSpec>> kinds() {
    return Stream.of(ItServers::embedded, ItServers::mysql);
  }

  @ParameterizedTest
  @MethodSource("kinds")
  void replicasCatchUpOrTheVerdictSaysWhyNot(Supplier<TargetSpec> kind) throws Exception {
    TargetSpec spec = kind.get();
    try (Cluster lab = open(spec)) {
      new TableCommands(Clock.SYSTEM, Progress.SILENT, stop)
          .prepare(OltpJob.of(2_000, 4), List.of(lab.target(lab.primary())));
      lab.awaitCaughtUp(Duration.ofSeconds(30));
      boolean mariaDb = mariaDb(lab);
      if (mariaDb) { // The client decides this, from what both products tell alike.
        aReplicaThatCannotKeepUpIsAResult(lab, spec);
      }
      String threads = mariaDb ? "slave_parallel_threads" : "replica_parallel_workers";
      CatchUpOrder order =
          order(
              spec,
              LONG,
              List.of(threads + "=1", threads + "=4 loose_bmt_option=1"),
              2,
              false,
              null);
      ReplicaPair pair = ReplicaPair.of(order, lab);
      Kept kept = kept(lab, order, pair);
      settingsReplayTheSameBacklogInTurn(kept, threads);
      if (mariaDb) {
        aCatchUpIsInterrupted(kept);
        aRowThatDiffersIsFound(kept);
      }
      aReplicaThatDiesIsLost(kept);
      aPrimaryThatRestartsIsNoticed(kept);
    }
  }

  private Kept kept(Cluster lab, CatchUpOrder order, ReplicaPair pair) throws Exception {
    CatchUpTrial trial = trial(order, pair);
    try (SeenBeats seen = new SeenBeats(lab, pair.heartbeat)) {
      Backlog backlog = trial.keptBacklog();
      return new Kept(lab, order, trial, pair, backlog, seen.behind());
    }
  }

  /**
   * A backlog that is replayed.
   *
   * @param behind its length in s, as another client saw it
   */
  private record Kept(
      Cluster lab,
      CatchUpOrder order,
      CatchUpTrial trial,
      ReplicaPair pair,
      Backlog backlog,
      double behind) {
    CatchUp replay() throws Exception {
      return trial.replay(new Case("", 1), backlog);
    }

    /** Reasons against a catch-up. */
    List<String> reasons(CatchUp done, boolean interrupted) {
      return CatchUpJudgement.judge(order.scenario(), List.of(done), interrupted).texts();
    }
  }

  static Cluster open(TargetSpec spec) throws TargetException {
    List<String> quick = List.of("innodb_flush_log_at_trx_commit=0", "sync_binlog=0");
    return ItServers.open(Topology.cluster(Topology.REPLICATION, 2), spec, quick);
  }

  private void settingsReplayTheSameBacklogInTurn(Kept kept, String threads) throws Exception {
    Cluster lab = kept.lab();
    List<CatchUp> all = new ArrayList<>();
    List<Double> differences = new ArrayList<>();
    List<String> inForce = new ArrayList<>();
    for (Case one : kept.order().scenario().cases()) {
      CompletableFuture<Instant> independent = async(() -> reached(lab, kept.backlog().position()));
      CatchUp done = kept.trial().replay(one, kept.backlog());
      all.add(done);
      Instant end = done.startedAt().plusNanos((long) (1e9 * done.elapsedSeconds()));
      differences.add(Duration.between(independent.get(60, TimeUnit.SECONDS), end).toNanos() / 1e9);
      inForce.add(NodeSql.one(lab, replica(lab), "SELECT @@global." + threads));
    }
    assertThat(inForce).containsExactly("1", "4", "1", "4");
    assertThat(all).extracting(CatchUp::outcome).containsOnly(Outcome.CAUGHT_UP);
    assertThat(all).extracting(CatchUp::checksums).containsOnly("equal");
    assertThat(all).extracting(CatchUp::transactions).containsOnly(all.get(0).transactions());
    assertThat(all.get(0).transactions()).isGreaterThan(100);
    assertThat(all).allMatch(one -> one.diskMs() != null);
    assertThat(kept.trial().series.series())
        .hasSize(4)
        .allMatch(series -> series.servers().get(0).name().equals("replica"))
        // Not redo: it is written once a second here, and a replay may be shorter.
        .allMatch(series -> SampleSeries.total(series, "cpu") > 0);
    // A replica that was behind already when applying was stopped is behind by more than the stop.
    assertThat(all.get(0).backlogSeconds())
        .isCloseTo(kept.behind(), within(SEEN_SECONDS))
        .isGreaterThan(all.get(0).stopSeconds() - BUSY_SECONDS);
    assertThat(all).extracting(CatchUp::backlogSeconds).containsOnly(all.get(0).backlogSeconds());
    assertThat(Medians.of(differences)).isCloseTo(0, within(BUSY_SECONDS));
    BusyMachine.atMost(
        CatchUpJudgement.judge(kept.order().scenario(), all, false).texts(), "verdict of %s", all);
  }

  /** When a replica that is started anew has applied a position. */
  private static Instant reached(Cluster lab, String position) throws Exception {
    ReplicaWait wait = mariaDb(lab) ? ReplicaWait.MARIADB : ReplicaWait.MYSQL;
    try (Connection replica = restarted(lab)) {
      await(replica, applies(lab, "ON"));
      assertThat(wait.await(replica, position, Duration.ofSeconds(20))).isTrue();
      return Instant.now();
    }
  }

  private void aReplicaThatCannotKeepUpIsAResult(Cluster lab, TargetSpec spec) throws Exception {
    CatchUpOrder order = order(spec, SHORT, List.of(""), 1, true, null);
    CatchUpTrial trial = trial(order, ReplicaPair.of(order, lab));
    // Applying waits for a lock, from after the stop until after the limit of 2 s.
    CompletableFuture<?> blocked =
        async(
            () -> {
              try (Connection replica = restarted(lab)) {
                await(replica, applies(lab, "ON"));
                await(replica, applies(lab, "OFF"));
                return locked(
                    replica,
                    lab,
                    other -> {
                      await(other, applies(lab, "ON"));
                      TimeUnit.SECONDS.sleep(4);
                    });
              }
            });
    CatchUp done = trial.perform(new Case("", 1));
    blocked.get(30, TimeUnit.SECONDS);
    assertThat(done.outcome()).isEqualTo(Outcome.GAVE_UP);
    assertThat(done.closing()).isCloseTo(-1, within(BUSY_SECONDS));
    assertThat(done.speed(true)).isCloseTo(0, within(BUSY_SECONDS));
    assertThat(done.checksums()).isEqualTo("equal");
    // In 2 s, and once after them.
    assertThat(SampleSeries.readings(trial.series.series().get(0), "replicaLag")).isGreaterThan(1);
    BusyMachine.atMost(
        CatchUpJudgement.judge(order.scenario(), List.of(done), false).texts(), "%s", done);
  }

  private void aCatchUpIsInterrupted(Kept kept) throws Exception {
    StopSignal user = new StopSignal();
    CatchUpTrial stopped =
        new CatchUpTrial(
            kept.order(), kept.pair(), new Context(Clock.SYSTEM, Progress.SILENT, user, () -> {}));
    stopped.series.into(folder);
    CompletableFuture<?> blocked =
        async(
            () ->
                locked(
                    kept.lab(),
                    replica -> {
                      await(replica, applies(kept.lab(), "ON"));
                      user.give();
                      TimeUnit.SECONDS.sleep(1);
                    }));
    CatchUp done = stopped.replay(new Case("", 1), kept.backlog());
    blocked.get(30, TimeUnit.SECONDS);
    assertThat(done.outcome()).isEqualTo(Outcome.INTERRUPTED);
    assertThat(kept.reasons(done, true)).contains("interrupted after 0 of 4 catch-ups");
  }

  /** The next replay begins without it. */
  private void aRowThatDiffersIsFound(Kept kept) throws Exception {
    CompletableFuture<?> inserted =
        async(
            () -> {
              // The load changes rows up to 2,000.
              String sql = "INSERT INTO " + TABLE + " VALUES (5001, 0, '', '')";
              restarted(kept.lab()).close();
              onReplicaAlone(kept.lab(), sql);
              return true;
            });
    CatchUp done = kept.replay();
    inserted.get(30, TimeUnit.SECONDS);
    assertThat(done.outcome()).isEqualTo(Outcome.CAUGHT_UP);
    assertThat(kept.reasons(done, false))
        .anyMatch(reason -> reason.contains("the replica differs from the primary: "));
  }

  private void aReplicaThatDiesIsLost(Kept kept) throws Exception {
    CompletableFuture<?> killed =
        async(
            () ->
                locked(
                    kept.lab(),
                    replica -> {
                      await(replica, applies(kept.lab(), "ON"));
                      kept.lab().kill(replica(kept.lab()));
                    }));
    CatchUp done = kept.replay();
    killed.handle((nothing, failure) -> true).get(30, TimeUnit.SECONDS);
    assertThat(done.outcome()).isEqualTo(Outcome.LOST);
    assertThat(kept.reasons(done, false))
        .anyMatch(reason -> reason.startsWith("no setting, round 1: the replica was lost: "));
  }

  private void aPrimaryThatRestartsIsNoticed(Kept kept) throws Exception {
    kept.lab().shutdown(kept.lab().primary());
    kept.lab().startAlone(kept.lab().primary(), false);
    CatchUp done = kept.replay();
    assertThat(done.outcome()).isEqualTo(Outcome.CAUGHT_UP);
    assertThat(kept.reasons(done, false))
        .contains("no setting, round 1: the primary was restarted");
    assertThat(kept.trial().surroundings.hasLostPrimary()).isTrue();
  }

  private CatchUpTrial trial(CatchUpOrder order, ReplicaPair pair) throws Exception {
    CatchUpTrial trial = new CatchUpTrial(order, pair, context());
    trial.series.into(folder);
    trial.prepare();
    return trial;
  }

  private Context context() {
    return new Context(Clock.SYSTEM, Progress.SILENT, stop, () -> {});
  }

  static CatchUpOrder order(
      TargetSpec spec,
      Duration backlog,
      List<String> settings,
      int rounds,
      boolean duringLoad,
      @Nullable Outside outside) {
    Job job = OltpJob.calm(2_000, 4);
    return new CatchUpOrder(
        job,
        spec,
        new StartOptions(ItServers.cache(), null, List.of()),
        Topology.cluster(Topology.REPLICATION, 2),
        outside,
        new CatchUpScenario(
            job.scenario(),
            null,
            outside == null ? null : outside.scenario(),
            backlog.toSeconds(),
            settings,
            rounds,
            duringLoad,
            duringLoad ? 2 : 60));
  }
}
