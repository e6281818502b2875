package io.github.bmt4j.load;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.bmt4j.clock.ManualClock;
import io.github.bmt4j.load.Measurement.StatementLatencies;
import io.github.bmt4j.load.Measurement.WorkerMeasurement;
import io.github.bmt4j.outcome.Outcome;
import io.github.bmt4j.workload.StatementCounts;
import org.junit.jupiter.api.Test;

class WorkerRecorderTest {
  private final StatementCounts statementCounts = new StatementCounts();

  @Test
  void keepsResponseAndServiceApartInAnOpenLoop() {
    WorkerRecorder recorder = new WorkerRecorder(true);
    recorder.begin(true);
    recorder.end(Outcome.OK, 1_000_000, 4_000_000, 5_000_000, statementCounts);

    Latencies latencies = drained(recorder);

    assertThat(latencies.response().getMaxValue()).isBetween(4_000_000L, 4_004_000L);
    assertThat(latencies.service().getMaxValue()).isBetween(1_000_000L, 1_001_000L);
  }

  @Test
  void anOperationThatFailsStillCountsAndStillHasATime() {
    WorkerRecorder recorder = new WorkerRecorder(false);
    recorder.begin(true);
    recorder.error();
    recorder.end(Outcome.FAILED, 0, 0, 7_000_000, statementCounts);
    recorder.begin(true);
    recorder.end(Outcome.UNKNOWN, 0, 0, 9_000_000, statementCounts);

    Latencies latencies = drained(recorder);
    Counts counts = recorder.measuredCounts();

    assertThat(latencies.failed().getTotalCount()).isEqualTo(2);
    assertThat(latencies.service().getTotalCount()).isZero();
    assertThat(counts.of(Counter.FAILED)).isEqualTo(1);
    assertThat(counts.of(Counter.UNKNOWN)).isEqualTo(1);
    assertThat(counts.of(Counter.STARTED)).isEqualTo(2);
    assertThat(counts.of(Counter.ERRORS)).isEqualTo(1);
    assertThat(counts.of(Counter.TRANSACTIONS)).isZero();
  }

  @Test
  void theCountsOfTheKindsAddUpToThoseOfAllMeasuredOperations() {
    WorkerRecorder recorder = new WorkerRecorder(false, 2, 0, null);
    recorder.begin(WorkerRecorder.WARMUP, 0, 0);
    recorder.end(Outcome.OK, 0, 0, 5_000_000, statementCounts);
    recorder.begin(WorkerRecorder.MEASURED, 0, 0);
    recorder.error();
    recorder.retry();
    statementCounts.read();
    recorder.end(Outcome.OK, 0, 0, 7_000_000, statementCounts);
    recorder.begin(WorkerRecorder.MEASURED, 1, 0);
    recorder.reconnect();
    recorder.end(Outcome.FAILED, 0, 0, 9_000_000, statementCounts);

    Counts first = recorder.kindCounts(0);
    Counts second = recorder.kindCounts(1);

    assertThat(first.of(Counter.RESPONSE_NANOS)).isEqualTo(7_000_000);
    assertThat(first.of(Counter.READS) + first.of(Counter.RETRIES)).isEqualTo(2);
    assertThat(second.of(Counter.FAILED) + second.of(Counter.RECONNECTS)).isEqualTo(2);
    for (Counter counter : Counter.values()) {
      assertThat(recorder.measuredCounts().of(counter))
          .as(counter.name())
          .isEqualTo(first.of(counter) + second.of(counter));
    }
  }

  @Test
  void whatWaitedBeforeItsStartCountsFromWhenItWasDue() {
    WorkerRecorder recorder = new WorkerRecorder(true);
    recorder.begin(true);
    recorder.end(Outcome.OK, 1_000_000, 4_000_000, 5_000_000, statementCounts);
    recorder.begin(true);
    recorder.end(Outcome.FAILED, 1_000_000, 7_000_000, 9_000_000, statementCounts);

    assertThat(recorder.measuredCounts().of(Counter.RESPONSE_NANOS)).isEqualTo(4_000_000);
    assertThat(drained(recorder).failed().getMaxValue()).isBetween(8_000_000L, 8_008_000L);
  }

