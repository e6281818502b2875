package io.github.bmt4j.load.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.bmt4j.clock.Outcome;
import io.github.bmt4j.clock.Percentiles;
import io.github.bmt4j.load.Counts;
import io.github.bmt4j.load.Latencies;
import io.github.bmt4j.load.WorkerRecorder;
import io.github.bmt4j.workload.StatementCounts;
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

  @Test
  void failedAndUnknownOperationsCountTogetherAndLieBeyondThePercentiles() {
    WorkerRecorder recorder = new WorkerRecorder(false);
    for (int i = 0; i < 25; i++) {
      recorder.begin(true);
      Outcome outcome = i < 20 ? Outcome.OK : i < 23 ? Outcome.FAILED : Outcome.UNKNOWN;
      recorder.end(outcome, 0, 0, MS, new StatementCounts());
    }
    recorder.error();
    Latencies latencies = new Latencies();
    recorder.drainTo(latencies);

    Beside load = BesideFigures.of("before", 4, recorder.measuredCounts(), latencies);

    assertThat(load.phase()).isEqualTo("before");
    assertThat(load.seconds()).isEqualTo(4);
    assertThat(load.transactions()).isEqualTo(20);
    assertThat(load.tps()).isEqualTo(5.0);
    assertThat(load.failed()).isEqualTo(5);
    assertThat(load.errors()).isEqualTo(1);
    assertThat(load.response()).isEqualTo(Percentiles.times(latencies.response(), 5));
  }
}
