package io.github.bmt4j.load;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.bmt4j.clock.ManualClock;
import io.github.bmt4j.progress.StopSignal;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

/** A server that stalls for one second, on a clock where the truth is known to the nanosecond. */
class CoordinatedOmissionTest {
  private static final long MILLI = 1_000_000;
  private static final long SECOND = 1000 * MILLI;

  private final ManualClock clock = new ManualClock(123_456_789);
  private final Latencies latencies = new Latencies();

  @Test
  void chargesStallToEveryWaitingArrival() {
    // The 1,000th operation, due at 1.000 s, takes one second; all others take no time.
    WorkerRecorder recorder =
        run(new LoadProfile.OpenLoop(ArrivalSchedule.uniform(1000, Portion.WHOLE)), 1000);

    Histogram response = latencies.response();
    assertThat(recorder.measuredCounts().of(Counter.TRANSACTIONS)).isEqualTo(4999);
    // Due at 1.000, 1.001, … 1.999 s and served at 2.000 s: they waited 1000, 999, … 1 ms.
    for (long waited = 1; waited <= 1000; waited++) {
      assertThat(near(response, waited * MILLI)).as("waited about %d ms", waited).isPositive();
    }
    assertThat(response.getCountBetweenValues(MILLI - MILLI / 1000, Long.MAX_VALUE / 2))
        .isEqualTo(1000);
    assertThat(response.getMean()).isBetween(0.1 * SECOND, 0.1003 * SECOND);
    assertThat(response.getMaxValue()).isBetween(SECOND, SECOND + SECOND / 1000);
  }

  @Test
  void serviceTimeShowsTheStallOnce() {
    run(new LoadProfile.OpenLoop(ArrivalSchedule.uniform(1000, Portion.WHOLE)), 1000);

    assertThat(latencies.service().getCountBetweenValues(MILLI, Long.MAX_VALUE / 2)).isEqualTo(1);
  }

  @Test
  void aClosedLoopFeelsTheStallOnceAndSaysSoByHavingOneTimeOnly() {
    run(new LoadProfile.ClosedLoop(), 1000);

    assertThat(latencies.response().getCountBetweenValues(10 * MILLI, Long.MAX_VALUE / 2))
        .isEqualTo(1);
    assertThat(latencies.response().getTotalCount()).isEqualTo(latencies.service().getTotalCount());
  }

  private static long near(Histogram histogram, long nanos) {
    return histogram.getCountBetweenValues(nanos - nanos / 1000, nanos + nanos / 1000);
  }

  private WorkerRecorder run(LoadProfile profile, int stalled) {
    boolean open = profile instanceof LoadProfile.OpenLoop;
    LoadPlan plan =
        new Plan(1).profile(profile).time(5000).interval(1000).grace(10_000).giveUp(30_000).build();
    RunState state = new RunState(plan, clock, new StopSignal());
    WorkerRecorder recorder = new WorkerRecorder(open);
    ScriptedSession session =
        new ScriptedSession(
            (number, counts) -> clock.advance(number == stalled ? SECOND : open ? 0 : MILLI));
    Worker worker = new Worker(state, new ScriptedServer(false), session, recorder);
    state.start(state.clock.nanoTime());
    worker.work();
    recorder.drainTo(latencies);
    return recorder;
  }
}
