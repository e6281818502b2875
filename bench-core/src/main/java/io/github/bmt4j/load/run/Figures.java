package io.github.bmt4j.load.run;

import io.github.bmt4j.clock.Percentiles;
import io.github.bmt4j.load.ClientReadings;
import io.github.bmt4j.load.Counter;
import io.github.bmt4j.load.Counts;
import io.github.bmt4j.load.ErrorLog;
import io.github.bmt4j.load.Interval;
import io.github.bmt4j.load.KindShare;
import io.github.bmt4j.load.Latencies;
import io.github.bmt4j.load.Measurement;
import io.github.bmt4j.load.Measurement.EndpointShare;
import io.github.bmt4j.load.Measurement.Gap;
import io.github.bmt4j.load.Measurement.StatementLatencies;
import io.github.bmt4j.load.Measurement.WorkerShare;
import io.github.bmt4j.load.ProcessorWatch;
import io.github.bmt4j.load.run.RunResult.Borrows;
import io.github.bmt4j.load.run.RunResult.Client;
import io.github.bmt4j.load.run.RunResult.EndpointFigures;
import io.github.bmt4j.load.run.RunResult.ErrorCount;
import io.github.bmt4j.load.run.RunResult.Fairness;
import io.github.bmt4j.load.run.RunResult.IntervalResult;
import io.github.bmt4j.load.run.RunResult.KindFigures;
import io.github.bmt4j.load.run.RunResult.KindInterval;
import io.github.bmt4j.load.run.RunResult.Latency;
import io.github.bmt4j.load.run.RunResult.StatementTimes;
import io.github.bmt4j.load.run.RunResult.Throughput;
import io.github.bmt4j.load.run.RunResult.Totals;
import io.github.bmt4j.outcome.Failure;
import io.github.bmt4j.workload.KindTotal;
import io.github.bmt4j.workload.StatementRows;
import io.github.bmt4j.workload.WorkloadFigure;
import java.util.List;
import java.util.Locale;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.HdrHistogram.Histogram;
import org.apache.commons.statistics.descriptive.Mean;
import org.apache.commons.statistics.descriptive.StandardDeviation;
import org.jspecify.annotations.Nullable;

/** The figures of a run, from what was measured. */
public final class Figures {
  /** The shortest gap, in usual operations. */
  private static final long USUAL_OPERATIONS = 10;

  private Figures() {}

