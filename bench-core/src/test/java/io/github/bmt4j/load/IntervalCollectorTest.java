package io.github.bmt4j.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.github.bmt4j.clock.ManualClock;
import io.github.bmt4j.jdbc.RoundRobin;
import io.github.bmt4j.progress.StopSignal;
import io.github.bmt4j.report.Reason;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.Objects;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Where intervals end, on a clock where the truth is known; the collector may be woken late. */
class IntervalCollectorTest {
  private static final long MILLI = 1_000_000;

  /** How much later than the last operation the collector sees that all have ended. */
  private static final long NOTICED_LATE_MILLIS = 45;

  private static final long START = 123_456_789;

  private final ManualClock clock = new ManualClock(START);
  private final List<Interval> seen = new ArrayList<>();
  private final List<Measurement> soFar = new ArrayList<>();
  private final List<Boolean> bounds = new ArrayList<>();
  private final List<Long> asked = new ArrayList<>();
  private final Deque<Long> wakes = new ArrayDeque<>();
  private LoadProfile profile = new LoadProfile.ClosedLoop();
  private StopSignal stop = new StopSignal();
  private boolean hangs;
  private boolean stopsLate;
  private long intervalMillis = 1000;
  private boolean answers;
  private @Nullable IntervalCollector collector;

  @Test
  void anIntervalEndsWhereItWasCountedAndTheGridStays() {
    wakeAt(1300, 2000, 3000);
    run(0, 4000, ignored -> clock.advance(10 * MILLI));

    assertThat(ends()).containsExactly(1300L, 2000L, 3000L, 4000L);
    assertThat(seen)
        .extracting(i -> i.counts().of(Counter.TRANSACTIONS))
        .containsExactly(130L, 70L, 100L, 100L);
    assertThat(seen)
        .allSatisfy(
            i ->
                assertThat(i.counts().of(Counter.TRANSACTIONS) / i.seconds())
                    .isCloseTo(100.0, within(1e-6)));
    assertThat(soFar)
        .extracting(i -> i.counts().of(Counter.TRANSACTIONS))
        .containsExactly(130L, 200L, 300L);
    assertThat(soFar)
        .extracting(i -> i.elapsedNanos() / MILLI)
        .containsExactly(1300L, 2000L, 3000L);
    assertThat(soFar).allMatch(one -> one.ending().interrupted());
  }

  /** The load has gone on since. */
  @Test
  void aMeasurementSoFarKeepsAsManyTimesAsItHasOperations() {
    wakeAt(1300, 2000, 3000);
    run(0, 4000, ignored -> clock.advance(10 * MILLI));

    assertThat(soFar).hasSize(3);
    for (Measurement given : soFar) {
      long transactions = given.counts().of(Counter.TRANSACTIONS);
      assertThat(given.latencies().response().getTotalCount()).isEqualTo(transactions);
      assertThat(given.parts().endpoints().get(0).latencies().service().getTotalCount())
          .isEqualTo(transactions);
      assertThat(given.parts().kinds()).hasSize(2);
      assertThat(given.parts().kinds())
          .allSatisfy(
              kind ->
                  assertThat(kind.response().getTotalCount())
                      .isEqualTo(kind.counts().of(Counter.TRANSACTIONS)));
    }
  }

  /** It looked at the clock at 1,300 ms, and got to the workers' operations 200 ms later. */
  @Test
  void anIntervalHasTheOperationsThatEndedInItThoughTheCollectorIsDelayed() {
    run(
        0,
        4000,
        number -> {
          clock.advance(10 * MILLI);
          if (number == 150) {
            collector().closeIfDue(clock.nanoTime() - 190 * MILLI);
          }
        });

    assertThat(ends()).containsExactly(1310L, 4000L);
    assertThat(seen)
        .extracting(i -> i.counts().of(Counter.TRANSACTIONS))
        .containsExactly(131L, 269L);
    assertThat(seen)
        .extracting(i -> i.latencies().response().getTotalCount())
        .containsExactly(131L, 269L);
  }

  @Test
  void theLastIntervalEndsWithTheLastOperation() {
    wakeAt(1020);
    Measurement whole = run(0, 2000, ignored -> clock.advance(30 * MILLI));

    assertThat(ends()).containsExactly(1020L, 2010L);
    assertThat(seen.get(1).counts().of(Counter.TRANSACTIONS)).isEqualTo(33);
    assertThat(whole.elapsedNanos()).isEqualTo(2010 * MILLI);
  }

