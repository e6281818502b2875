package io.github.bmt4j.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.bmt4j.clock.Clock;
import io.github.bmt4j.progress.StopSignal;
import io.github.bmt4j.report.Reason;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * The threads of a run, with transactions that take a known time. Counts are asserted, not
 * durations.
 */
@Timeout(60)
class LoadGeneratorTest {
  private static final long MILLI = 1_000_000;

  private final ScriptedServer server = new ScriptedServer(true);
  private final StopSignal stop = new StopSignal();
  private final Intervals intervals = new Intervals();

  private static final class Intervals implements Load.Observer {
    private final List<Interval> seen = new ArrayList<>();
    private volatile long toNanos;
    private boolean serversAnswer = true;
    private int connected;
    private int asked;

    @Override
    public boolean serversAnswer() {
      asked++;
      return serversAnswer;
    }

    /** Waits for the end of an interval so long after the start, or later; not when interrupted. */
    void await(long millis) {
      while (toNanos < millis * MILLI && !Thread.currentThread().isInterrupted()) {
        LockSupport.parkNanos(MILLI);
      }
    }

    @Override
    public void connected() {
      connected++;
    }

    @Override
    public void interval(Interval interval) {
      seen.add(interval);
      toNanos = interval.toNanos();
    }
  }

  @Test
  void intervalsAddUpToTheWhole() throws SQLException {
    Measurement whole =
        run(
            new Plan(4).warmup(150).time(700),
            (number, counts) -> {
              counts.read();
              counts.changed(number % 2);
              LockSupport.parkNanos(MILLI);
              if (number % 10 == 0) {
                throw new SQLException("Duplicate entry", "23000", 1062);
              }
            });

    Counts sum = Counts.ZERO;
    Latencies times = new Latencies();
    for (Interval interval : intervals.seen) {
      if (!interval.warmup()) {
        sum = sum.plus(interval.counts());
        times.add(interval.latencies());
      }
    }
    for (Counter counter : Counter.values()) {
      assertThat(sum.of(counter)).as(counter.name()).isEqualTo(whole.counts().of(counter));
    }
    assertThat(times.service()).isEqualTo(whole.latencies().service());
    assertThat(times.failed()).isEqualTo(whole.latencies().failed());
    assertThat(whole.counts().of(Counter.FAILED)).isPositive();
    assertThat(whole.counts().of(Counter.STARTED))
        .isEqualTo(whole.counts().of(Counter.TRANSACTIONS) + whole.counts().of(Counter.FAILED));
    assertThat(whole.latencies().service().getTotalCount())
        .isEqualTo(whole.counts().of(Counter.TRANSACTIONS));
    assertThat(whole.ending().problems()).isEmpty();
    assertThat(intervals.connected).isEqualTo(1);
  }

  @Test
  void intervalsFollowEachOtherWithoutAGapAndCutAtTheEndOfTheWarmup() throws SQLException {
    run(new Plan(1).warmup(250).time(300), (number, counts) -> LockSupport.parkNanos(MILLI));

    assertThat(intervals.seen.get(0).fromNanos()).isEqualTo(-250 * MILLI);
    for (int i = 1; i < intervals.seen.size(); i++) {
      assertThat(intervals.seen.get(i).fromNanos()).isEqualTo(intervals.seen.get(i - 1).toNanos());
    }
    assertThat(intervals.seen).extracting(Interval::toNanos).contains(0L);
    assertThat(intervals.seen).allSatisfy(i -> assertThat(i.warmup()).isEqualTo(i.toNanos() <= 0));
  }

  @Test
  void aMeasurementShorterThanAnIntervalIsMeasuredAllTheSame() throws SQLException {
    Measurement whole =
        run(new Plan(2).warmup(100).time(40), (number, counts) -> LockSupport.parkNanos(MILLI));

    assertThat(whole.counts().of(Counter.TRANSACTIONS)).isPositive();
    assertThat(whole.latencies().service().getTotalCount())
        .isEqualTo(whole.counts().of(Counter.TRANSACTIONS));
    assertThat(intervals.seen).extracting(Interval::warmup).containsExactly(true, false);
  }

  @Test
  void aRunThatEndsWhileTheWarmupIsStillBeingCountedKeepsItsMeasurement() throws SQLException {
    for (int i = 0; i < 20; i++) {
      intervals.seen.clear();
      AtomicLong executed = new AtomicLong();
      Measurement whole =
          run(
              new Plan(4).warmup(30).events(1),
              (number, counts) -> {
                executed.incrementAndGet();
                counts.read();
              });

      assertThat(whole.counts().of(Counter.TRANSACTIONS)).isEqualTo(1);
      assertThat(whole.latencies().service().getTotalCount()).isEqualTo(1);
      assertThat(whole.warmup().of(Counter.TRANSACTIONS)).isEqualTo(executed.get() - 1);
    }
  }

