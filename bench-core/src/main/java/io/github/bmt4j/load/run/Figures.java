package io.github.bmt4j.load.run;

import io.github.bmt4j.clock.Percentiles;
import io.github.bmt4j.load.ClientReadings;
import io.github.bmt4j.load.Counter;
import io.github.bmt4j.load.Counts;
import io.github.bmt4j.load.Interval;
import io.github.bmt4j.load.KindShare;
import io.github.bmt4j.load.ProcessorWatch;
import io.github.bmt4j.load.run.RunResult.Client;
import io.github.bmt4j.load.run.RunResult.IntervalResult;
import io.github.bmt4j.load.run.RunResult.KindInterval;
import org.jspecify.annotations.Nullable;

/** Figures of intervals and clients, and how figures are rounded. */
public final class Figures {
  private Figures() {}

  /**
   * Seconds; nothing for none. As many digits as the elapsed time has: with fewer a part could
   * become larger than its whole.
   */
  public static @Nullable Double seconds(long nanos) {
    return nanos == 0 ? null : (Double) elapsed(nanos);
  }

  static double elapsed(long nanos) {
    return round(nanos / 1e9, 1e4);
  }

  static double rate(long count, double seconds) {
    return round(count / seconds, 100);
  }

  public static @Nullable Double rateOrNull(long count, double seconds) {
    return seconds <= 0 ? null : (Double) rate(count, seconds);
  }

  /** A share, rounded as it is stored; of two readings that differ in time, at most the whole. */
  static @Nullable Double share(@Nullable Double share) {
    return share == null ? null : (Double) round(Math.min(1, share), 1e4);
  }

  public static double round(double value, double scale) {
    return Math.round(value * scale) / scale;
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

  static IntervalResult interval(Interval interval, double percentile, boolean scheduled) {
    Counts counts = interval.counts();
    double seconds = interval.seconds();
    var response = interval.latencies().response();
    var borrow = interval.latencies().borrow();
    boolean some = response.getTotalCount() > 0;
    return new IntervalResult(
        elapsed(interval.fromNanos()),
        elapsed(interval.toNanos()),
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
        Percentiles.percentile(response, counts.notOk(), percentile),
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
        Percentiles.percentile(share.response(), counts.notOk(), percentile),
        counts.of(Counter.FAILED),
        counts.of(Counter.UNKNOWN),
        counts.of(Counter.RETRIES),
        counts.of(Counter.ROLLBACKS));
  }
}
