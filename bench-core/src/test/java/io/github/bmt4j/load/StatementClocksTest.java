package io.github.bmt4j.load;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.bmt4j.clock.ManualClock;
import io.github.bmt4j.load.Measurement.StatementLatencies;
import io.github.bmt4j.workload.StatementTimer;
import io.github.bmt4j.workload.Stopwatch;
import java.util.List;
import org.junit.jupiter.api.Test;

class StatementClocksTest {
  private final ManualClock clock = new ManualClock(0);

  @Test
  void timesOfAllWorkersAddUpAlthoughTheyShareHistograms() {
    StatementClocks clocks = new StatementClocks(clock, 100);
    for (int i = 0; i < 100; i++) {
      time(clocks.worker(i), true, i + 1);
    }

    List<StatementLatencies> times = clocks.drain();
    assertThat(times).hasSize(1);
    assertThat(times.get(0).service().getTotalCount()).isEqualTo(100);
    assertThat(times.get(0).service().getMinValue()).isEqualTo(1);
    assertThat(times.get(0).service().getMaxValue()).isEqualTo(100);
  }

  @Test
  void aWorkerInItsWarmUpKeepsNothingWhileItsNeighbourDoes() {
    StatementClocks clocks = new StatementClocks(clock, 17);
    clocks.worker(16).begin(false);
    time(clocks.worker(0), true, 5);
    time(clocks.worker(16), false, 9);

    assertThat(clocks.drain().get(0).service().getMaxValue()).isEqualTo(5);
  }

  @Test
  void nothingIsToldTwice() {
    StatementClocks clocks = new StatementClocks(clock, 1);
    time(clocks.worker(0), true, 5);

    assertThat(clocks.drain().get(0).service().getTotalCount()).isEqualTo(1);
    assertThat(clocks.drain().get(0).service().getTotalCount()).isZero();
  }

  private void time(StatementClocks.OfWorker worker, boolean measured, long nanos) {
    StatementTimer timer = worker.timer("commit", Stopwatch.Kind.OTHER);
    worker.begin(measured);
    long start = timer.start();
    clock.advance(nanos);
    timer.stop(start);
  }
}
