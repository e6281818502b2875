package io.github.bmt4j.analysis;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.bmt4j.measure.Counts;
import io.github.bmt4j.measure.Latencies;
import io.github.bmt4j.result.Beside;
import org.junit.jupiter.api.Test;

class BesideFiguresTest {
  private static final long MS = 1_000_000;

  @Test
  void longestOperationIsThatWhateverBecameOfIt() {
    Latencies latencies = new Latencies();
    latencies.response().recordValue(3 * MS);
    latencies.failed().recordValue(8 * MS);

    Beside load = BesideFigures.of("during", 2, Counts.ZERO, latencies);

    assertThat(load.longestMs()).isBetween(7.99, 8.02);
    assertThat(load.response().max()).isBetween(2.99, 3.01);
  }

  @Test
  void hasNoRateWithoutTimeAndNoLongestWithoutAnOperation() {
    Beside load = BesideFigures.of("during", 0, Counts.ZERO, new Latencies());

    assertThat(load.tps()).isNull();
    assertThat(load.longestMs()).isNull();
    assertThat(BesideFigures.rate(3, 2)).isEqualTo(1.5);
  }
}
