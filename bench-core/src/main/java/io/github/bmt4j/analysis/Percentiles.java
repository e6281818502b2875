package io.github.bmt4j.analysis;

import io.github.bmt4j.result.RunResult.Times;
import org.HdrHistogram.AbstractHistogram;
import org.jspecify.annotations.Nullable;

/**
 * Percentiles that the sample supports: at least ten operations must lie beyond one. So p99 takes
 * 1,000 operations and p99.9 takes 10,000.
 */
public final class Percentiles {
  private static final int BEYOND = 10;

  private Percentiles() {}

  /** Distribution of times, from ns to ms. */
  public static Times times(AbstractHistogram nanos) {
    long count = nanos.getTotalCount();
    boolean some = count > 0;
    return new Times(
        count,
        some ? millis((double) nanos.getMinValue()) : null,
        some ? millis(nanos.getMean()) : null,
        percentile(nanos, 50),
        percentile(nanos, 90),
        percentile(nanos, 95),
        percentile(nanos, 99),
        percentile(nanos, 99.9),
        some ? millis((double) nanos.getMaxValue()) : null);
  }

  /** A percentile in ms, or nothing when the sample does not support it. */
  public static @Nullable Double percentile(AbstractHistogram nanos, double percentile) {
    boolean supported = nanos.getTotalCount() * (100 - percentile) / 100 >= BEYOND - 1e-6;
    return supported ? (Double) millis((double) nanos.getValueAtPercentile(percentile)) : null;
  }

  /** From ns to ms, to a tenth of a µs. */
  static double millis(double nanos) {
    return Math.round(nanos / 100) / 10_000.0;
  }
}
