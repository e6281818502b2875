package io.github.bmt4j.load.agent;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.bmt4j.load.Counter;
import io.github.bmt4j.load.Counts;
import io.github.bmt4j.load.Interval;
import io.github.bmt4j.load.Latencies;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
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

  @Test
  void endsThatDifferByAQuarterOfAnIntervalAreOne() {
    give(0, 0, 1);
    give(1, 0, 1.24);
    assertThat(seen).containsExactly("0.00 1.24 2");
    give(0, 1, 2.25);
    give(1, 1.24, 2.51);
    assertThat(seen).as("they differ by more").hasSize(1);
    give(0, 2.25, 2.5);
    assertThat(seen).containsExactly("0.00 1.24 2", "1.24 2.51 3");
  }

  /** 30 and 10 transactions in 2 s, and none of those of the warm-up. */
  @Test
  void ratesOfAProcessAreThoseOfTheMergedIntervals() {
    for (int process = 0; process < 2; process++) {
      merged.add(process, interval(-1, 0, true, 99));
    }
    merged.add(0, interval(0, 1, false, 14));
    merged.add(0, interval(1, 2, false, 16));
    merged.add(1, interval(0, 2, false, 10));
    drain();

    assertThat(seen).containsExactly("-1.00 0.00 2", "0.00 2.00 3");
    assertThat(merged.rates(0)).containsExactly(15.0);
    assertThat(merged.rates(1)).containsExactly(5.0);
  }

  /** Adds an interval of one operation. */
  private void give(int process, double from, double to) {
    merged.add(process, interval(from, to, false, 0));
    drain();
  }

  private static Interval interval(double from, double to, boolean warmup, long transactions) {
    Latencies times = new Latencies();
    times.response().recordValue(1);
    Counts counts = Counts.from(Map.of(Counter.TRANSACTIONS, transactions));
    return new Interval(
        nanos(from),
        nanos(to),
        warmup,
        counts,
        times,
        List.of(),
        List.of(),
        new Interval.End(0, 1, 5, List.of()));
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
      underWay = one.end().underWay();
      queries = one.end().measuredQueries();
    }
  }

  private static long nanos(double seconds) {
    return Math.round(seconds * 1e9);
  }
}
