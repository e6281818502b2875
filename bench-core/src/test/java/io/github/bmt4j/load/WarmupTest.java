package io.github.bmt4j.load;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.bmt4j.clock.Clock;
import io.github.bmt4j.progress.StopSignal;
import java.sql.SQLException;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Who works when in a warm-up. */
@Timeout(60)
class WarmupTest {
  private static final long MILLI = 1_000_000;
  private static final int FEW = 4 * Runtime.getRuntime().availableProcessors();
  private static final int WORKERS = FEW + 3;

  private final Set<Integer> begun = ConcurrentHashMap.newKeySet();

  @Test
  void inTheFirstHalfAFewOfManyWork() throws SQLException {
    Measurement whole = run(new LoadProfile.ClosedLoop(), 600_000, all -> all.size() == FEW);

    assertThat(begun).containsExactlyInAnyOrderElementsOf(numbers(FEW));
    assertThat(whole.counts().of(Counter.STARTED)).isZero();
  }

  @Test
  void thenAllDo() throws SQLException {
    run(new LoadProfile.ClosedLoop(), 1000, all -> all.size() == WORKERS);

    assertThat(begun).containsExactlyInAnyOrderElementsOf(numbers(WORKERS));
  }

  @Test
  void withoutAWarmupAllBeginAtOnce() throws SQLException {
    run(new LoadProfile.ClosedLoop(), 0, all -> all.size() == WORKERS);

    assertThat(begun).containsExactlyInAnyOrderElementsOf(numbers(WORKERS));
  }

  @Test
  void arrivalsOfAnOpenLoopAreServedByAll() throws SQLException {
    run(
        new LoadProfile.OpenLoop(ArrivalSchedule.uniform(10_000, Portion.WHOLE)),
        600_000,
        all -> all.size() == WORKERS);

    assertThat(begun).containsExactlyInAnyOrderElementsOf(numbers(WORKERS));
  }

  /** Runs a load until enough have begun. */
  private Measurement run(LoadProfile profile, long warmupMillis, Predicate<Set<Integer>> enough)
      throws SQLException {
    StopSignal stop = new StopSignal();
    AtomicInteger number = new AtomicInteger();
    return new LoadGenerator(
            plan(profile, warmupMillis),
            Clock.SYSTEM,
            new ScriptedServer(false),
            worker -> {
              int own = number.getAndIncrement();
              return new ScriptedSession(
                  (attempt, counts) -> {
                    begun.add(own);
                    LockSupport.parkNanos(MILLI);
                    if (enough.test(begun)) {
                      stop.give();
                    }
                  });
            },
            stop)
        .run(new Silent());
  }

  private static List<Integer> numbers(int count) {
    return IntStream.range(0, count).boxed().toList();
  }

  private static final class Silent implements Load.Observer {
    @Override
    public void connected() {}

    @Override
    public void interval(Interval interval) {}
  }

  private static LoadPlan plan(LoadProfile profile, long warmupMillis) {
    return new Plan(WORKERS).profile(profile).warmup(warmupMillis).time(600_000).build();
  }
}
