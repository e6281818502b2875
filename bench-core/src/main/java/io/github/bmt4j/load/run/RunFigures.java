package io.github.bmt4j.load.run;

import io.github.bmt4j.clock.Percentiles;
import io.github.bmt4j.load.Counter;
import io.github.bmt4j.load.Counts;
import io.github.bmt4j.load.ErrorLog;
import io.github.bmt4j.load.Latencies;
import io.github.bmt4j.load.Measurement;
import io.github.bmt4j.load.Measurement.EndpointMeasurement;
import io.github.bmt4j.load.Measurement.Gap;
import io.github.bmt4j.load.Measurement.StatementLatencies;
import io.github.bmt4j.load.Measurement.WorkerMeasurement;
import io.github.bmt4j.load.run.RunResult.Borrows;
import io.github.bmt4j.load.run.RunResult.EndpointFigures;
import io.github.bmt4j.load.run.RunResult.ErrorCount;
import io.github.bmt4j.load.run.RunResult.Fairness;
import io.github.bmt4j.load.run.RunResult.KindFigures;
import io.github.bmt4j.load.run.RunResult.Latency;
import io.github.bmt4j.load.run.RunResult.StatementTimes;
import io.github.bmt4j.load.run.RunResult.Throughput;
import io.github.bmt4j.outcome.ErrorPhase;
import io.github.bmt4j.outcome.Failure;
import io.github.bmt4j.workload.KindTotal;
import io.github.bmt4j.workload.ShareRule;
import io.github.bmt4j.workload.WorkloadFigure;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.HdrHistogram.Histogram;
import org.apache.commons.statistics.descriptive.Mean;
import org.apache.commons.statistics.descriptive.StandardDeviation;
import org.jspecify.annotations.Nullable;

/**
 * The figures of a run that follow from its measurement; most are stored in {@link RunResult}.
 *
 * @param failingSeconds time without success in which operations failed; absent if there is none
 * @param longestStallSeconds longest time without a success; absent if there is none
 */
