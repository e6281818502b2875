package io.github.bmt4j.load;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.bmt4j.clock.ManualClock;
import io.github.bmt4j.jdbc.RoundRobin;
import io.github.bmt4j.outcome.Outcome;
import io.github.bmt4j.progress.StopSignal;
import io.github.bmt4j.workload.StatementCounts;
import java.sql.SQLException;
import java.util.List;
import java.util.function.DoublePredicate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a watch sees that looks every 50 ms, on a clock where the truth is known. */
class ProgressWatchTest {
  private static final long MILLI = 1_000_000;
  private static final int NEVER = Integer.MAX_VALUE - 2000;

  private final ManualClock clock = new ManualClock(987_654_272);
  private final WorkerRecorder recorder = new WorkerRecorder(true);
  private final StatementCounts counts = new StatementCounts();

  @Test
  void aClientThatStandsStillIsNoServerWithoutSuccess() {
    Watched watched = new Watched(new LoadProfile.ClosedLoop());
    watched.successesUntil(1000, 10);
    watched.successesUntil(4000, 3000);
    watched.successesUntil(5000, 10);
    assertThat(watched.gapsMillis()).isEmpty();
    // From the last look.
    assertThat(watched.stoodStillMillis()).isBetween(3000L, 3025L);
  }

  @Test
  void standstillsAddUp() {
    Watched watched = new Watched(new LoadProfile.ClosedLoop());
    watched.successesUntil(1000, 10);
    watched.successesUntil(4000, 3000);
    watched.successesUntil(5000, 10);
    watched.successesUntil(7000, 2000);
    watched.successesUntil(8000, 10);
    assertThat(watched.stoodStillMillis()).isBetween(5000L, 5050L);
  }

  /**
   * On a busy machine the watching thread may get no processor for long before the client is
   * stopped, and for long after: the workers show it.
   */
  @ParameterizedTest
  @CsvSource({
    "1000, 0",
    "1005, 0",
    "1300, 0",
    "1600, 0",
    "1800, 0",
    "2900, 0",
    "1000, 100",
    "1300, 100",
    "1600, 100",
    "1800, 100",
    "2900, 100"
  })
  void aStandstillIsSeenWhileTheWatchingThreadIsLate(int stopMillis, int rate) {
    LoadProfile profile =
        rate == 0
            ? new LoadProfile.ClosedLoop()
            : new LoadProfile.OpenLoop(ArrivalSchedule.uniform(rate, Portion.WHOLE));
    Watched watched = new Watched(profile);
    watched.work(5, at -> at < 1000 || at >= 6000, stopMillis);
    assertThat(watched.stoodStillMillis()).isBetween(2000L, 2005L);
    assertThat(watched.gapsMillis()).isEmpty();
  }

  @Test
  void aStandstillIsSeenBeforeTheFirstLook() {
    Watched watched = new Watched(new LoadProfile.ClosedLoop());
    watched.work(5, at -> at >= 6000, 1000);
    assertThat(watched.stoodStillMillis()).isEqualTo(2000);
  }

  @ParameterizedTest
  @CsvSource({"4700", "4750"})
  void aStandstillIsSeenBetweenSlowOperations(int firstLookMillis) {
    Watched watched = new Watched(new LoadProfile.ClosedLoop());
    watched.work(900, at -> at < 4000 || at >= firstLookMillis, 2700);
    assertThat(watched.stoodStillMillis()).isBetween(2000L, 2050L);
  }

  @Test
  void aLateLookThatFindsNothingEndedIsAStandstillAtAnyRate() {
    Watched watched = new Watched(new LoadProfile.ClosedLoop());
    watched.script =
        (number, counted) -> {
          for (int passed = 0; passed < 1500; passed += 50) {
            clock.advance((number == 3 && passed == 750 ? 2000 : 50) * MILLI);
            watched.watch.look();
          }
        };
    watched.worker.work();
    assertThat(watched.stoodStillMillis()).isEqualTo(2000);
  }

  /**
   * Operations take 190 ms instead of 25 or 100; three have ended at the first look, or four. A
   * quarter of the usual ones is more than three, or fewer.
   */
  @ParameterizedTest
  @CsvSource({"25, 1570, 570", "25, 1760, 0", "100, 1570, 0"})
  void aLateLookThatFindsHardlyAnyEndedIsAStandstill(
      int usualMillis, int lookMillis, int stillMillis) {
    Watched watched = new Watched(new LoadProfile.ClosedLoop());
    watched.slow = at -> at >= 1000 && at < 1760;
    watched.work(usualMillis, at -> at <= 1000 || at >= lookMillis, NEVER);
    assertThat(watched.stoodStillMillis()).isEqualTo(stillMillis);
  }

  @ParameterizedTest
  @CsvSource({"5", "60"})
  void aLateLookIsNoStandstillWhereTheWorkersWentOn(int millis) {
    Watched watched = new Watched(new LoadProfile.ClosedLoop());
    watched.work(millis, at -> at < 1000 || at >= 6000, NEVER);
    assertThat(watched.stoodStillMillis()).isZero();
    assertThat(watched.gapsMillis()).isEmpty();
  }

  @Test
  void aLateLookIsNoStandstillWhereASlowOperationEnded() {
    Watched watched = new Watched(new LoadProfile.ClosedLoop());
    watched.work(400, at -> at < 850 || at >= 1300, NEVER);
    assertThat(watched.stoodStillMillis()).isZero();
  }

