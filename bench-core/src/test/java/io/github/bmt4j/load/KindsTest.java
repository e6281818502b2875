package io.github.bmt4j.load;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.bmt4j.clock.Clock;
import io.github.bmt4j.progress.StopSignal;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Operations of two kinds, the odd ones and the even ones of each worker. */
@Timeout(60)
class KindsTest {
  private static final long MILLI = 1_000_000;

  @Test
  void kindsAreCountedAndTimedApart() throws SQLException {
    List<Interval> intervals = new ArrayList<>();
    Measurement whole =
        run(
            intervals,
            (number, counts) -> {
              counts.read();
              if (number % 2 == 1) {
                counts.changed(1);
                LockSupport.parkNanos(3 * MILLI);
              } else if (number % 10 == 0) {
                throw new SQLException("Duplicate entry", "23000", 1062);
              } else if (number % 4 == 0) {
                counts.rollBack();
              }
            });

    KindMeasurement even = whole.parts().kinds().get(0);
    KindMeasurement odd = whole.parts().kinds().get(1);
    assertThat(List.of(even.kind(), odd.kind())).containsExactly("even", "odd");
    Counts both = even.counts().plus(odd.counts());
    for (Counter counter : Counter.values()) {
      assertThat(both.of(counter)).as(counter.name()).isEqualTo(whole.counts().of(counter));
    }
    assertThat(even.counts().of(Counter.FAILED)).isPositive();
    assertThat(even.counts().of(Counter.ROLLBACKS)).isPositive();
    assertThat(even.counts().of(Counter.WRITES)).isZero();
    assertThat(odd.counts().of(Counter.FAILED) + odd.counts().of(Counter.ROLLBACKS)).isZero();
    assertThat(odd.counts().of(Counter.WRITES)).isEqualTo(odd.counts().of(Counter.TRANSACTIONS));
    assertThat(odd.response().getTotalCount()).isEqualTo(odd.counts().of(Counter.TRANSACTIONS));
    assertThat(odd.response().getMinValue()).isGreaterThanOrEqualTo(2_990_000);
    assertThat(even.response().getValueAtPercentile(50)).isLessThan(2_000_000);

    Histogram response = new Histogram(3);
    Counts counted = Counts.ZERO;
    for (Interval interval : intervals) {
      assertThat(interval.kinds()).hasSize(interval.warmup() ? 0 : 2);
      if (!interval.warmup()) {
        response.add(interval.kinds().get(1).response());
        counted = counted.plus(interval.kinds().get(1).counts());
        assertThat(interval.kinds().get(0).counts().plus(interval.kinds().get(1).counts()))
            .usingRecursiveComparison()
            .isEqualTo(interval.counts());
      }
    }
    assertThat(response).isEqualTo(odd.response());
    assertThat(counted.of(Counter.STARTED)).isEqualTo(odd.counts().of(Counter.STARTED));
  }

  /** While the workers go on as fast as they can. */
  @Test
  void everyIntervalHasAsManyTimesAsOperations() throws SQLException {
    List<Interval> intervals = new ArrayList<>();
    run(
        intervals,
        (number, counts) -> {
          counts.read();
          if (number % 5 == 0) {
            throw new SQLException("Duplicate entry", "23000", 1062);
          }
        });

    assertThat(intervals).isNotEmpty();
    for (Interval interval : intervals) {
      Counts counts = interval.counts();
      long transactions = counts.of(Counter.TRANSACTIONS);
      assertThat(interval.latencies().response().getTotalCount()).isEqualTo(transactions);
      if (!interval.warmup()) {
        long failed = counts.of(Counter.FAILED);
        assertThat(counts.of(Counter.READS)).isEqualTo(transactions + failed);
        assertThat(interval.latencies().service().getTotalCount()).isEqualTo(transactions);
        assertThat(interval.latencies().failed().getTotalCount()).isEqualTo(failed);
      }
      for (KindMeasurement kind : interval.kinds()) {
        assertThat(kind.response().getTotalCount())
            .isEqualTo(kind.counts().of(Counter.TRANSACTIONS));
      }
    }
  }

  private static Measurement run(List<Interval> intervals, ScriptedSession.Script script)
      throws SQLException {
    LoadPlan plan = new Plan(3).warmup(120).time(400).kinds(List.of("even", "odd")).build();
    return new LoadGenerator(
            plan,
            Clock.SYSTEM,
            new ScriptedServer(true),
            worker -> new ScriptedSession(script),
            new StopSignal())
        .run(
            new Load.Observer() {
              @Override
              public void interval(Interval interval) {
                intervals.add(interval);
              }
            });
  }
}
