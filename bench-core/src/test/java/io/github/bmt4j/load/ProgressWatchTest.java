package io.github.bmt4j.load;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.bmt4j.clock.ManualClock;
import io.github.bmt4j.clock.Outcome;
import io.github.bmt4j.progress.StopSignal;
import io.github.bmt4j.workload.StatementCounts;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What a watch sees that looks every 50 ms, on a clock where the truth is known. */
class ProgressWatchTest {
  private static final long MILLI = 1_000_000;

  private final ManualClock clock = new ManualClock(987_654_321);
  private final WorkerRecorder recorder = new WorkerRecorder(true);
  private final StatementCounts counts = new StatementCounts();

  @Test
  void aTimeWithoutSuccessIsAsLongAsItWasToTwoLooks() {
    Watched watched = new Watched(new LoadProfile.ClosedLoop(), 0);
    watched.successesUntil(1000, 10);
    watched.nothingUntil(2300);
    watched.successesUntil(4000, 10);
    assertThat(watched.gapsMillis()).singleElement().satisfies(gap -> within(gap, 1300));
  }

  @Test
  void timesBelowAFifthOfASecondAreNoGaps() {
    Watched watched = new Watched(new LoadProfile.ClosedLoop(), 0);
    watched.successesUntil(1000, 10);
    watched.nothingUntil(1140);
    watched.successesUntil(2000, 10);
    assertThat(watched.gapsMillis()).isEmpty();
  }

  @Test
  void failuresAreNoSuccesses() {
    Watched watched = new Watched(new LoadProfile.ClosedLoop(), 0);
    watched.successesUntil(1000, 10);
    for (double at = 1000; at < 2000; at += 50) {
      recorder.begin(true);
      recorder.end(Outcome.FAILED, 0, 0, 1, counts);
      watched.nothingUntil(at + 50);
    }
    watched.successesUntil(3000, 10);
    assertThat(watched.gapsMillis()).singleElement().satisfies(gap -> within(gap, 1000));
  }

  @Test
  void aGapThatLastsUntilTheEndCounts() {
    Watched watched = new Watched(new LoadProfile.ClosedLoop(), 0);
    watched.successesUntil(1000, 10);
    watched.nothingUntil(5000);
    assertThat(watched.gapsMillis()).singleElement().satisfies(gap -> within(gap, 4000));
  }

  @Test
  void whatIsOfTheWarmUpDoesNotCount() {
    Watched watched = new Watched(new LoadProfile.ClosedLoop(), 2000);
    watched.successesUntil(500, 10);
    watched.nothingUntil(2700);
    watched.successesUntil(4000, 10);
    assertThat(watched.gapsMillis()).singleElement().satisfies(gap -> within(gap, 700));
  }

  @Test
  void timeInWhichNothingIsDueIsNoGap() {
    Watched watched = new Watched(new LoadProfile.OpenLoop(ArrivalSchedule.uniform(0.5)), 0);
    watched.nothingUntil(1990);
    recorder.begin(true);
    watched.nothingUntil(2010);
    recorder.end(Outcome.OK, 0, 0, 1, counts);
    watched.nothingUntil(3900);
    assertThat(watched.gapsMillis()).isEmpty();
  }

  @Test
  void dueOperationsThatWaitAreAGapAndABacklog() {
    Watched watched = new Watched(new LoadProfile.OpenLoop(ArrivalSchedule.uniform(100)), 0);
    watched.successesUntil(1000, 10);
    watched.nothingUntil(2000);
    watched.successesUntil(2005, 0.05);
    watched.successesUntil(4000, 10);
    assertThat(watched.gapsMillis()).singleElement().satisfies(gap -> within(gap, 1000));
    assertThat(watched.watch.maxBacklog()).isBetween(95L, 101L);
  }

  @Test
  void aClientThatStandsStillIsNoServerWithoutSuccess() {
    Watched watched = new Watched(new LoadProfile.ClosedLoop(), 0);
    watched.successesUntil(1000, 10);
    watched.successesUntil(4000, 3000);
    watched.successesUntil(5000, 10);
    assertThat(watched.gapsMillis()).isEmpty();
    assertThat(watched.watch.stoodStillNanos()).isEqualTo(3000 * MILLI);
  }

  @Test
  void whereTheWorkersWentOnOnlyTheWatchWasLate() {
    Watched watched = new Watched(new LoadProfile.ClosedLoop(), 0);
    watched.successesUntil(1000, 10);
    for (int i = 0; i < 50; i++) {
      recorder.begin(true);
      recorder.end(Outcome.OK, 0, 0, 1, counts);
    }
    watched.successesUntil(1500, 500);
    watched.successesUntil(2000, 10);
    assertThat(watched.watch.stoodStillNanos()).isZero();
    assertThat(watched.gapsMillis()).isEmpty();
  }

  @Test
  void onlyGapsInWhichOperationsFailedAreFailing() {
    Watched watched = new Watched(new LoadProfile.ClosedLoop(), 0);
    watched.successesUntil(1000, 10);
    recorder.begin(true);
    recorder.end(Outcome.FAILED, 0, 0, 1, counts);
    watched.successesUntil(2000, 10);
    watched.nothingUntil(3000);
    watched.successesUntil(4000, 10);
    recorder.begin(true);
    recorder.end(Outcome.FAILED, 0, 0, 1, counts);
    watched.nothingUntil(5000);
    watched.successesUntil(6000, 10);
    assertThat(watched.watch.gaps(watched.run.originNanos() + 6000 * MILLI))
        .extracting(Measurement.Gap::failed)
        .containsExactly(false, true);
  }