  /**
   * Counts of the measurement.
   *
   * @param scheduled true if there were arrivals
   */
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
        withoutSuccess(measured),
        elapsed(measured.elapsedNanos()));
  }

  /** All time without success, in s; nothing for none. */
  static @Nullable Double withoutSuccess(Measurement measured) {
    return withoutSuccess(measured.gaps(), measured.latencies(), gap -> true);
  }

  static @Nullable Double withoutSuccess(EndpointShare share) {
    return withoutSuccess(share.gaps(), share.latencies(), gap -> true);
  }

  static @Nullable Double failing(Measurement measured) {
    return withoutSuccess(measured.gaps(), measured.latencies(), Gap::failed);
  }

  /** Operations that usually take long succeed seldom: that is no gap. */
  private static @Nullable Double withoutSuccess(
      List<Gap> gaps, Latencies latencies, Predicate<Gap> which) {
    return seconds(gaps(gaps, latencies, which).sum());
  }

  /** The longest time without success, in s; nothing without any. */
  static @Nullable Double longestStall(Measurement measured) {
    return seconds(gaps(measured.gaps(), measured.latencies(), gap -> true).max().orElse(0));
  }

  private static LongStream gaps(List<Gap> gaps, Latencies latencies, Predicate<Gap> which) {
    long usualNanos = latencies.service().getValueAtPercentile(50);
    return gaps.stream()
        .filter(which)
        .mapToLong(Gap::nanos)
        .filter(gap -> gap >= USUAL_OPERATIONS * usualNanos);
  }

  /**
   * Seconds; nothing for none. As many digits as the elapsed time has: with fewer a part could
   * become larger than its whole.
   */
  public static @Nullable Double seconds(long nanos) {
    return nanos == 0 ? null : (Double) elapsed(nanos);
  }

  /** Seconds, to a ms. */
  static double seconds3(long nanos) {
    return round(nanos / 1e9, 1e3);
  }

  private static double elapsed(long nanos) {
    return round(nanos / 1e9, 1e4);
  }

  /** Rates over the whole measurement; absent when it had no length. */
  static Throughput throughput(Measurement measured) {
    double seconds = measured.elapsedNanos() / 1e9;
    if (seconds <= 0) {
      return new Throughput(null, null);
    }
    return new Throughput(
        rate(measured.counts().of(Counter.TRANSACTIONS), seconds),
        rate(measured.counts().queries(), seconds));
  }

  /**
   * Resources that the client used.
   *
   * @param serverHere true if a server of the load is on this machine: others include it then,
   *     unless the client started it
   */
  static Client client(ClientReadings readings, boolean serverHere) {
    double cpuNanos = readings.usage().cpuNanos();
    ProcessorWatch.Reading used = readings.processors();
    boolean seen = used != null && !(serverHere && used.started() <= 0);
    return new Client(
        round(cpuNanos / 1e9, 1e3),
        readings.queries() == 0 ? null : (Double) round(cpuNanos / 1e3 / readings.queries(), 100),
        readings.usage().gcPauseMillis(),
        readings.nanos() <= 0 ? null : share(cpuNanos / readings.nanos() / readings.available()),
        readings.heapBytes(),
        readings.residentBytes(),
        seconds(readings.stoodStillNanos()),
        used == null ? null : share(used.waitedShare()),
        used == null ? null : share(used.stolenShare()),
        used == null || !seen ? null : share(used.othersShare()));
  }

  /** A share, rounded as it is stored; of two readings that differ in time, at most the whole. */
  static @Nullable Double share(@Nullable Double share) {
    return share == null ? null : (Double) round(Math.min(1, share), 1e4);
  }

  /** Times of the measured operations, given what became of those that have none. */
  static Latency latency(Latencies latencies, Totals totals, List<ErrorCount> errors) {
    long missing = totals.withoutTime();
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

  /**
   * Figures of one endpoint of several.
   *
   * @param url URL in the form that may be shown
   * @param server product and version of the server
   * @param elapsedNanos length of the whole measurement
   */
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
        complete ? (Double) elapsed(share.lastEndNanos()) : null,
        seconds <= 0 ? null : (Double) rate(transactions, seconds),
        seconds <= 0 ? null : (Double) rate(counts.queries(), seconds),
        Percentiles.times(share.latencies().response(), counts.of(Counter.STARTED) - transactions));
  }

  /**
   * Failed attempts.
   *
   * @param galera true if the server is a node of a Galera cluster
   */
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

  /**
   * Figures of an interval.
   *
   * @param percentile percentile that is shown, from 0 to 100
   */
  static IntervalResult interval(Interval interval, double percentile, boolean scheduled) {
    Counts counts = interval.counts();
    double seconds = interval.seconds();
    var response = interval.latencies().response();
    var borrow = interval.latencies().borrow();
    boolean some = response.getTotalCount() > 0;
    return new IntervalResult(
        round(interval.fromNanos() / 1e9, 1e4),
        round(interval.toNanos() / 1e9, 1e4),
        counts.of(Counter.TRANSACTIONS),
        rate(counts.of(Counter.TRANSACTIONS), seconds),
        rate(counts.queries(), seconds),
        rate(counts.of(Counter.READS), seconds),
        rate(counts.of(Counter.WRITES), seconds),
        rate(counts.of(Counter.OTHERS), seconds),
        counts.of(Counter.ERRORS),
        counts.of(Counter.RECONNECTS),
        scheduled ? (Long) interval.backlog() : null,
        some ? (Double) Percentiles.millis(response.getMean()) : null,
        Percentiles.percentile(
            response, counts.of(Counter.FAILED) + counts.of(Counter.UNKNOWN), percentile),
        some ? (Double) Percentiles.millis((double) response.getMaxValue()) : null,
        Percentiles.percentile(borrow, counts.of(Counter.UNBORROWED), percentile),
        borrow.getTotalCount() == 0
            ? null
            : (Double) Percentiles.millis((double) borrow.getMaxValue()),
        interval.kinds().isEmpty()
            ? null
            : interval.kinds().stream().map(kind -> kind(kind, seconds, percentile)).toList());
  }

  private static KindInterval kind(KindShare share, double seconds, double percentile) {
    Counts counts = share.counts();
    long transactions = counts.of(Counter.TRANSACTIONS);
    return new KindInterval(
        share.kind(),
        transactions,
        rate(transactions, seconds),
        Percentiles.percentile(
            share.response(), counts.of(Counter.FAILED) + counts.of(Counter.UNKNOWN), percentile),
        counts.of(Counter.FAILED),
        counts.of(Counter.UNKNOWN),
        counts.of(Counter.RETRIES),
        counts.of(Counter.ROLLBACKS));
  }

  /** Rows of each statement since an earlier moment; absent for a workload of bmt. */
  static @Nullable List<StatementRows> rows(List<StatementRows> before, List<StatementRows> now) {
    return now.isEmpty()
        ? null
        : IntStream.range(0, now.size()).mapToObj(i -> now.get(i).minus(before.get(i))).toList();
  }

  /** Figures of each kind of transaction; nothing where all are of one kind. */
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
                  began == 0 ? null : share((double) begun / began),
                  seconds <= 0 ? null : (Double) rate(transactions, seconds),
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

  /** A workload's own figures; nothing where it has none, or the measurement had no length. */
  static @Nullable List<WorkloadFigure> own(
      Job job, @Nullable List<KindFigures> kinds, double seconds, boolean valid) {
    List<KindTotal> totals =
        Stream.ofNullable(kinds)
            .flatMap(List::stream)
            .map(
                kind ->
                    new KindTotal(
                        kind.kind(), kind.transactions(), kind.rollbacks(), kind.response().p90()))
            .toList();
    List<WorkloadFigure> own =
        seconds <= 0 ? List.of() : job.workload().figures(job.params(), totals, seconds, valid);
    return own.isEmpty() ? null : own;
  }

  static Fairness fairness(List<WorkerShare> workers) {
    double[] events = workers.stream().mapToDouble(WorkerShare::transactions).toArray();
    double[] nanos = workers.stream().mapToDouble(WorkerShare::responseNanos).toArray();
    return new Fairness(
        round(Mean.of(events).getAsDouble(), 1e4),
        round(deviation(events), 100),
        round(Mean.of(nanos).getAsDouble() / 1e9, 1e6),
        round(deviation(nanos) / 1e9, 1e6));
  }

  private static double deviation(double[] values) {
    return StandardDeviation.of(values).setBiased(true).getAsDouble();
  }

  /** Figures of each statement that ran, in the order of the transaction. */
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

  static double rate(long count, double seconds) {
    return round(count / seconds, 100);
  }

  /** A value to a part of 1, such as a hundredth for {@code scale} 100. */
  public static double round(double value, double scale) {
    return Math.round(value * scale) / scale;
  }
}
