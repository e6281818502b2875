package io.github.bmt4j.load.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.github.bmt4j.clock.Percentiles;
import io.github.bmt4j.experiment.Made;
import io.github.bmt4j.load.ClientReadings;
import io.github.bmt4j.load.ClientUsage;
import io.github.bmt4j.load.Counter;
import io.github.bmt4j.load.Counts;
import io.github.bmt4j.load.Latencies;
import io.github.bmt4j.load.Measurement;
import io.github.bmt4j.load.Measurement.EndpointMeasurement;
import io.github.bmt4j.load.Measurement.Gap;
import io.github.bmt4j.load.Measurement.StatementLatencies;
import io.github.bmt4j.load.Measurement.WorkerMeasurement;
import io.github.bmt4j.load.WorkerRecorder;
import io.github.bmt4j.load.run.RunResult.Borrows;
import io.github.bmt4j.load.run.RunResult.Client;
import io.github.bmt4j.load.run.RunResult.EndpointFigures;
import io.github.bmt4j.load.run.RunResult.ErrorCount;
import io.github.bmt4j.load.run.RunResult.Fairness;
import io.github.bmt4j.load.run.RunResult.Latency;
import io.github.bmt4j.load.run.RunResult.StatementTimes;
import io.github.bmt4j.load.run.RunResult.Throughput;
import io.github.bmt4j.outcome.Outcome;
import io.github.bmt4j.workload.StatementCounts;
import io.github.bmt4j.workload.Stopwatch;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Figures of a run from its measurement. */
public final class RunFiguresTest {
  @Test
  void processorTimeIsSharedOutOverQueriesAndCores() {
    Client client = client(1_000_000_000, 7, 2_000_000_000, 2, 1000);

    assertThat(client).isEqualTo(Clients.of(1.0, 1000.0, 7, 0.25));
    assertThat(client(3_000_000_000L, 7, 2_000_000_000, 1.5, 1000).cpuUtilization())
        .as("a quota that is used up")
        .isEqualTo(1.0);
  }

  @Test
  void withoutAQueryOrALengthThereIsNoShare() {
    assertThat(client(1_000_000, 0, 0, 2, 0)).isEqualTo(Clients.of(0.001, null, 0, null));
  }

  @Test
  void ratesAreCountsOverTheElapsedTime() {
    assertThat(RunFigures.throughput(measured(2_500_000_000L)))
        .isEqualTo(new Throughput(40.0, 120.0));
    assertThat(RunFigures.throughput(measured(0))).isEqualTo(new Throughput(null, null));
  }

  @Test
  void fairnessIsMeanAndDeviationOfAllThreads() {
    Fairness fairness =
        RunFigures.fairness(
            List.of(
                new WorkerMeasurement(10, 1_000_000_000L),
                new WorkerMeasurement(20, 3_000_000_000L),
                new WorkerMeasurement(30, 2_000_000_000L)));

    assertThat(fairness.eventsMean()).isEqualTo(20.0);
    assertThat(fairness.eventsStddev()).isEqualTo(8.16);
    assertThat(fairness.timeMeanSeconds()).isEqualTo(2.0);
    assertThat(fairness.timeStddevSeconds()).isEqualTo(0.816497);
    assertThat(RunFigures.fairness(List.of(new WorkerMeasurement(3, 5))).eventsStddev()).isZero();
  }

  @Test
  void everyTotalIsTheCountOfItsOwnName() {
    Measurement measured = measured(counts(), new Latencies(), 2_000_049_999L);

    assertThat(Totals.of(measured, true))
        .isEqualTo(new Totals(20, 90, 40, 30, 20, 7, 5, 3, 2, 50L, 6, 8L, 4, 9, null, 2.0));
    assertThat(Totals.of(measured, false))
        .as("a closed loop has no arrivals")
        .isEqualTo(new Totals(20, 90, 40, 30, 20, 7, 5, 3, 2, null, 6, null, 4, 9, null, 2.0));
  }

  /** 990 waits of 2 ms and 10 timeouts: no p99 is known, but a p90. */
  @Test
  void borrowsThatTimedOutRankAsTheSlowestWaits() {
    Latencies latencies = new Latencies();
    assertThat(RunFigures.latency(latencies, 0, List.of()).borrow()).isNull();
    List<ErrorCount> errors =
        List.of(
            new ErrorCount("borrow", 0, "", 11, 0, "timed out"),
            new ErrorCount("statement", 1213, "40001", 500, 0, "deadlock"));
    Borrows none = Objects.requireNonNull(RunFigures.latency(latencies, 11, errors).borrow());
    assertThat(none.timeouts()).as("every wait timed out").isEqualTo(11);
    assertThat(none.waits().max()).isNull();
    latencies.borrow().recordValueWithCount(2_000_000, 990);
    Borrows borrows = Objects.requireNonNull(RunFigures.latency(latencies, 11, errors).borrow());
    assertThat(borrows.timeouts()).isEqualTo(11);
    assertThat(borrows.waits().count()).isEqualTo(990);
    assertThat(borrows.waits().p95()).isCloseTo(2, within(0.002));
    assertThat(borrows.waits().p99()).isNull();
  }

