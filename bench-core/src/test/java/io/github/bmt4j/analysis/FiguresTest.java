package io.github.bmt4j.analysis;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.bmt4j.measure.Counter;
import io.github.bmt4j.measure.Counts;
import io.github.bmt4j.measure.Interval;
import io.github.bmt4j.measure.Latencies;
import io.github.bmt4j.measure.Measurement;
import io.github.bmt4j.measure.Outcome;
import io.github.bmt4j.measure.WorkerRecorder;
import io.github.bmt4j.measure.WorkerShare;
import io.github.bmt4j.result.RunResult.Client;
import io.github.bmt4j.result.RunResult.Fairness;
import io.github.bmt4j.result.RunResult.IntervalResult;
import io.github.bmt4j.result.RunResult.Throughput;
import io.github.bmt4j.workload.Tally;
import java.util.List;
import org.junit.jupiter.api.Test;

class FiguresTest {
  @Test
  void processorTimeIsSharedOutOverQueriesAndCores() {
    Client client = Figures.client(1_000_000_000, 7, 2_000_000_000, 2, 1000);

    assertThat(client).isEqualTo(new Client(1.0, 1000.0, 7, 0.25));
  }

  @Test
  void withoutAQueryOrALengthThereIsNoShare() {
    assertThat(Figures.client(1_000_000, 0, 0, 2, 0)).isEqualTo(new Client(0.001, null, 0, null));
  }

  @Test
  void ratesAreCountsOverTheElapsedTime() {
    assertThat(Figures.throughput(measured(2_500_000_000L))).isEqualTo(new Throughput(40.0, 120.0));
    assertThat(Figures.throughput(measured(0))).isEqualTo(new Throughput(null, null));
  }

  @Test
  void anIntervalsRatesAreOverItsOwnLength() {
    Interval half =
        new Interval(1_000_000_000L, 1_500_000_000L, false, hundred(), new Latencies(), 0, 0, 0);
    IntervalResult figures = Figures.interval(half, 95, false);

    assertThat(figures.fromSeconds()).isEqualTo(1.0);
    assertThat(figures.toSeconds()).isEqualTo(1.5);
    assertThat(figures.tps()).isEqualTo(200.0);
    assertThat(figures.readsPerSecond()).isEqualTo(200.0);
    assertThat(figures.writesPerSecond()).isEqualTo(200.0);
    assertThat(figures.othersPerSecond()).isEqualTo(200.0);
    assertThat(figures.qps()).isEqualTo(600.0);
    assertThat(figures.percentileMs()).isNull();
  }

  @Test
  void fairnessIsMeanAndDeviationOfAllThreads() {
    Fairness fairness =
        Figures.fairness(
            List.of(
                new WorkerShare(10, 1_000_000_000L),
                new WorkerShare(20, 3_000_000_000L),
                new WorkerShare(30, 2_000_000_000L)));

    assertThat(fairness.eventsMean()).isEqualTo(20.0);
    assertThat(fairness.eventsStddev()).isEqualTo(8.16);
    assertThat(fairness.timeMeanSeconds()).isEqualTo(2.0);
    assertThat(fairness.timeStddevSeconds()).isEqualTo(0.816497);
    assertThat(Figures.fairness(List.of(new WorkerShare(3, 5))).eventsStddev()).isZero();
  }

  private static Measurement measured(long elapsedNanos) {
    return new Measurement(
        hundred(),
        Counts.ZERO,
        new Latencies(),
        elapsedNanos,
        0,
        0,
        0,
        0,
        0,
        false,
        List.of(),
        List.of(),
        List.of(),
        List.of(),
        List.of());
  }

  /** A hundred transactions of a read, a write and another statement each. */
  private static Counts hundred() {
    WorkerRecorder recorder = new WorkerRecorder(false, false);
    Tally tally = new Tally();
    for (int i = 0; i < 100; i++) {
      recorder.begin(true);
      tally.read();
      tally.changed(1);
      tally.other();
      recorder.end(Outcome.OK, 0, 0, 1000, tally);
    }
    assertThat(recorder.measuredCounts().of(Counter.TRANSACTIONS)).isEqualTo(100);
    return recorder.measuredCounts();
  }
}
