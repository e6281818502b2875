package io.github.bmt4j.clock;

import org.HdrHistogram.AbstractHistogram;
import org.jspecify.annotations.Nullable;

/**
 * Percentiles that the sample supports: at least ten operations must lie beyond a percentile. So
 * p99 takes 1,000 operations and p99.9 takes 10,000.
 */
public final class Percentiles {
  private static final int BEYOND = 10;

  /** Largest rounding error of doubles. */
  private static final double ROUNDING = 1e-6;

  private Percentiles() {}

  /**
   * Distribution of times, from ns to ms.
   *
   * @param missing operations without a time in it, because they did not succeed or never began
   */
  public static Times times(AbstractHistogram nanos, long missing) {
    long count = nanos.getTotalCount();
    boolean some = count > 0;
    return new Times(
        count,
        some ? millis(nanos.getMinValue()) : null,
        some ? millis(nanos.getMean()) : null,
        percentile(nanos, missing, 50),
        percentile(nanos, missing, 90),
        percentile(nanos, missing, 95),
        percentile(nanos, missing, 99),
        percentile(nanos, missing, 99.9),
        some ? millis(nanos.getMaxValue()) : null);
  }

  /**
   * A percentile in ms of all operations, with missing ones ranked as the slowest; absent if the
   * sample does not support it, or if it would be the time of a missing one.
   */
  public static @Nullable Double percentile(
      AbstractHistogram nanos, long missing, double percentile) {
    double share = (100 - percentile) / 100;
    double all = (double) nanos.getTotalCount() + missing;
    boolean supported =
        nanos.getTotalCount() * share >= BEYOND - ROUNDING && missing <= all * share + ROUNDING;
    return supported
        ? (Double)
            millis(
                nanos.getValueAtPercentile(Math.min(100, percentile * all / nanos.getTotalCount())))
        : null;
  }

  /**
   * A percentile in ms of the seen times, however few, as sysbench shows it. Absent without times.
   */
  public static @Nullable Double seen(AbstractHistogram nanos, double percentile) {
    return nanos.getTotalCount() == 0
        ? null
        : (Double) millis(nanos.getValueAtPercentile(percentile));
  }

  public static double millis(long nanos) {
    return millis((double) nanos);
  }

  /** From ns to ms, to a tenth of a µs. */
  public static double millis(double nanos) {
    return Math.round(nanos / 100) / 10_000.0;
  }
}
