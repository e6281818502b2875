package io.github.bmt4j.load;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.bmt4j.clock.Clock;
import io.github.bmt4j.load.Measurement.ShareCount;
import io.github.bmt4j.progress.StopSignal;
import io.github.bmt4j.workload.Terminals;
import io.github.bmt4j.workload.Terminals.Pace;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Terminals that share workers. */
@Timeout(60)
class TerminalsTest {
  private static final long MILLI = 1_000_000;
  private static final long SECOND = 1000 * MILLI;
  private static final long HOUR = 3600 * SECOND;
  private static final TerminalSession.Script NOTHING = (terminal, number, counts) -> {};

  private final StopSignal stop = new StopSignal();

  @Test
  void aStallIsInTheResponseTimeOfEveryTerminalThatWaits() throws SQLException {
    JumpingClock clock = new JumpingClock();
    AtomicInteger executed = new AtomicInteger();
    // All 20 terminals are due again within 50 ms, as ten means are the most.
    Latencies latencies =
        oneWorker(
            clock,
            new Terminals(20, List.of(new Pace(0, 5 * MILLI, false))),
            Duration.ofSeconds(2),
            new TerminalSession(
                (terminal, number, counts) -> {
                  if (executed.incrementAndGet() == 100) {
                    clock.jump(SECOND);
                  }
                }));

    assertThat(atLeast(latencies.response(), 940 * MILLI)).isEqualTo(20);
    assertThat(latencies.response().getMaxValue()).isGreaterThanOrEqualTo(SECOND);
    assertThat(atLeast(latencies.service(), 940 * MILLI)).isEqualTo(1);
    assertThat(atLeast(latencies.waiting(), 940 * MILLI)).isEqualTo(19);
  }

  @Test
  void aTerminalGoesOnWhenADeferredTransactionIsDue() throws SQLException {
    JumpingClock clock = new JumpingClock();
    TerminalSession.Script slow = (terminal, number, counts) -> clock.jump(35 * MILLI);
    Duration time = Duration.ofSeconds(1);

    // Due each 10 ms and served each 35 ms: each waits 25 ms longer than the one before it.
    Terminals deferred = new Terminals(1, List.of(new Pace(10 * MILLI, 0, true)));
    Histogram response = oneWorker(clock, deferred, time, new TerminalSession(slow)).response();
    long count = response.getTotalCount();
    assertThat(count).isGreaterThan(15);
    for (int k = 0; k < count; k++) {
      assertThat(atLeast(response, (34 + 25 * k) * MILLI)).isGreaterThanOrEqualTo(count - k);
    }

    Terminals inline = new Terminals(1, List.of(new Pace(10 * MILLI, 0, false)));
    Histogram each = oneWorker(clock, inline, time, new TerminalSession(slow)).response();
    assertThat(each.getTotalCount()).isBetween(12L, 23L);
    assertThat(each.getValueAtPercentile(50)).isBetween(35 * MILLI, 45 * MILLI);
  }

  @Test
  void aTransactionHasItsTerminalsNumbersOneAfterTheOtherWhoeverRunsIt() throws SQLException {
    List<List<Long>> seen = new ArrayList<>();
    for (int terminal = 0; terminal < 50; terminal++) {
      seen.add(new ArrayList<>());
    }
    Measurement measured =
        run(
            plan(4, new Terminals(50, List.of(new Pace(0, MILLI, false))), 0, 300, 0),
            (terminal, number, counts) -> {
              // One worker at a time has a terminal.
              seen.get(terminal).add(number);
              counts.share(0, number % 2, 1);
            });

    long transactions = 0;
    for (List<Long> numbers : seen) {
      for (int i = 0; i < numbers.size(); i++) {
        assertThat(numbers.get(i)).isEqualTo(numbers.get(0) + i);
      }
      transactions += numbers.size();
    }
    assertThat(measured.counts().of(Counter.TRANSACTIONS)).isEqualTo(transactions).isPositive();
    assertThat(measured.parts().shareCounts().get(0).trials()).isEqualTo(transactions);
    assertThat(measured.queue().arrivals()).isEqualTo(transactions + measured.queue().unserved());
  }

  @Test
  void sharesOfTheWarmupAreNotCounted() throws SQLException {
    Measurement measured =
        run(
            plan(2, new Terminals(10, List.of(new Pace(0, MILLI, false))), 100, 100, 0),
            (terminal, number, counts) -> counts.share(0, 2, 3));

    long measuredOnes = measured.counts().of(Counter.TRANSACTIONS);
    assertThat(measured.warmup().of(Counter.TRANSACTIONS)).isPositive();
    assertThat(measured.parts().shareCounts())
        .containsExactly(new ShareCount(2 * measuredOnes, 3 * measuredOnes));
  }

  @Test
  void tenThousandTerminalsNeedNoThreadEach() throws SQLException {
    AtomicInteger most = new AtomicInteger();
    Measurement measured =
        run(
            plan(16, new Terminals(10_000, List.of(new Pace(SECOND, SECOND, false))), 0, 300, 0),
            (terminal, number, counts) ->
                most.accumulateAndGet(
                    (int)
                        Thread.getAllStackTraces().keySet().stream()
                            .filter(thread -> thread.getName().startsWith("bmt-worker"))
                            .count(),
                    Math::max),
            10);
    assertThat(measured.counts().of(Counter.TRANSACTIONS)).isPositive();
    assertThat(most.get()).isLessThanOrEqualTo(16);
  }

  @Test
  void whatIsDueAndNotBegunAtTheEndIsUnserved() throws SQLException {
    CountDownLatch never = new CountDownLatch(1);
    LoadPlan plan = plan(2, new Terminals(30, List.of(new Pace(0, 0, false))), 0, 200, 0);
    Measurement measured =
        run(
            plan,
            (terminal, number, counts) -> {
              try {
                never.await(400, TimeUnit.MILLISECONDS);
              } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
              }
            });

