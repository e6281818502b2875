package io.github.bmt4j.load;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.bmt4j.measure.Clock;
import io.github.bmt4j.measure.Counter;
import io.github.bmt4j.measure.Interval;
import io.github.bmt4j.measure.ManualClock;
import io.github.bmt4j.measure.Measurement;
import io.github.bmt4j.progress.StopSignal;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Who works when in a warm-up. */
@Timeout(60)
class WarmupTest {
  private static final long MILLI = 1_000_000;
  private static final int FEW = 4 * Runtime.getRuntime().availableProcessors();

  @Test
  void aFewOfManyBeginAtOnceAndTheOthersInTheMiddleOfTheWarmup() {
    RunState state = started(new LoadProfile.ClosedLoop(), 4000);

    assertThat(state.beginNanos(0)).isEqualTo(state.originNanos());
    assertThat(state.beginNanos(FEW - 1)).isEqualTo(state.originNanos());
    assertThat(state.beginNanos(FEW)).isEqualTo(state.originNanos() + 2000 * MILLI);
    assertThat(state.beginNanos(20_000)).isEqualTo(state.originNanos() + 2000 * MILLI);
  }

  @Test
  void withoutAWarmupAllBeginAtOnce() {
    RunState state = started(new LoadProfile.ClosedLoop(), 0);

    assertThat(state.beginNanos(20_000)).isEqualTo(state.originNanos());
  }

  @Test
  void arrivalsOfAnOpenLoopWaitForNobody() {
    RunState state = started(new LoadProfile.OpenLoop(ArrivalSchedule.uniform(10)), 4000);

    assertThat(state.beginNanos(20_000)).isEqualTo(state.originNanos());
  }

  @Test
  void allWorkInTheMeasurement() throws SQLException {
    int workers = FEW + 3;
    Map<Integer, Long> begins = new ConcurrentHashMap<>();
    AtomicInteger number = new AtomicInteger();
    LoadPlan plan = plan(workers, new LoadProfile.ClosedLoop(), 600, 400);
    long before = System.nanoTime();
    Measurement whole =
        new LoadGenerator(
                plan,
                Clock.SYSTEM,
                new ScriptedServer(true),
                worker -> {
                  int own = number.getAndIncrement();
                  return new ScriptedSession(
                      (attempt, tally) -> {
                        begins.putIfAbsent(own, System.nanoTime());
                        LockSupport.parkNanos(MILLI);
                      });
                },
                new StopSignal())
            .run(new Silent());

    assertThat(begins).hasSize(workers);
    for (int late = FEW; late < workers; late++) {
      assertThat(begins.get(late)).isGreaterThanOrEqualTo(before + 300 * MILLI);
    }
    assertThat(whole.workers()).allSatisfy(share -> assertThat(share.transactions()).isPositive());
    assertThat(whole.warmup().of(Counter.TRANSACTIONS)).isPositive();
  }

  private static final class Silent implements LoadGenerator.Observer {
    @Override
    public void connected() {}

    @Override
    public void interval(Interval interval) {}
  }

  private static RunState started(LoadProfile profile, long warmupMillis) {
    LoadPlan plan = plan(20_001, profile, warmupMillis, 1000);
    RunState state = new RunState(plan, new ManualClock(77), new StopSignal());
    state.start();
    return state;
  }

  private static LoadPlan plan(
      int workers, LoadProfile profile, long warmupMillis, long timeMillis) {
    return new LoadPlan(
        workers,
        profile,
        Duration.ofMillis(warmupMillis),
        Duration.ofMillis(timeMillis),
        0,
        Duration.ofMillis(100),
        new RetryPolicy(Set.of(), false, 0),
        Duration.ofMinutes(5),
        Duration.ofMinutes(5),
        false);
  }
}