  @Test
  void everyOperationWithoutATimeMayLieBeyondAPercentile() {
    Latencies latencies = new Latencies();
    for (int i = 0; i < 20; i++) {
      latencies.response().recordValue(2_000_000);
      latencies.service().recordValue(1_000_000);
    }
    assertThat(p50(latencies, 3, 4, 6, 7)).isCloseTo(2, within(0.002));
    assertThat(p50(latencies, 4, 4, 6, 7)).isNull();
    assertThat(p50(latencies, 3, 5, 6, 7)).isNull();
    assertThat(p50(latencies, 3, 4, 7, 7)).isNull();
    assertThat(p50(latencies, 3, 4, 6, 8)).isNull();
  }

  @Test
  void timesOfOperationsThatFailedAreApartAndAbsentWithoutOne() {
    Latencies latencies = new Latencies();
    latencies.response().recordValue(2_000_000);
    latencies.service().recordValue(1_000_000);
    Latency without = RunFigures.latency(latencies, 0, List.of());
    latencies.failed().recordValue(4_000_000);
    Latency with = RunFigures.latency(latencies, 1, List.of());

    assertThat(without.failed()).isNull();
    assertThat(without.response().min()).isCloseTo(2, within(0.002));
    assertThat(without.service().min()).isCloseTo(1, within(0.001));
    assertThat(with.failed()).isNotNull();
    assertThat(Objects.requireNonNull(with.failed()).min()).isCloseTo(4, within(0.004));
  }

  @Test
  void anEndpointsRatesAreOverTheWholeMeasurement() {
    Latencies latencies = new Latencies();
    for (int i = 0; i < 25; i++) {
      latencies.response().recordValue(2_000_000);
    }
    EndpointMeasurement share =
        new EndpointMeasurement(3, counts(), Counts.ZERO, latencies, List.of(), 0);
    EndpointFigures figures = RunFigures.endpoint("url", "server", share, 0, 4_000_000_000L);

    assertThat(figures)
        .usingRecursiveComparison()
        .ignoringFields("response")
        .isEqualTo(
            new EndpointFigures(
                "url", 3, "server", 20, 90, 7, 9, null, 5.0, 22.5, figures.response()));
    assertThat(RunFigures.endpoint("url", "server", share, 0, 0).tps()).isNull();
    assertThat(RunFigures.endpoint("url", "server", share, 0, 0).qps()).isNull();
  }

  /** 25 operations began; the last of them ended after 2 s of 4. */
  @Test
  void anEndpointThatHadAllItsEventsIsMeasuredUntilItsLastOne() {
    EndpointMeasurement share =
        new EndpointMeasurement(
            3, counts(), Counts.ZERO, new Latencies(), List.of(), 2_000_000_000L);

    for (long events : new long[] {24, 25, 26}) {
      EndpointFigures figures = RunFigures.endpoint("url", "server", share, events, 4_000_000_000L);
      assertThat(figures.tps()).as("%d events", events).isEqualTo(events > 25 ? 5.0 : 10.0);
      assertThat(figures.elapsedSeconds()).isEqualTo(events > 25 ? null : (Double) 2.0);
    }
  }

  @Test
  void anEndpointsOperationsWithoutATimeMayLieBeyondAPercentile() {
    Latencies latencies = new Latencies();
    Histogram response = latencies.response();
    for (int i = 0; i < 44; i++) {
      response.recordValue(2_000_000);
    }
    EndpointMeasurement share =
        new EndpointMeasurement(1, counts(), Counts.ZERO, latencies, List.of(), 0);

    assertThat(Percentiles.times(response, 45).p50()).isNull();
    assertThat(RunFigures.endpoint("url", "server", share, 0, 1).response())
        .as("5 of 25 that began have no time")
        .isEqualTo(Percentiles.times(response, 5));
  }