  @Test
  void aLateIntervalIsNotFollowedByAStump() {
    wakeAt(1600, 2000, 3000);
    run(0, 4000, ignored -> clock.advance(10 * MILLI));

    assertThat(ends()).containsExactly(1600L, 3000L, 4000L);
  }

  @Test
  void noStumpIsLeftBeforeTheEnd() {
    wakeAt(1700);
    run(0, 2000, ignored -> clock.advance(10 * MILLI));

    assertThat(ends()).containsExactly(2000L);
    assertThat(seen.get(0).counts().of(Counter.TRANSACTIONS)).isEqualTo(200);
  }

  @Test
  void whereIntervalsDoNotDivideTheTimeTheLastOneTakesWhatIsLessThanHalfOfOne() {
    intervalMillis = 900;
    wakeAt(900);
    run(0, 1000, ignored -> clock.advance(10 * MILLI));

    assertThat(ends()).containsExactly(1000L);
  }

  @Test
  void theWarmupsCutStaysExactHoweverLateItIsCounted() {
    intervalMillis = 400;
    wakeAt(500, 1250, 1400);
    Measurement whole = run(1000, 800, ignored -> clock.advance(10 * MILLI));

    assertThat(ends()).containsExactly(-500L, 0L, 400L, 800L);
    assertThat(seen).extracting(Interval::warmup).containsExactly(true, true, false, false);
    assertThat(bounds).containsExactly(false, true, false, true);
    assertThat(seen)
        .extracting(i -> i.counts().of(Counter.TRANSACTIONS))
        .containsExactly(50L, 50L, 40L, 40L);
    assertThat(seen)
        .extracting(i -> i.latencies().response().getTotalCount())
        .containsExactly(50L, 50L, 40L, 40L);
    assertThat(whole.latencies().response().getTotalCount()).isEqualTo(80);
  }

  @ParameterizedTest
  @CsvSource({"1000, 0", "120000, 0", "120000, 1"})
  void aSilentServerEndsTheRunAfterHalfAMinuteHoweverLongAnIntervalIs(long interval, int rate) {
    intervalMillis = interval;
    Measurement whole = hang(rate, 600_000);

    assertThat(askedSeconds()).containsExactly(30L);
    assertThat(whole.ending().problems())
        .extracting(Reason::text)
        .first()
        .isEqualTo(
            "ended early, because no operation succeeded for 30 s and a server did not answer");
    assertThat(whole.elapsedNanos()).isLessThan(60_000 * MILLI);
  }

  @ParameterizedTest
  @CsvSource({"1000", "120000"})
  void aSlowServerIsAskedEveryHalfMinuteHoweverLongAnIntervalIs(long interval) {
    intervalMillis = interval;
    answers = true;
    Measurement whole = hang(0, 100_000);

    assertThat(askedSeconds()).containsExactly(30L, 60L, 90L);
    assertThat(whole.elapsedNanos()).isEqualTo(115_000 * MILLI);
  }

  @Test
  void theBacklogOfTheWarmupIsNotThatOfTheMeasurement() {
    profile = new LoadProfile.OpenLoop(ArrivalSchedule.uniform(1000, Portion.WHOLE));
    intervalMillis = 200;
    wakeAt(1000, 1200, 1400, 1600, 1800);
    Measurement whole =
        run(
            1000,
            1000,
            number -> {
              if (number == 1) {
                // Due at 1 ms: a stall of half a second, which the warm-up makes good for.
                clock.advance(300 * MILLI);
                collector().closeIfDue(clock.nanoTime());
                clock.advance(200 * MILLI);
              }
            });

    assertThat(seen.get(0).end().backlog()).isEqualTo(299);
    assertThat(whole.queue().arrivals()).isEqualTo(1000);
    assertThat(whole.queue().unserved()).isZero();
    assertThat(whole.queue().maxBacklog()).isZero();
  }

  /** An operation took 8 s, and one hangs when the time of the load is over. */
  @ParameterizedTest
  @CsvSource({"false, 16", "true, 2"})
  void aLoadWhoseTimeIsOverWaitsAsAfterADeadlineAndTheUserDoesNot(boolean byUser, int seconds) {
    StopSignal user = new StopSignal();
    stop = new StopSignal(user);
    hangs = true;
    Measurement whole =
        run(
            0,
            0,
            number -> {
              clock.advance(8000 * MILLI);
              stop.give();
              if (byUser) {
                user.give();
              }
            });

    assertThat(whole.ending().problems())
        .extracting(Reason::text)
        .containsExactly(
            "1 operations had not ended "
                + seconds
                + " s after the end of the run, so their connections were broken");
    assertThat(whole.ending().interrupted()).isEqualTo(byUser);
  }