    assertThat(measured.counts().of(Counter.STARTED)).isEqualTo(2);
    assertThat(measured.queue().unserved()).isEqualTo(28);
    assertThat(measured.queue().arrivals()).isEqualTo(30);
    assertThat(measured.queue().maxBacklog()).isEqualTo(28);
  }

  @Test
  void nobodyWaitsForTerminalsThatThinkWhenTheTimeIsOver() throws SQLException {
    long begin = System.nanoTime();
    Measurement measured =
        run(plan(8, new Terminals(20, List.of(new Pace(HOUR, HOUR, false))), 50, 150, 0), NOTHING);

    assertThat(System.nanoTime() - begin).isLessThan(5 * SECOND);
    assertThat(measured.counts().of(Counter.STARTED)).isZero();
    assertThat(
            measured.queue().arrivals()
                + measured.queue().unserved()
                + measured.queue().maxBacklog())
        .isZero();
    assertThat(measured.ending().problems()).isEmpty();
  }

  @Test
  void nobodyWaitsWhenTheUserEndsTheRun() throws Exception {
    LoadPlan plan = plan(8, new Terminals(20, List.of(new Pace(HOUR, HOUR, false))), 0, 60_000, 0);
    CompletableFuture<Void> user =
        CompletableFuture.runAsync(
            stop::give, CompletableFuture.delayedExecutor(100, TimeUnit.MILLISECONDS));
    long begin = System.nanoTime();
    Measurement measured = run(plan, NOTHING);
    user.get();

    assertThat(System.nanoTime() - begin).isLessThan(5 * SECOND);
    assertThat(measured.ending().interrupted()).isTrue();
  }

  @Test
  void nobodyWaitsWhenTheEventsAreUsedUp() throws SQLException {
    AtomicInteger executed = new AtomicInteger();
    // After some 50 in the first seconds, the next ones are due in the course of hours.
    LoadPlan plan = plan(4, new Terminals(100_000, List.of(new Pace(HOUR, 1, false))), 0, 0, 50);
    long begin = System.nanoTime();
    Measurement measured = run(plan, (terminal, number, counts) -> executed.incrementAndGet());

    assertThat(System.nanoTime() - begin).isLessThan(10 * SECOND);
    assertThat(executed.get()).isEqualTo(50);
    assertThat(measured.counts().of(Counter.TRANSACTIONS)).isEqualTo(50);
    assertThat(measured.queue().arrivals()).isEqualTo(50);
  }

  @Test
  void anErrorThatTimeDoesNotMendEndsTheRunForAll() throws SQLException {
    // The first fails in the first second or so; the others are due in the course of an hour.
    LoadPlan plan = plan(4, new Terminals(9_000, List.of(new Pace(HOUR, 1, false))), 0, 60_000, 0);
    long begin = System.nanoTime();
    Measurement measured =
        run(
            plan,
            (terminal, number, counts) -> {
              throw new SQLException("Unknown column", "42S22", 1054);
            });

    assertThat(System.nanoTime() - begin).isLessThan(10 * SECOND);
    assertThat(measured.ending().problems()).anyMatch(problem -> problem.text().contains("1054"));
  }

  private static long atLeast(Histogram histogram, long nanos) {
    return histogram.getCountBetweenValues(nanos, Long.MAX_VALUE / 2);
  }

  private Latencies oneWorker(
      Clock clock, Terminals terminals, Duration time, TerminalSession session)
      throws SQLException {
    LoadPlan plan = plan(1, terminals, 0, time.toMillis(), 0);
    RunState state = new RunState(plan, clock, stop);
    WorkerRecorder recorder = new WorkerRecorder(true, 0, 1, null);
    Worker worker = new Worker(state, new ScriptedServer(false), session, recorder);
    worker.connect(0);
    state.start(state.clock.nanoTime());
    worker.work();
    Latencies latencies = new Latencies();
    recorder.drainTo(latencies);
    return latencies;
  }

  private Measurement run(LoadPlan plan, TerminalSession.Script script) throws SQLException {
    return run(plan, script, 1);
  }

  /**
   * @param each only so many-th transactions run the script
   */
  private Measurement run(LoadPlan plan, TerminalSession.Script script, int each)
      throws SQLException {
    return new LoadGenerator(
            plan,
            Clock.SYSTEM,
            new ScriptedServer(false),
            worker ->
                new TerminalSession(
                    (terminal, number, counts) -> {
                      if (terminal % each == 0) {
                        script.run(terminal, number, counts);
                      }
                    }),
            stop)
        .run(new Load.Observer() {});
  }

  private static LoadPlan plan(
      int workers, Terminals terminals, long warmupMillis, long timeMillis, long events) {
    return new Plan(workers)
        .profile(new LoadProfile.AtTerminals(terminals, 4711))
        .warmup(warmupMillis)
        .time(timeMillis)
        .events(events)
        .grace(10_000)
        .giveUp(30_000)
        .shares(1)
        .build();
  }

  /** The machine's clock, which can be put forward: what takes time takes none to test. */
  private static final class JumpingClock implements Clock {
    private final AtomicLong ahead = new AtomicLong();

    void jump(long nanos) {
      ahead.addAndGet(nanos);
    }

    @Override
    public long nanoTime() {
      return System.nanoTime() + ahead.get();
    }

    @Override
    public Instant now() {
      return Instant.EPOCH;
    }

    @Override
    public void sleepUntil(long nanoTime, BooleanSupplier cancelled) {
      jump(Math.max(0, nanoTime - nanoTime()));
    }
  }
}
