package io.github.bmt4j.load.run;

import io.github.bmt4j.clock.Percentiles;
import io.github.bmt4j.load.Counter;
import io.github.bmt4j.load.Counts;
import io.github.bmt4j.load.ErrorLog;
import io.github.bmt4j.load.Latencies;
import io.github.bmt4j.load.Measurement;
import io.github.bmt4j.load.Measurement.EndpointShare;
import io.github.bmt4j.load.Measurement.Gap;
import io.github.bmt4j.load.Measurement.StatementLatencies;
import io.github.bmt4j.load.Measurement.WorkerShare;
import io.github.bmt4j.load.run.RunResult.Borrows;
import io.github.bmt4j.load.run.RunResult.EndpointFigures;
import io.github.bmt4j.load.run.RunResult.ErrorCount;
import io.github.bmt4j.load.run.RunResult.Fairness;
import io.github.bmt4j.load.run.RunResult.KindFigures;
import io.github.bmt4j.load.run.RunResult.Latency;
import io.github.bmt4j.load.run.RunResult.StatementTimes;
import io.github.bmt4j.load.run.RunResult.Throughput;
import io.github.bmt4j.load.run.RunResult.Totals;
import io.github.bmt4j.outcome.Failure;
import io.github.bmt4j.workload.KindTotal;
import io.github.bmt4j.workload.ShareRule;
import io.github.bmt4j.workload.WorkloadFigure;
import java.util.List;
import java.util.Locale;
import java.util.function.Predicate;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.HdrHistogram.Histogram;
import org.apache.commons.statistics.descriptive.Mean;
import org.apache.commons.statistics.descriptive.StandardDeviation;
import org.jspecify.annotations.Nullable;

/**
 * The figures of a run that follow from what was measured; most are those of {@link RunResult}.
 *
 * @param failingSeconds time without success in which operations failed; absent for none
 * @param longestStallSeconds longest time without a success; absent without any
 */
record RunFigures(
    Totals totals,
    Throughput throughput,
    Latency latency,
    List<ErrorCount> errors,
    @Nullable Double failingSeconds,
    @Nullable Double longestStallSeconds,
    @Nullable Fairness fairness,
    @Nullable List<StatementTimes> statements,
    @Nullable List<KindFigures> kinds,
    @Nullable List<ShareFigures> shares,
    @Nullable List<StageFigures> stages) {
  private static final long USUAL_OPERATIONS = 10;

  /** The figures of a measurement, of a Galera node or another server. */
  static RunFigures of(
      Measurement measured, RunScenario scenario, List<ShareRule> rules, boolean galera) {
    Totals totals = totals(measured, scenario.load().scheduled());
    List<ErrorCount> errors = errors(measured.errors(), galera);
    return new RunFigures(
        totals,
        throughput(measured),
        latency(measured.latencies(), totals.withoutTime(), errors),
        errors,
        failing(measured),
        Figures.seconds(gaps(measured.gaps(), measured.latencies(), gap -> true).max().orElse(0)),
        scenario.load().changesThreads() || measured.workers().isEmpty()
            ? null
            : fairness(measured.workers()),
        scenario.client().byStatement() ? statements(measured.statements()) : null,
        kinds(measured),
        ShareFigures.of(rules, measured.shareCounts()),
        StageFigures.of(measured));
  }

  static Totals totals(Measurement measured, boolean scheduled) {
    Counts counts = measured.counts();
    return new Totals(
        counts.of(Counter.TRANSACTIONS),
        counts.queries(),
        counts.of(Counter.READS),
        counts.of(Counter.WRITES),
        counts.of(Counter.OTHERS),
        counts.of(Counter.ERRORS),
        counts.of(Counter.RETRIES),
        counts.of(Counter.FAILED),
        counts.of(Counter.UNKNOWN),
        scheduled ? (Long) measured.arrivals() : null,
        measured.unserved(),
        scheduled ? (Long) measured.maxBacklog() : null,
        measured.stuck(),
        counts.of(Counter.RECONNECTS),
        withoutSuccess(measured.gaps(), measured.latencies()),
        Figures.elapsed(measured.elapsedNanos()));
  }

  /** All time without success, in s; absent for none. */
  static @Nullable Double withoutSuccess(List<Gap> gaps, Latencies latencies) {
    return Figures.seconds(gaps(gaps, latencies, gap -> true).sum());
  }

  static @Nullable Double failing(Measurement measured) {
    return Figures.seconds(gaps(measured.gaps(), measured.latencies(), Gap::failed).sum());
  }

  /** Operations that usually take long succeed seldom: that is no gap. */
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
        Figures.rateOrNull(measured.counts().of(Counter.TRANSACTIONS), seconds),
        Figures.rateOrNull(measured.counts().queries(), seconds));
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
      String url, String server, EndpointShare share, long events, long elapsedNanos) {
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
        complete ? (Double) Figures.elapsed(share.lastEndNanos()) : null,
        Figures.rateOrNull(transactions, seconds),
        Figures.rateOrNull(counts.queries(), seconds),
        Percentiles.times(share.latencies().response(), counts.of(Counter.STARTED) - transactions));
  }

  static List<ErrorCount> errors(List<ErrorLog.Line> lines, boolean galera) {
    return lines.stream()
        .map(
            line ->
                new ErrorCount(
                    Failure.word(line.phase(), line.code(), galera),
                    line.code(),
                    line.sqlState(),
                    line.count(),
                    line.retried(),
                    line.firstMessage()))
        .toList();
  }

  static @Nullable List<KindFigures> kinds(Measurement measured) {
    if (measured.kinds().isEmpty()) {
      return null;
    }
    long began = measured.counts().of(Counter.STARTED);
    double seconds = measured.elapsedNanos() / 1e9;
    return measured.kinds().stream()
        .map(
            kind -> {
              Counts counts = kind.counts();
              long transactions = counts.of(Counter.TRANSACTIONS);
              long begun = counts.of(Counter.STARTED);
              return new KindFigures(
                  kind.kind(),
                  transactions,
                  began == 0 ? null : Figures.share((double) begun / began),
                  Figures.rateOrNull(transactions, seconds),
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
        Stream.ofNullable(kinds)
            .flatMap(List::stream)
            .map(
                kind ->
                    new KindTotal(
                        kind.kind(), kind.transactions(), kind.rollbacks(), kind.response().p90()))
            .toList();
    List<WorkloadFigure> own =
        seconds <= 0
            ? List.of()
            : job.workload().figures(job.params(), totalOfKinds, seconds, valid);
    return own.isEmpty() ? null : own;
  }

  static Fairness fairness(List<WorkerShare> workers) {
    double[] events = workers.stream().mapToDouble(WorkerShare::transactions).toArray();
    double[] nanos = workers.stream().mapToDouble(WorkerShare::responseNanos).toArray();
    return new Fairness(
        Figures.round(Mean.of(events).getAsDouble(), 1e4),
        Figures.round(deviation(events), 100),
        Figures.round(Mean.of(nanos).getAsDouble() / 1e9, 1e6),
        Figures.round(deviation(nanos) / 1e9, 1e6));
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
