package io.github.bmt4j.load;

import static org.assertj.core.api.Assertions.assertThat;

import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class WorkerTimesTest {
  @Test
  void keepsEveryTimeHoweverLateItIsCollected() {
    WorkerTimes times = new WorkerTimes();
    Histogram expected = new Histogram(3);
    Histogram collected = new Histogram(3);
    for (int round = 0; round < 5; round++) {
      for (int i = 1; i <= 3000 * round; i++) {
        times.record(i * 1_000_003L);
        expected.recordValue(i * 1_000_003L);
      }
      times.drainTo(collected);
    }

    assertThat(collected).isEqualTo(expected);
    assertThat(collected.getTotalCount()).isEqualTo(30_000);
  }

  @Test
  void fillsSeveralHistogramsWithTheSame() {
    WorkerTimes times = new WorkerTimes();
    for (int i = 1; i <= 2000; i++) {
      times.record(i);
    }
    Histogram one = new Histogram(3);
    Histogram other = new Histogram(3);
    times.drainTo(one, other);

    assertThat(one).isEqualTo(other);
    assertThat(one.getTotalCount()).isEqualTo(2000);
  }

  @Test
  @Timeout(60)
  void losesNothingWhileOneThreadWritesAndAnotherCollects() throws InterruptedException {
    WorkerTimes times = new WorkerTimes();
    int all = 2_000_000;
    Thread writer =
        new Thread(
            () -> {
              for (int i = 1; i <= all; i++) {
                times.record(i);
              }
            });
    writer.start();
    Histogram collected = new Histogram(3);
    while (writer.isAlive()) {
      times.drainTo(collected);
      Thread.onSpinWait();
    }
    writer.join();
    times.drainTo(collected);

    assertThat(collected.getTotalCount()).isEqualTo(all);
    assertThat(collected.getMinValue()).isEqualTo(1);
    assertThat(collected.getMaxValue()).isBetween((long) all, all + all / 1000L);
  }
}
