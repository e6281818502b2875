package io.github.bmt4j.failover.figures;

import org.HdrHistogram.Histogram;

/**
 * Times between the OK operations of a probe while nothing was wrong, and the limits that follow
 * from them for the length of an outage. Takes the same room however long the window is.
 */
final class Noise {
  /** A gap in which an attempt failed is an outage from this number of intervals on. */
  private static final double EXPLAINED_INTERVALS = 3.5;

  /** A gap without an error is an outage from this multiple of the usual longest gap on. */
  private static final int UNEXPLAINED = 3;

  /** This number of the longest gaps may be anything: outages without an error, too. */
  private static final int SPARED = 5;

  /** In a long window this is the share of gaps that may be anything. */
  private static final int SPARED_OF = 1000;

  /**
   * A busy client's threads may be late by as much, and write no error. Longer than an operation
   * may be recorded late ({@link WatchedWindow}).
   */
  private static final long SHORTEST_QUIET_NANOS = 150_000_000;

  private static final long UNIT_NANOS = 1_000;

  private final long intervalNanos;
  private final Histogram gaps = new Histogram(3);

  Noise(long intervalNanos) {
    this.intervalNanos = intervalNanos;
  }

  void add(long gapNanos) {
    gaps.recordValue(Math.max(0, gapNanos / UNIT_NANOS));
  }

  /** A shorter gap is none, whatever failed in it, in ns. */
  long shortestNanos() {
    return Math.round(EXPLAINED_INTERVALS * intervalNanos);
  }

  /** Whether a gap is longer than the limit, which costs a look at all gaps: for long ones only. */
  boolean isExceededBy(long gapNanos) {
    return gapNanos > SHORTEST_QUIET_NANOS && gapNanos > limitNanos();
  }

  /** A gap without an error is an outage if it is longer, in ns. */
  long limitNanos() {
    long count = gaps.getTotalCount();
    long spared = Math.max(SPARED, count / SPARED_OF);
    long usual =
        count <= spared
            ? intervalNanos
            : UNIT_NANOS * gaps.getValueAtPercentile(100.0 * (count - spared) / count);
    return Math.max(Math.max(shortestNanos(), SHORTEST_QUIET_NANOS), UNEXPLAINED * usual);
  }
}