  @Test
  void quickFailuresOfALowRateAreNoIdleTime() {
    Watched watched = new Watched(new LoadProfile.OpenLoop(ArrivalSchedule.uniform(5)), 0);
    for (int second = 0; second < 4; second++) {
      for (int arrival = 0; arrival < 5; arrival++) {
        recorder.begin(true);
        recorder.end(second == 0 || second == 3 ? Outcome.OK : Outcome.FAILED, 0, 0, 1, counts);
        watched.nothingUntil(1000.0 * second + 200 * (arrival + 1) - 10);
      }
    }
    // From the first arrival that failed, due at 990 ms, to the first one after that succeeded.
    assertThat(watched.gapsMillis()).singleElement().satisfies(gap -> within(gap, 2000));
  }

  @Test
  void workOfTheWatchingThreadIsNoStandstillWhereTheWorkersWentOn() {
    Watched watched = new Watched(new LoadProfile.ClosedLoop(), 0);
    watched.successesUntil(1000, 10);
    for (int i = 0; i < 100; i++) {
      recorder.begin(true);
      recorder.end(Outcome.OK, 0, 0, 1, counts);
    }
    watched.watch.resume(watched.run.originNanos() + 3000 * MILLI);
    watched.successesUntil(3010, 2010);
    assertThat(watched.watch.stoodStillNanos()).isZero();
  }

  /** The client may be stopped while the watching thread prints. */
  @Test
  void aStandstillIsSeenWhateverTheWatchingThreadDid() {
    Watched watched = new Watched(new LoadProfile.ClosedLoop(), 0);
    watched.successesUntil(1000, 10);
    watched.watch.resume(watched.run.originNanos() + 3000 * MILLI);
    watched.successesUntil(3010, 2010);
    assertThat(watched.watch.stoodStillNanos()).isEqualTo(2000 * MILLI);
    assertThat(watched.gapsMillis()).isEmpty();
  }

  /** A busy machine may let the workers run long before the watching thread. */
  @Test
  void aStandstillIsSeenByTheFirstOperationThatEndsAfterIt() {
    for (LoadProfile profile :
        List.of(
            new LoadProfile.ClosedLoop(), new LoadProfile.OpenLoop(ArrivalSchedule.uniform(100)))) {
      Watched watched = new Watched(profile, 0);
      watched.successesUntil(1000, 10);
      for (int i = 0; i < 200; i++) {
        watched.successUnseen(3000 + i, i < 100 ? 2000 - i : 10);
      }
      watched.successesUntil(5000, 10);
      assertThat(watched.watch.stoodStillNanos()).isEqualTo(2000 * MILLI);
      assertThat(watched.gapsMillis()).isEmpty();
    }
  }

  @Test
  void anOperationThatEndedLateIsNoStandstillWhereOthersWentOn() {
    Watched watched = new Watched(new LoadProfile.ClosedLoop(), 0);
    watched.successesUntil(1000, 10);
    for (int at = 1010; at < 3000; at += 10) {
      watched.successUnseen(at, 10);
    }
    watched.successUnseen(3000, 2000);
    watched.successesUntil(5000, 10);
    assertThat(watched.watch.stoodStillNanos()).isZero();
  }

  private static void within(long gapMillis, long truthMillis) {
    assertThat(gapMillis).isBetween(truthMillis - 60, truthMillis + 60);
  }

  /** A run with one worker. */
  private final class Watched {
    private final RunState run;
    private final ProgressWatch watch;
    private double atMillis;

    Watched(LoadProfile profile, long warmupMillis) {
      LoadPlan plan =
          new Plan(1)
              .profile(profile)
              .warmup(warmupMillis)
              .time(10_000)
              .interval(1000)
              .grace(10_000)
              .giveUp(30_000)
              .build();
      run = new RunState(plan, clock, new StopSignal());
      run.start();
      ScriptedSession session = new ScriptedSession((number, counted) -> {});
      Worker worker = new Worker(run, new ScriptedServer(false), session, recorder);
      watch = new ProgressWatch(run, List.of(worker));
      run.watchedBy(watch);
    }

    void successesUntil(double millis, double everyMillis) {
      double step = everyMillis == 0 ? 1 : everyMillis;
      for (double at = atMillis + step; at <= millis; at += step) {
        recorder.begin(true);
        recorder.end(Outcome.OK, 0, 0, 1, counts);
        look(at);
      }
      atMillis = millis;
    }

    /** The watching thread gets no processor. */
    void successUnseen(long endMillis, long tookMillis) {
      recorder.begin(true);
      if (tookMillis >= 200) {
        run.endedLate(run.originNanos() + endMillis * MILLI);
      }
      recorder.end(Outcome.OK, 0, 0, 1, counts);
      atMillis = endMillis;
    }

    void nothingUntil(double millis) {
      for (double at = atMillis + 10; at <= millis; at += 10) {
        look(at);
      }
      atMillis = millis;
    }

    private void look(double millis) {
      watch.look(run.originNanos() + (long) (millis * MILLI));
    }

    List<Long> gapsMillis() {
      return watch.gaps(run.originNanos() + (long) (atMillis * MILLI)).stream()
          .map(gap -> gap.nanos() / MILLI)
          .toList();
    }
  }
}