  @Test
  void clampsNoTimeHoweverLong() {
    WorkerRecorder recorder = new WorkerRecorder(true);
    long hour = 3_600_000_000_000L;
    recorder.begin(true);
    recorder.end(Outcome.OK, 0, 0, 30 * hour, statementCounts);

    assertThat(drained(recorder).response().getMaxValue()).isGreaterThanOrEqualTo(30 * hour);
  }

  @Test
  void countsAndTimesTheWarmupApart() {
    WorkerRecorder recorder = new WorkerRecorder(true);
    recorder.begin(false);
    statementCounts.read();
    recorder.end(Outcome.OK, 0, 2, 9, statementCounts);
    recorder.begin(false);
    recorder.end(Outcome.FAILED, 0, 0, 5, statementCounts);
    recorder.begin(true);
    statementCounts.read();
    statementCounts.changed(1);
    statementCounts.changed(0);
    recorder.end(Outcome.OK, 0, 0, 5, statementCounts);

    assertThat(recorder.warmupCounts().queries()).isEqualTo(1);
    assertThat(recorder.measuredCounts().of(Counter.READS)).isEqualTo(1);
    assertThat(recorder.measuredCounts().of(Counter.WRITES)).isEqualTo(1);
    assertThat(recorder.measuredCounts().of(Counter.OTHERS)).isEqualTo(1);
    Latencies measured = drained(recorder);
    assertThat(measured.service().getTotalCount()).isEqualTo(1);
    assertThat(measured.failed().getTotalCount()).isZero();
  }

  @Test
  void timesBeginWhenAnOperationWasDueWhateverBecomesOfIt() {
    WorkerRecorder recorder = new WorkerRecorder(false);
    recorder.begin(false);
    recorder.end(Outcome.OK, 1000, 1000, 1007, statementCounts);
    recorder.begin(true);
    recorder.end(Outcome.FAILED, 1000, 1003, 1009, statementCounts);
    recorder.begin(true);
    recorder.end(Outcome.OK, 1000, 1000, 1011, statementCounts);
    recorder.begin(true);
    recorder.end(Outcome.OK, 2000, 2000, 2005, statementCounts);

    Latencies measured = drained(recorder);

    assertThat(measured.failed().getMaxValue()).isEqualTo(9);
    assertThat(measured.response().getMaxValue()).isEqualTo(11);
    assertThat(recorder.measurement()).isEqualTo(new WorkerMeasurement(2, 16));
  }

  @Test
  void statementsOfTheWarmupAreNotTimed() {
    ManualClock clock = new ManualClock(0);
    StatementClocks clocks = new StatementClocks(clock, 1);
    WorkerRecorder recorder = new WorkerRecorder(false, 0, 0, clocks.worker(0));
    for (boolean measured : new boolean[] {false, true, false}) {
      recorder.begin(measured);
      long start = recorder.rollbackTimer().start();
      clock.advance(measured ? 5 : 100);
      recorder.rollbackTimer().stop(start);
    }

    StatementLatencies rollbacks = clocks.drain().get(0);
    assertThat(rollbacks.statement()).isEqualTo("rollback");
    assertThat(rollbacks.service().getTotalCount()).isEqualTo(1);
    assertThat(rollbacks.service().getMaxValue()).isEqualTo(5);
  }

  @Test
  void givesEachTimeOnce() {
    WorkerRecorder recorder = new WorkerRecorder(true);
    Latencies total = new Latencies();
    for (int i = 1; i <= 100; i++) {
      recorder.begin(true);
      recorder.end(Outcome.OK, 0, 0, i * 1000L, statementCounts);
      if (i % 7 == 0) {
        recorder.drainTo(total);
      }
    }
    recorder.drainTo(total);
    recorder.drainTo(total);

    assertThat(total.response().getTotalCount()).isEqualTo(100);
    assertThat(total.service().getTotalCount()).isEqualTo(100);
  }

  private static Latencies drained(WorkerRecorder recorder) {
    Latencies latencies = new Latencies();
    recorder.drainTo(latencies);
    return latencies;
  }
}