  /** The signal comes when the time is over, and the collector has not noticed that yet. */
  @Test
  void aStopAfterTheDeadlineDoesNotShortenALoadInWhichLittleWasDue() {
    profile = new LoadProfile.OpenLoop(ArrivalSchedule.uniform(1, Portion.WHOLE));
    stopsLate = true;
    Measurement whole = run(0, 1500, ignored -> {});

    assertThat(whole.counts().of(Counter.TRANSACTIONS)).isEqualTo(1);
    assertThat(whole.elapsedNanos()).isEqualTo(1500 * MILLI);
    assertThat(whole.ending().interrupted()).isFalse();
  }

  private void wakeAt(long... millis) {
    Arrays.stream(millis).forEach(wakes::add);
  }

  /** The first operation hangs, and the collector works meanwhile. */
  private Measurement hang(int rate, long timeMillis) {
    if (rate > 0) {
      profile = new LoadProfile.OpenLoop(ArrivalSchedule.uniform(rate, Portion.WHOLE));
    }
    RunState other = new RunState(new Plan(1).build(), clock, new StopSignal());
    Worker hanging =
        new Worker(
            other,
            new ScriptedServer(false),
            new ScriptedSession((number, counts) -> {}),
            new WorkerRecorder(false));
    List<Measurement> whole = new ArrayList<>();
    run(
        0,
        timeMillis,
        number ->
            whole.add(
                collector()
                    .collect(
                        new WorkerThreads(other, List.of(hanging), new RoundRobin(1)), List.of())));
    return whole.get(0);
  }

  /** When servers were asked whether they answer, in s since the start. */
  private List<Long> askedSeconds() {
    return asked.stream().map(nanos -> (nanos - START) / MILLI / 1000).toList();
  }

  /** Ends of all intervals, in ms since the start of the measurement. */
  private List<Long> ends() {
    return seen.stream().map(i -> i.toNanos() / MILLI).toList();
  }

  private IntervalCollector collector() {
    return Objects.requireNonNull(collector);
  }

  private interface Transaction {
    void run(int number);
  }

  /** One worker, and a collector that looks when it is told to. */
  private Measurement run(long warmupMillis, long timeMillis, Transaction transaction) {
    LoadPlan plan =
        new Plan(1)
            .profile(profile)
            .warmup(warmupMillis)
            .time(timeMillis)
            .interval(intervalMillis)
            .grace(10_000)
            .giveUp(30_000)
            .kinds(List.of("even", "odd"))
            .build();
    RunState state = new RunState(plan, clock, stop);
    ScriptedSession session =
        new ScriptedSession(
            (number, counts) -> {
              long passedMillis = (clock.nanoTime() - state.originNanos()) / MILLI;
              while (!wakes.isEmpty() && wakes.element() <= passedMillis) {
                wakes.remove();
                collector().closeIfDue(clock.nanoTime());
              }
              transaction.run(number);
            });
    boolean open = profile instanceof LoadProfile.OpenLoop;
    WorkerRecorder recorder = new WorkerRecorder(open, 2, 0, null);
    Worker worker = new Worker(state, new ScriptedServer(false), session, recorder);
    state.start(state.clock.nanoTime());
    IntervalCollector made =
        new IntervalCollector(
            state,
            List.of(worker),
            new RoundRobin(1),
            new ProgressWatch(state, List.of(worker)),
            listener(),
            List::of);
    collector = made;
    worker.work();
    clock.advance(NOTICED_LATE_MILLIS * MILLI);
    if (stopsLate) {
      stop.give();
    }
    List<Worker> hanging = hangs ? List.of(worker) : List.of();
    return made.collect(new WorkerThreads(state, hanging, new RoundRobin(1)), List.of());
  }

  private Load.Observer listener() {
    return new Load.Observer() {
      @Override
      public void counting(boolean bound) {
        bounds.add(bound);
      }

      @Override
      public boolean serversAnswer() {
        asked.add(clock.nanoTime());
        return answers;
      }

      @Override
      public void interval(Interval interval) {
        seen.add(interval);
      }

      @Override
      public void soFar(Supplier<Measurement> measured) {
        soFar.add(measured.get());
      }
    };
  }
}
