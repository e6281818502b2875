package io.github.bmt4j.load.concurrent;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.bmt4j.clock.Percentiles;
import io.github.bmt4j.load.Counts;
import io.github.bmt4j.load.Interval;
import io.github.bmt4j.load.Latencies;
import io.github.bmt4j.load.WorkerRecorder;
import io.github.bmt4j.load.concurrent.ConcurrentLoad.OpenWindow;
import io.github.bmt4j.load.concurrent.ConcurrentLoad.Window;
import io.github.bmt4j.load.concurrent.ConcurrentPhase.Phase;
import io.github.bmt4j.outcome.Outcome;
import io.github.bmt4j.workload.StatementCounts;
import java.util.List;
import org.junit.jupiter.api.Test;

class ConcurrentFiguresTest {
  private static final long MS = 1_000_000;

  @Test
  void longestOperationIsThatWhateverBecameOfIt() {
    Latencies latencies = new Latencies();
    latencies.response().recordValue(3 * MS);
    latencies.failed().recordValue(8 * MS);

    ConcurrentPhase load = of(Phase.DURING, 2, Counts.ZERO, latencies);

    assertThat(load.longestMs()).isBetween(7.99, 8.02);
    assertThat(load.response().max()).isBetween(2.99, 3.01);
  }

  @Test
  void hasNoRateWithoutTimeAndNoLongestWithoutAnOperation() {
    ConcurrentPhase load = of(Phase.DURING, 0, Counts.ZERO, new Latencies());

    assertThat(load.tps()).isNull();
    assertThat(load.longestMs()).isNull();
    assertThat(ConcurrentFigures.rate(3, 2)).isEqualTo(1.5);
  }

  @Test
  void windowOfTwoLeavesThemAsTheyWere() {
    Latencies latencies = new Latencies();
    latencies.response().recordValue(3 * MS);
    Window one = new Window(0, 1, Counts.ZERO, latencies, 0);

    assertThat(one.and(one).latencies().response().getTotalCount()).isEqualTo(2);
    assertThat(latencies.response().getTotalCount()).isEqualTo(1);
  }

  private static ConcurrentPhase of(Phase phase, long seconds, Counts counts, Latencies latencies) {
    Window window = new Window(0, seconds * 1000 * MS, counts, latencies, 0);
    return ConcurrentFigures.of(phase, window);
  }

  /** Operations give up after 11 s and begin again, while something holds the table for 22 s. */
  @Test
  void stallLastsUntilAnOperationSucceeds() {
    OpenWindow open = new OpenWindow();
    open.add(interval(0, 100, Outcome.OK, 10));
    open.cut();
    open.add(interval(100, 11_100, Outcome.FAILED, 11_000));
    Window first = open.cut();
    open.add(interval(11_100, 22_100, Outcome.FAILED, 11_000));
    open.add(interval(22_100, 22_200, Outcome.OK, 10));
    Window second = open.cut();

    assertThat(ConcurrentFigures.stallMs(first)).isBetween(11_000.0, 11_010.0);
    assertThat(ConcurrentFigures.stallMs(second)).isEqualTo(22_000);
    open.add(interval(22_200, 22_300, Outcome.OK, 10));
    assertThat(ConcurrentFigures.stallMs(open.cut())).isBetween(9.9, 10.1);

    ConcurrentPhase both = ConcurrentFigures.of(Phase.DURING, first.and(second));
    assertThat(both.seconds()).isEqualTo(22.1);
    assertThat(both.transactions()).isEqualTo(1);
    assertThat(both.failed()).isEqualTo(2);
    assertThat(both.response().max()).isBetween(9.9, 10.1);
  }

  @Test
  void operationsThatHangAreAStallBeforeTheyEnd() {
    OpenWindow open = new OpenWindow();
    open.add(interval(0, 100, Outcome.OK, 10));
    open.cut();
    open.add(
        new Interval(
            100 * MS,
            5_100 * MS,
            false,
            Counts.ZERO,
            new Latencies(),
            List.of(),
            List.of(),
            new Interval.End(0, 4, 0, List.of())));

    assertThat(ConcurrentFigures.stallMs(open.cut())).isEqualTo(5_000);
    assertThat(ConcurrentFigures.stallMs(open.cut())).isNull();
  }

  /** One operation that ends in it. */
  private static Interval interval(long fromMs, long toMs, Outcome outcome, long tookMs) {
    WorkerRecorder recorder = new WorkerRecorder(false);
    recorder.begin(true);
    recorder.end(outcome, 0, 0, tookMs * MS, new StatementCounts());
    Latencies latencies = new Latencies();
    recorder.drainTo(latencies);
    return new Interval(
        fromMs * MS,
        toMs * MS,
        false,
        recorder.measuredCounts(),
        latencies,
        List.of(),
        List.of(),
        new Interval.End(0, 0, 0, List.of()));
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

    ConcurrentPhase load = of(Phase.BEFORE, 4, recorder.measuredCounts(), latencies);

    assertThat(load.phase()).isEqualTo(Phase.BEFORE);
    assertThat(load.seconds()).isEqualTo(4);
    assertThat(load.transactions()).isEqualTo(20);
    assertThat(load.tps()).isEqualTo(5.0);
    assertThat(load.failed()).isEqualTo(5);
    assertThat(load.errors()).isEqualTo(1);
    assertThat(load.response()).isEqualTo(Percentiles.times(latencies.response(), 5));
  }
}