  @Test
  void operationsThatFailShowThatTheClientRan() {
    Watched watched = new Watched(new LoadProfile.ClosedLoop());
    watched.fails = at -> at >= 1000 && at < 6000;
    watched.work(5, at -> at < 2000 || at >= 4000, NEVER);
    assertThat(watched.stoodStillMillis()).isZero();
    assertThat(watched.gapsMillis()).containsExactly(5005L);
  }

  @Test
  void aGapIsAsLongAsItWasHoweverLateALookIs() {
    Watched watched = new Watched(new LoadProfile.ClosedLoop());
    watched.fails = at -> at >= 1000 && at < 3500;
    watched.work(5, at -> at < 3000 || at >= 4000, NEVER);
    assertThat(watched.gapsMillis()).containsExactly(2505L);
  }

  @Test
  void theLastLookSeesWhatOthersMissed() {
    Watched watched = new Watched(new LoadProfile.ClosedLoop());
    watched.fails = at -> at >= 9500 && at < 9505;
    watched.work(5, at -> at < 9000, NEVER);
    watched.watch.end();
    assertThat(watched.stoodStillMillis()).isZero();
    assertThat(watched.gapsMillis()).isEmpty();
  }

  @Test
  void nothingCountsAfterTheLastLook() {
    Watched watched = new Watched(new LoadProfile.ClosedLoop());
    watched.successesUntil(1000, 10);
    watched.watch.end();
    watched.look(4000);
    assertThat(watched.stoodStillMillis()).isZero();
  }

  @Test
  void whatIsAfterTheEndDoesNotCount() {
    Watched watched = new Watched(new LoadProfile.ClosedLoop());
    watched.successesUntil(8000, 10);
    watched.look(13_000);
    assertThat(watched.watch.stoodStillNanos(watched.run.deadlineNanos()) / MILLI)
        .isBetween(2000L, 2025L);
  }

  /** The rates are over the time to the end of the last operation. */
  @Test
  void aStandstillOverTheDeadlineCountsToTheEndOfTheLastOperation() {
    Watched watched = new Watched(new LoadProfile.ClosedLoop());
    watched.work(5, at -> true, 9900);
    assertThat(watched.stoodStillMillis()).isEqualTo(2000);
  }

  /** A run with one worker. */
  private final class Watched {
    private final RunState run;
    private final ProgressWatch watch;
    private final Worker worker;
    private final Collected collected;
    private ScriptedSession.Script script = (number, counted) -> {};
    private DoublePredicate fails = at -> false;
    private DoublePredicate slow = at -> false;
    private double atMillis;

    Watched(LoadProfile profile) {
      LoadPlan plan =
          new Plan(1)
              .profile(profile)
              .time(10_000)
              .interval(1000)
              .grace(10_000)
              .giveUp(30_000)
              .build();
      run = new RunState(plan, clock, new StopSignal());
      run.start(run.clock.nanoTime());
      ScriptedSession session =
          new ScriptedSession((number, counted) -> script.run(number, counted));
      worker = new Worker(run, new ScriptedServer(false), session, recorder);
      watch = new ProgressWatch(run, List.of(worker));
      collected = new Collected(run, List.of(worker), new RoundRobin(1));
      run.watchedBy(watch);
    }

    void successesUntil(double millis, double everyMillis) {
      double step = everyMillis == 0 ? 1 : everyMillis;
      for (double at = atMillis + step; at <= millis; at += step) {
        long end = nanos(at);
        recorder.begin(WorkerRecorder.MEASURED, 0, end);
        recorder.end(Outcome.OK, end, end, end, counts);
        look(at);
      }
      atMillis = millis;
    }

    /**
     * The worker works to the end of the run.
     *
     * @param millis that an operation takes
     * @param looks when the watching thread gets a processor, in ms from the start
     * @param stopMillis when the client is stopped for 2 s
     */
    void work(int millis, DoublePredicate looks, int stopMillis) {
      script =
          (number, counted) -> {
            boolean stops = millisNow() >= stopMillis && millisNow() < stopMillis + 2000;
            int took = stops ? 2000 : slow.test(millisNow()) ? 190 : millis;
            int step = stops || took == 190 ? took : Math.min(took, 50);
            for (int passed = 0; passed < took; passed += step) {
              clock.advance(step * MILLI);
              if (looks.test(millisNow())) {
                watch.look();
              }
            }
            if (fails.test(millisNow())) {
              throw new SQLException("Deadlock found", "40001", 1213);
            }
          };
      worker.work();
      atMillis = millisNow();
    }

    long stoodStillMillis() {
      return watch.stoodStillNanos(clock.nanoTime()) / MILLI;
    }

    private double millisNow() {
      return (double) (clock.nanoTime() - run.originNanos()) / MILLI;
    }

    private void look(double millis) {
      clock.advance(nanos(millis) - clock.nanoTime());
      watch.look();
    }

    private long nanos(double millis) {
      return run.originNanos() + (long) (millis * MILLI);
    }

    List<Long> gapsMillis() {
      collected.take(clock.nanoTime());
      collected.look();
      return collected.gaps(nanos(atMillis), watch.standstills()).stream()
          .map(gap -> gap.nanos() / MILLI)
          .toList();
    }
  }
}
