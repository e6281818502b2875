package io.github.bmt4j.load.agent;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.bmt4j.load.Counts;
import io.github.bmt4j.load.Interval;
import io.github.bmt4j.load.Latencies;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class AlignedIntervalsTest {
  private static final long SECOND = 1_000_000_000;

  private final AlignedIntervals merged = new AlignedIntervals(2, SECOND);
  private final List<String> seen = new ArrayList<>();
  private long underWay;
  private long queries;

  @Test
  void anIntervalIsMergedWhenAllHaveEndedIt() {
    give(0, 0, 1);
    assertThat(seen).isEmpty();
    give(1, 0, 1.01);
    give(1, 1.01, 2);
    assertThat(seen).containsExactly("0.00 1.01 2");
    give(0, 1, 2);
    assertThat(seen).containsExactly("0.00 1.01 2", "1.01 2.00 2");
  }

  /** It was closed late, so that the other one's are joined until both end together. */
  @Test
  void oneThatAProcessLeftOutMakesTheMergedOneLonger() {
    give(0, 0, 1);
    give(0, 1, 2);
    give(1, 0, 2.2);
    give(0, 2, 3);
    give(1, 2.2, 3);

    assertThat(seen).containsExactly("0.00 2.20 3", "2.20 3.00 2");
  }

  @Test
  void whatALostProcessHadSentStaysInItsInterval() {
    give(0, 0, 1);
    give(1, 0, 1);
    give(0, 1, 2);
    give(1, 1, 2);
    give(0, 2, 3);
    merged.end(1);
    drain();
    give(0, 3, 4);
    merged.end(0);
    drain();

    assertThat(seen).containsExactly("0.00 1.00 2", "1.00 2.00 2", "2.00 3.00 1", "3.00 4.00 1");
    assertThat(underWay).as("nothing is under way in it any more").isEqualTo(1);
    assertThat(queries).as("what it did stays counted").isEqualTo(10);
    assertThat(merged.rates(0)).hasSize(4);
    assertThat(merged.rates(1)).containsExactly(0.0, 0.0, 0.0, 0.0);
  }

  @Test
  void theLastIntervalsEndTogetherAsFarAsTheyDo() {
    give(0, 0, 1.02);
    merged.end(0);
    drain();
    assertThat(seen).isEmpty();
    give(1, 0, 1.05);
    give(1, 1.05, 2.9);
    merged.end(1);
    drain();

    assertThat(seen).containsExactly("0.00 1.05 2", "1.05 2.90 1");
  }

  /** Adds an interval of one operation. */
  private void give(int process, double from, double to) {
    Latencies times = new Latencies();
    times.response().recordValue(1);
    merged.add(
        process,
        new Interval(
            nanos(from), nanos(to), false, Counts.ZERO, times, List.of(), 0, 1, 5, List.of()));
    drain();
  }

  /** Notes begin, end, and the operations of what was merged. */
  private void drain() {
    for (Optional<Interval> next = merged.next(); next.isPresent(); next = merged.next()) {
      Interval one = next.get();
      seen.add(
          "%.2f %.2f %d"
              .formatted(
                  one.fromNanos() / 1e9,
                  one.toNanos() / 1e9,
                  one.latencies().response().getTotalCount()));
      underWay = one.underWay();
      queries = one.measuredQueries();
    }
  }

  private static long nanos(double seconds) {
    return Math.round(seconds * 1e9);
  }
}