  @Test
  void onlyGapsOfTenUsualOperationsAreTimeWithoutSuccess() {
    Latencies latencies = new Latencies();
    for (int i = 0; i < 20; i++) {
      latencies.service().recordValue(100_000_000);
    }
    Gap shorter = new Gap(0, 900_000_000, true);
    Gap longer = new Gap(0, 1_100_000_000, false);
    assertThat(withoutSuccess(measured(latencies, shorter))).isNull();
    assertThat(withoutSuccess(measured(latencies, shorter, longer))).isEqualTo(1.1);
    assertThat(withoutSuccess(measured(new Latencies(), shorter, longer))).isEqualTo(2.0);
    assertThat(RunFigures.failing(measured(new Latencies(), shorter, longer))).isEqualTo(0.9);
  }

  @Test
  void onlyStatementsThatRanHaveTimes() {
    Histogram ran = new Histogram(3);
    ran.recordValue(3_000_000);

    assertThat(
            RunFigures.statements(
                List.of(
                    new StatementLatencies("begin", Stopwatch.Kind.OTHER, new Histogram(3)),
                    new StatementLatencies("select", Stopwatch.Kind.READ, ran))))
        .containsExactly(new StatementTimes("select", "read", Percentiles.times(ran, 0)));
  }

  private static @Nullable Double p50(
      Latencies latencies, long failed, long unknown, long unserved, long stuck) {
    long missing =
        Made.of(Measurement.class)
            .set("counts", Counts.from(Map.of(Counter.FAILED, failed, Counter.UNKNOWN, unknown)))
            .set("unserved", unserved)
            .set("stuck", (int) stuck)
            .record()
            .withoutTime();
    return RunFigures.latency(latencies, missing, List.of()).response().p50();
  }

  private static @Nullable Double withoutSuccess(Measurement measured) {
    return Totals.of(measured, false).withoutSuccessSeconds();
  }

  /** Of 25 operations 20 ended OK, 3 failed and 2 are unknown; every counter has another value. */
  static Counts counts() {
    WorkerRecorder recorder = new WorkerRecorder(false);
    StatementCounts statementCounts = new StatementCounts();
    repeat(7, recorder::error);
    repeat(5, recorder::retry);
    repeat(9, recorder::reconnect);
    repeat(40, statementCounts::read);
    repeat(30, () -> statementCounts.changed(1));
    repeat(20, statementCounts::other);
    for (int i = 0; i < 25; i++) {
      recorder.begin(true);
      Outcome outcome = i < 20 ? Outcome.OK : i < 23 ? Outcome.FAILED : Outcome.UNKNOWN;
      recorder.end(outcome, 0, 0, 1000, statementCounts);
    }
    return recorder.measuredCounts();
  }

  private static void repeat(int times, Runnable action) {
    for (int i = 0; i < times; i++) {
      action.run();
    }
  }

  /** With 6 arrivals that were unserved, and 4 operations that are stuck. */
  public static Measurement measured(long elapsedNanos) {
    return measured(hundred(), new Latencies(), elapsedNanos);
  }

  private static Measurement measured(Latencies latencies, Gap... gaps) {
    return measured(hundred(), latencies, 1, List.of(gaps));
  }

  private static Measurement measured(Counts counts, Latencies latencies, long elapsedNanos) {
    return measured(counts, latencies, elapsedNanos, List.of());
  }

  public static Measurement measured(
      Counts counts, Latencies latencies, long elapsedNanos, List<Gap> gaps) {
    return Made.of(Measurement.class)
        .set("counts", counts)
        .set("warmup", Counts.ZERO)
        .set("latencies", latencies)
        .set("elapsedNanos", elapsedNanos)
        .set("arrivals", 50)
        .set("unserved", 6)
        .set("maxBacklog", 8)
        .set("gaps", gaps)
        .set("stuck", 4)
        .record();
  }

  /** A hundred transactions of a read, a write and another statement each. */
  static Counts hundred() {
    WorkerRecorder recorder = new WorkerRecorder(false);
    StatementCounts statementCounts = new StatementCounts();
    for (int i = 0; i < 100; i++) {
      recorder.begin(true);
      statementCounts.read();
      statementCounts.changed(1);
      statementCounts.other();
      recorder.end(Outcome.OK, 0, 0, 1000, statementCounts);
    }
    assertThat(recorder.measuredCounts().of(Counter.TRANSACTIONS)).isEqualTo(100);
    return recorder.measuredCounts();
  }

  private static Client client(
      long cpuNanos, long gcMillis, long nanos, double processors, long queries) {
    return Client.of(
        new ClientReadings(
            new ClientUsage(cpuNanos, gcMillis), null, nanos, processors, queries, null, null, 0),
        true);
  }
}
