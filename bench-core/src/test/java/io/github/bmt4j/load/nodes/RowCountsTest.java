package io.github.bmt4j.load.nodes;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongUnaryOperator;
import org.junit.jupiter.api.Test;

/** Counts of rows by three simulated nodes, once a second, that take known times. */
class RowCountsTest {
  private static final int NODES = 3;
  private static final long FAST = Duration.ofMillis(4).toNanos();
  private static final long SLOW = Duration.ofMillis(200).toNanos();

  @Test
  void oneSlowCountStretchesOnlyTheTimeUntilTheNext() {
    assertThat(counted(20, second -> second == 3 ? SLOW : FAST))
        .containsExactly(0L, 1L, 2L, 3L, 13L, 14L, 15L, 16L, 17L, 18L, 19L);
  }

  @Test
  void countsTakeAtMostTwoPercentOfTheTime() {
    for (int millis : List.of(1, 19, 20, 21, 55, 130, 999, 4_000)) {
      long nanos = Duration.ofMillis(millis).toNanos();
      List<Long> counted = counted(1_000, second -> nanos);
      long last = counted.get(counted.size() - 1);
      assertThat((counted.size() - 1) * nanos)
          .as("%d ms", millis)
          .isLessThanOrEqualTo(last * 20_000_000);
      assertThat(counted.size()).as("%d ms", millis).isGreaterThan(1_000 / (millis / 20 + 2));
    }
  }

  /** One that was late gets the answer of the others, whatever they took meanwhile. */
  @Test
  void allNodesCountInASecondOrNone() {
    RowCounts counts = new RowCounts(List.of(), true);
    assertThat(counts.isDue(0)).isTrue();
    counts.took(SLOW);
    assertThat(counts.isDue(0)).isTrue();
    counts.took(FAST);
    assertThat(counts.isDue(9)).isFalse();
    assertThat(counts.isDue(10)).isTrue();
    assertThat(counts.isDue(9)).isFalse();
    assertThat(counts.isDue(10)).isTrue();
    counts.took(FAST);
    assertThat(counts.isDue(11)).isTrue();
  }

  @Test
  void withoutTheOptionNothingIsCountedDuringALoad() {
    RowCounts none = new RowCounts(List.of(), false);
    assertThat(none.isDue(0)).isFalse();
    assertThat(none.isDue(1)).isFalse();
  }

  /** The seconds in which all nodes counted, of which one takes the given time in each. */
  private static List<Long> counted(long seconds, LongUnaryOperator slowest) {
    RowCounts counts = new RowCounts(List.of(), true);
    List<Long> counted = new ArrayList<>();
    for (long second = 0; second < seconds; second++) {
      int due = 0;
      for (int node = 0; node < NODES; node++) {
        if (counts.isDue(second)) {
          due++;
          counts.took(
              node == 1
                  ? slowest.applyAsLong(second)
                  : Math.min(FAST, slowest.applyAsLong(second)));
        }
      }
      assertThat(due).as("nodes that count in second %d", second).isIn(0, NODES);
      if (due == NODES) {
        counted.add(second);
      }
    }
    return counted;
  }
}