record RunFigures(
    Totals totals,
    Throughput throughput,
    Latency latency,
    List<ErrorCount> errors,
    @Nullable Double failingSeconds,
    @Nullable Double longestStallSeconds,
    @Nullable Fairness fairness,
    Parts parts) {
  /** Figures of parts of the load; each is absent where the load has no such parts. */
  record Parts(
      @Nullable List<StatementTimes> statements,
      @Nullable List<KindFigures> kinds,
      @Nullable List<ShareFigures> shares,
      @Nullable List<StageFigures> stages) {}

  private static final long USUAL_OPERATIONS = 10;

  /** The figures of a measurement; 1213 is a conflict with another node in the given phases. */
  static RunFigures of(
      Measurement measured,
      RunScenario scenario,
      List<ShareRule> rules,
      Set<ErrorPhase> conflicts) {
    Totals totals = Totals.of(measured, scenario.load().scheduled());
    List<ErrorCount> errors = errors(measured.errors(), conflicts);
    return new RunFigures(
        totals,
        throughput(measured),
        latency(measured.latencies(), totals.withoutTime(), errors),
        errors,
        failing(measured),
        Rounding.seconds(
            gaps(measured.disturbances().gaps(), measured.latencies(), gap -> true)
                .max()
                .orElse(0)),
        scenario.load().changesThreads() || measured.parts().workers().isEmpty()
            ? null
            : fairness(measured.parts().workers()),
        new Parts(
            scenario.client().byStatement() ? statements(measured.parts().statements()) : null,
            kinds(measured),
            ShareFigures.of(rules, measured.parts().shareCounts()),
            StageFigures.of(measured)));
  }

  /** All time without success, in s; absent if there is none. */
  static @Nullable Double withoutSuccess(List<Gap> gaps, Latencies latencies) {
    return Rounding.seconds(gaps(gaps, latencies, gap -> true).sum());
  }

  static @Nullable Double failing(Measurement measured) {
    return Rounding.seconds(
        gaps(measured.disturbances().gaps(), measured.latencies(), Gap::failed).sum());
  }

  /** Operations that usually take long succeed rarely, which is no gap. */
  private static LongStream gaps(List<Gap> gaps, Latencies latencies, Predicate<Gap> which) {
    long usualNanos = latencies.service().getValueAtPercentile(50);
    return gaps.stream()
        .filter(which)
        .mapToLong(Gap::nanos)
        .filter(gap -> gap >= USUAL_OPERATIONS * usualNanos);
  }

  static Throughput throughput(Measurement measured) {
    double seconds = measured.elapsedNanos() / 1e9;
    return new Throughput(
        Rounding.rateOrNull(measured.counts().of(Counter.TRANSACTIONS), seconds),
        Rounding.rateOrNull(measured.counts().queries(), seconds));
  }

  static Latency latency(Latencies latencies, long missing, List<ErrorCount> errors) {
    return new Latency(
        Percentiles.times(latencies.response(), missing),
        Percentiles.times(latencies.service(), missing),
        latencies.waiting().getTotalCount() == 0
            ? null
            : Percentiles.times(latencies.waiting(), missing),
        latencies.failed().getTotalCount() == 0 ? null : Percentiles.times(latencies.failed(), 0),
        borrows(latencies.borrow(), errors));
  }

  private static @Nullable Borrows borrows(Histogram waits, List<ErrorCount> errors) {
    long timeouts =
        errors.stream()
            .filter(error -> error.phase().equals("borrow"))
            .mapToLong(ErrorCount::count)
            .sum();
    return waits.getTotalCount() == 0 && timeouts == 0
        ? null
        : new Borrows(Percentiles.times(waits, timeouts), timeouts);
  }

  static EndpointFigures endpoint(
      String url, String server, EndpointMeasurement share, long events, long elapsedNanos) {
    Counts counts = share.counts();
    boolean complete = events > 0 && counts.of(Counter.STARTED) >= events;
    double seconds = (complete ? share.lastEndNanos() : elapsedNanos) / 1e9;
    long transactions = counts.of(Counter.TRANSACTIONS);
    return new EndpointFigures(
        url,
        share.workers(),
        server,
        transactions,
        counts.queries(),
        counts.of(Counter.ERRORS),
        counts.of(Counter.RECONNECTS),
        complete ? (Double) Rounding.elapsed(share.lastEndNanos()) : null,
        Rounding.rateOrNull(transactions, seconds),
        Rounding.rateOrNull(counts.queries(), seconds),
        Percentiles.times(share.latencies().response(), counts.of(Counter.STARTED) - transactions));
  }

  static List<ErrorCount> errors(List<ErrorLog.Line> lines, Set<ErrorPhase> conflicts) {
    return lines.stream()
        .map(
            line ->
                new ErrorCount(
                    Failure.word(line.phase(), line.code(), conflicts),
                    line.code(),
                    line.sqlState(),
                    line.count(),
                    line.retried(),
                    line.firstMessage()))
        .toList();
  }

  static @Nullable List<KindFigures> kinds(Measurement measured) {
    if (measured.parts().kinds().isEmpty()) {
      return null;
    }
    long began = measured.counts().of(Counter.STARTED);
    double seconds = measured.elapsedNanos() / 1e9;
    return measured.parts().kinds().stream()
        .map(
            kind -> {
              Counts counts = kind.counts();
              long transactions = counts.of(Counter.TRANSACTIONS);
              long begun = counts.of(Counter.STARTED);
              return new KindFigures(
                  kind.kind(),
                  transactions,
                  began == 0 ? null : Rounding.share((double) begun / began),
                  Rounding.rateOrNull(transactions, seconds),
                  counts.queries(),
                  counts.of(Counter.FAILED),
                  counts.of(Counter.UNKNOWN),
                  counts.of(Counter.ERRORS),
                  counts.of(Counter.RETRIES),
                  counts.of(Counter.ROLLBACKS),
                  Percentiles.times(kind.response(), begun - transactions));
            })
        .toList();
  }

  @Nullable List<WorkloadFigure> own(Job job, double seconds, boolean valid) {
    List<KindTotal> totalOfKinds =
        Stream.ofNullable(parts.kinds)
            .flatMap(List::stream)
            .map(
                kind ->
                    new KindTotal(
                        kind.kind(), kind.transactions(), kind.rollbacks(), kind.response().p90()))
            .toList();
    List<WorkloadFigure> own =
        seconds <= 0
            ? List.of()
            : List.copyOf(job.workload().figures(job.params(), totalOfKinds, seconds, valid));
    return own.isEmpty() ? null : own;
  }

  static Fairness fairness(List<WorkerMeasurement> workers) {
    double[] events = workers.stream().mapToDouble(WorkerMeasurement::transactions).toArray();
    double[] nanos = workers.stream().mapToDouble(WorkerMeasurement::responseNanos).toArray();
    return new Fairness(
        Rounding.round(Mean.of(events).getAsDouble(), 1e4),
        Rounding.round(deviation(events), 100),
        Rounding.round(Mean.of(nanos).getAsDouble() / 1e9, 1e6),
        Rounding.round(deviation(nanos) / 1e9, 1e6));
  }

  private static double deviation(double[] values) {
    return StandardDeviation.of(values).setBiased(true).getAsDouble();
  }

  static List<StatementTimes> statements(List<StatementLatencies> statements) {
    return statements.stream()
        .filter(one -> one.service().getTotalCount() > 0)
        .map(
            one ->
                new StatementTimes(
                    one.statement(),
                    one.kind().name().toLowerCase(Locale.ROOT),
                    Percentiles.times(one.service(), 0)))
        .toList();
  }
}