  @Test
  void aLowRateIsNotTakenForADeadServer() throws SQLException {
    Measurement whole = run(new Plan(1).time(2500).rate(1).giveUp(500), (number, counts) -> {});

    assertThat(whole.ending().problems()).isEmpty();
    assertThat(whole.counts().of(Counter.TRANSACTIONS)).isEqualTo(2);
  }

  @Test
  void eventsAreSharedAmongTheWorkersAndExact() throws SQLException {
    Measurement whole = run(new Plan(8).events(1000), (number, counts) -> counts.read());

    assertThat(whole.counts().of(Counter.TRANSACTIONS)).isEqualTo(1000);
    assertThat(whole.counts().of(Counter.READS)).isEqualTo(1000);
  }

  @Test
  void anOpenLoopServesEveryArrivalWhenItCan() throws SQLException {
    Measurement whole = run(new Plan(4).time(1000).rate(500), (number, counts) -> {});

    assertThat(whole.queue().arrivals()).isEqualTo(499);
    assertThat(whole.counts().of(Counter.STARTED) + whole.queue().unserved()).isEqualTo(499);
    assertThat(whole.queue().unserved()).isLessThan(50);
  }

  @Test
  void anOpenLoopSaysWhatItCouldNotServe() throws SQLException {
    Measurement whole =
        run(
            new Plan(2).time(1000).rate(10_000),
            (number, counts) -> LockSupport.parkNanos(5 * MILLI));

    assertThat(whole.queue().arrivals()).isEqualTo(9999);
    assertThat(whole.counts().of(Counter.STARTED) + whole.queue().unserved()).isEqualTo(9999);
    assertThat(whole.queue().unserved()).isGreaterThan(9000);
    assertThat(whole.queue().maxBacklog()).isGreaterThan(5000);
    assertThat(whole.latencies().response().getMaxValue()).isGreaterThan(500 * MILLI);
    assertThat(whole.ending().problems()).isEmpty();
  }

  @Test
  void anOpenLoopLastsAsLongAsItIsToldHoweverFewArrive() throws SQLException {
    Measurement whole = run(new Plan(3).time(1500).rate(1), (number, counts) -> {});

    assertThat(whole.counts().of(Counter.TRANSACTIONS)).isEqualTo(1);
    assertThat(whole.elapsedNanos()).isGreaterThanOrEqualTo(1500 * MILLI);
  }

  @Test
  void theBacklogOfTheWarmupIsCountedUntilItIsServed() throws SQLException {
    run(
        new Plan(1).warmup(300).time(300).rate(1000),
        (number, counts) -> LockSupport.parkNanos(5 * MILLI));

    Interval lastOfWarmup =
        intervals.seen.stream().filter(i -> i.toNanos() == 0).findFirst().orElseThrow();
    assertThat(lastOfWarmup.end().backlog()).isGreaterThan(100);
  }

  @Test
  void tellsHowFarTheWarmupRanIntoTheMeasurement() throws SQLException {
    Measurement whole =
        run(
            new Plan(1).warmup(100).time(500),
            (number, counts) -> LockSupport.parkNanos((number == 1 ? 300 : 1) * MILLI));

    assertThat(whole.disturbances().warmupOverrunNanos()).isGreaterThan(150 * MILLI);
  }

  @Test
  void anOpenLoopEndsWithItsEventsAndOwesNoMore() throws SQLException {
    Measurement whole = run(new Plan(4).events(100).rate(2000), (number, counts) -> {});

    assertThat(whole.queue().arrivals()).isEqualTo(100);
    assertThat(whole.queue().unserved()).isZero();
  }

  @Test
  void operationsThatDoNotEndAreBrokenAfterTheGraceAndReported() throws SQLException {
    CountDownLatch broken = new CountDownLatch(1);
    server.onAbort(broken::countDown);
    Measurement whole =
        run(
            new Plan(3).time(200).grace(200),
            (number, counts) -> {
              hang(broken);
              throw new SQLException("aborted", "08000", 0);
            });

    assertThat(server.log).contains("abort");
    assertThat(whole.ending().stuck()).isZero();
    assertThat(whole.counts().of(Counter.FAILED)).isEqualTo(3);
    assertThat(whole.ending().problems())
        .singleElement()
        .asString()
        .contains("3 operations had not ended");
  }

  @Test
  void whoWaitsForAPoolIsWokenAfterTheGrace() throws SQLException {
    CountDownLatch never = new CountDownLatch(1);
    Measurement whole =
        run(
            new Plan(2).time(100).grace(100),
            (number, counts) -> {
              try {
                never.await();
              } catch (InterruptedException e) {
                throw new SQLException("interrupted", "08000", 0, e);
              }
            });

    assertThat(whole.ending().stuck()).isZero();
    assertThat(whole.counts().of(Counter.FAILED)).isEqualTo(2);
  }

