package io.github.bmt4j.load.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.github.bmt4j.load.Interval;
import io.github.bmt4j.load.Latencies;
import io.github.bmt4j.load.WorkerRecorder;
import io.github.bmt4j.load.run.RunResult.IntervalResult;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Figures of an interval from its measurement. */
class IntervalResultTest {
  @Test
  void anIntervalsRatesAreOverItsOwnLength() {
    Interval half =
        new Interval(
            1_000_000_000L,
            1_500_000_000L,
            false,
            RunFiguresTest.hundred(),
            new Latencies(),
            List.of(),
            List.of(),
            new Interval.End(0, 0, 0, List.of()));
    IntervalResult figures = IntervalResult.of(half, 95, false);

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
  void anIntervalTakesItsTimesFromItsOwnOperations() {
    Latencies latencies = new Latencies();
    for (int i = 1; i <= 20; i++) {
      latencies.response().recordValue(i * 1_000_000L);
    }
    Interval whole =
        new Interval(
            0,
            1_000_000_000L,
            false,
            RunFiguresTest.counts(),
            latencies,
            List.of(),
            List.of(),
            new Interval.End(12, 0, 0, List.of()));
    IntervalResult figures = IntervalResult.of(whole, 50, true);

    assertThat(figures.transactions()).isEqualTo(20);
    assertThat(figures.errors()).isEqualTo(7);
    assertThat(figures.reconnects()).isEqualTo(9);
    assertThat(figures.backlog()).isEqualTo(12);
    assertThat(figures.meanMs()).isCloseTo(10.5, within(0.01));
    assertThat(figures.maxMs()).isCloseTo(20, within(0.02));
    // The 13th of 25, for 5 have no time.
    assertThat(figures.percentileMs()).isCloseTo(13, within(0.02));
    assertThat(IntervalResult.of(whole, 50, false).backlog()).isNull();
    Interval none =
        new Interval(
            0,
            1_000_000_000L,
            false,
            RunFiguresTest.counts(),
            new Latencies(),
            List.of(),
            List.of(),
            new Interval.End(0, 0, 0, List.of()));
    assertThat(IntervalResult.of(none, 50, true).meanMs()).isNull();
    assertThat(IntervalResult.of(none, 50, true).maxMs()).isNull();
  }

  @Test
  void waitsOfAnIntervalThatGotNoConnectionRankAsTheSlowest() {
    Latencies latencies = new Latencies();
    latencies.borrow().recordValueWithCount(2_000_000, 300);
    WorkerRecorder recorder = new WorkerRecorder(false);
    recorder.begin(true);
    for (int i = 0; i < 100; i++) {
      recorder.notBorrowed();
    }
    Interval interval =
        new Interval(
            0,
            1_000_000_000L,
            false,
            recorder.measuredCounts(),
            latencies,
            List.of(),
            List.of(),
            new Interval.End(0, 0, 0, List.of()));

    assertThat(IntervalResult.of(interval, 90, false).borrowPercentileMs()).isNull();
    assertThat(IntervalResult.of(interval, 70, false).borrowPercentileMs())
        .isCloseTo(2, within(0.002));
  }

  @Test
  void failuresOfAnIntervalMayLieBeyondItsPercentile() {
    Latencies latencies = new Latencies();
    for (int i = 0; i < 80; i++) {
      latencies.response().recordValue(1_000_000L);
    }
    Interval interval =
        new Interval(
            0,
            1_000_000_000L,
            false,
            RunFiguresTest.counts(),
            latencies,
            List.of(),
            List.of(),
            new Interval.End(0, 0, 0, List.of()));

    assertThat(IntervalResult.of(interval, 94, true).percentileMs())
        .as("80 of 85 are not 94 %")
        .isNull();
    assertThat(IntervalResult.of(interval, 87, true).percentileMs()).isCloseTo(1, within(0.001));
  }
}
