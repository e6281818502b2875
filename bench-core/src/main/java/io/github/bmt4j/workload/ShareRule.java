package io.github.bmt4j.workload;

import org.jspecify.annotations.Nullable;

/**
 * A share that a workload's transactions must keep to, such as the 1 % of TPC-C's new orders that
 * are rolled back.
 *
 * @param name names of the hits and of the cases among which they are counted, such as {@code new
 *     orders rolled back}
 * @param low smallest allowed value; absent if the share is only reported
 * @param high largest allowed value; absent if the share is only reported
 * @param deviation standard deviation of one trial's contribution; absent if a trial is a hit or
 *     not, so that hits are binomial
 * @param allowed number of hits that always keeps to the limits, however few the trials
 */
public record ShareRule(
    String name,
    @Nullable Double low,
    @Nullable Double high,
    @Nullable Double deviation,
    long allowed) {
  /** A rule whose hits are limited by the share alone. */
  public ShareRule(
      String name, @Nullable Double low, @Nullable Double high, @Nullable Double deviation) {
    this(name, low, high, deviation, 0);
  }
}