  @Test
  void operationsThatEvenAnAbortDoesNotEndAreStuck() throws SQLException {
    CountDownLatch never = new CountDownLatch(1);
    Measurement whole = run(new Plan(2).time(100).grace(100), (number, counts) -> hang(never));
    never.countDown();

    assertThat(whole.ending().stuck()).isEqualTo(2);
    assertThat(whole.counts().of(Counter.STARTED)).isEqualTo(2);
    assertThat(whole.counts().of(Counter.TRANSACTIONS)).isZero();
  }

  @Test
  void givesUpWhenNothingSucceedsAnyMore() throws SQLException {
    Measurement whole =
        run(
            new Plan(2).time(60_000).giveUp(2000),
            (number, counts) -> {
              LockSupport.parkNanos(MILLI);
              if (number > 20) {
                throw new SQLException("read-only", "HY000", 1290);
              }
            });

    assertThat(whole.counts().of(Counter.TRANSACTIONS)).isEqualTo(40);
    assertThat(whole.ending().problems())
        .singleElement()
        .asString()
        .contains("no operation succeeded");
  }

  @Test
  void operationsThatAreOnlySlowDoNotEndIt() throws SQLException {
    Measurement whole =
        run(
            new Plan(1).time(60_000).events(1).giveUp(300),
            (number, counts) -> intervals.await(1000));

    assertThat(whole.ending().problems()).isEmpty();
    assertThat(whole.counts().of(Counter.TRANSACTIONS)).isEqualTo(1);
  }

  @Test
  void givesUpWhenNothingEndsAndAServerDoesNotAnswer() throws SQLException {
    intervals.serversAnswer = false;

    assertThat(hanging(new Plan(1).time(60_000)).ending().problems())
        .extracting(Reason::text)
        .first()
        .isEqualTo(
            "ended early, because no operation succeeded for 1 s and a server did not answer");
    assertThat(intervals.asked).isEqualTo(1);
  }

  @Test
  void givesUpWhenNothingEndsAndNoDeadlineWouldEndIt() throws SQLException {
    assertThat(hanging(new Plan(1).events(5)).ending().problems())
        .extracting(Reason::text)
        .first()
        .isEqualTo("ended early, because no operation succeeded for 1 s");
  }

  /** A run whose operation hangs, until it is interrupted or an interval ends after 20 s. */
  private Measurement hanging(Plan plan) throws SQLException {
    return run(
        plan.giveUp(1000).grace(100),
        (number, counts) -> {
          intervals.await(20_000);
          if (Thread.interrupted()) {
            throw new SQLException("interrupted", "08000", 0);
          }
        });
  }

  @Test
  void operationsMayTakeAsLongAfterTheDeadlineAsOthersTookBefore() throws SQLException {
    Measurement whole =
        run(
            new Plan(1).time(2000).grace(100),
            (number, counts) -> intervals.await(number == 1 ? 1000 : 2300));

    assertThat(whole.ending().problems()).isEmpty();
    assertThat(whole.counts().of(Counter.TRANSACTIONS)).isEqualTo(2);
  }

  @Test
  void endsWhenItIsStoppedAndKeepsWhatWasMeasured() throws SQLException {
    AtomicInteger done = new AtomicInteger();
    Measurement whole =
        run(
            new Plan(2).time(60_000),
            (number, counts) -> {
              LockSupport.parkNanos(MILLI);
              if (done.incrementAndGet() == 100) {
                stop.give();
              }
            });

    assertThat(whole.ending().interrupted()).isTrue();
    assertThat(whole.counts().of(Counter.TRANSACTIONS)).isBetween(100L, 102L);
  }

  @Test
  void aWorkerThatDiesIsAProblemOfTheRun() throws SQLException {
    Measurement whole =
        run(
            new Plan(1).time(60_000),
            (number, counts) -> {
              throw new IllegalStateException("a mistake");
            });

    assertThat(whole.ending().problems())
        .allSatisfy(problem -> assertThat(problem.text()).contains("a worker ended early"));
    assertThat(whole.ending().problems()).isNotEmpty();
    assertThat(server.log).endsWith("acquire", "discard");
  }

  @Test
  void beginsNothingWhenAConnectionIsRefusedAtTheStart() {
    server.refuse(new SQLException("Access denied", "28000", 1045));

    assertThatThrownBy(() -> run(new Plan(4).time(1000), (number, counts) -> {}))
        .isInstanceOf(SQLException.class)
        .hasMessage("Access denied");
    assertThat(intervals.connected).isZero();
  }

  private Measurement run(Plan plan, ScriptedSession.Script script) throws SQLException {
    return new LoadGenerator(
            plan.build(), Clock.SYSTEM, server, worker -> new ScriptedSession(script), stop)
        .run(intervals);
  }

  /** Waits as a read from a socket does: nothing but its answer ends it. */
  private static void hang(CountDownLatch answer) {
    boolean interrupted = false;
    while (answer.getCount() > 0) {
      LockSupport.parkNanos(MILLI);
      interrupted |= Thread.interrupted();
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
