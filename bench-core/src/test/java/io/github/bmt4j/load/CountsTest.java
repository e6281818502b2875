package io.github.bmt4j.load;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class CountsTest {
  @Test
  void theEndOfAnOperationReplacesItsCountersAlone() {
    long[] ended = new long[Counter.values().length];
    Arrays.fill(ended, 7);
    Counts all = Counts.ZERO.ended(ended);
    Set<Counter> atTheEnd = EnumSet.range(Counter.TRANSACTIONS, Counter.UNKNOWN);

    for (Counter counter : Counter.values()) {
      assertThat(all.of(counter)).as("%s", counter).isEqualTo(atTheEnd.contains(counter) ? 7 : 0);
    }
    assertThat(List.of(Counter.STARTED, Counter.ERRORS, Counter.RETRIES))
        .doesNotContainAnyElementsOf(atTheEnd);
  }
}
