package io.github.bmt4j.load.sweep;

import org.jspecify.annotations.Nullable;

/**
 * The answer of a sweep that finds its own steps: the threads with which the rate stops growing, or
 * the highest sustained rate. The rates are transactions a second.
 *
 * @param lowest fewest threads that may have the best rate: one more than the largest step shown to
 *     be more than the tolerance below it; absent if no knee is claimed
 * @param highest most threads with which the rate may stop growing: the smallest step shown to be
 *     no more than the tolerance below the best rate, or one less than a step beyond the best that
 *     is shown to be below it; absent if no knee is claimed
 * @param tps rate of the knee, which is the best rate; absent if no knee is claimed
 * @param best threads with the largest mean rate; of rates {@code keeps}
 * @param bestTps the best rate: mean of all VALID visits to steps that are not shown to be below
 *     the largest mean; of rates {@code keeps}
 * @param noKnee reason why no knee is claimed, or no higher rate was tried; absent otherwise
 * @param keeps most threads that kept the limit, as did all fewer; or the highest rate that was
 *     kept in all its visits, as were all below it; absent if none was, and for threads without a
 *     limit
 * @param breaks fewest threads that broke the limit, or the lowest rate that was not kept; absent
 *     if none was, and for threads without a limit
 */
public record Knee(
    @Nullable Integer lowest,
    @Nullable Integer highest,
    @Nullable Double tps,
    @Nullable Integer best,
    @Nullable Double bestTps,
    @Nullable String noKnee,
    @Nullable Integer keeps,
    @Nullable Integer breaks) {
  /** The threads whose figures are in the answer: the knee, or else the best. */
  public @Nullable Integer answer() {
    return highest == null || (best != null && best < highest) ? best : highest;
  }
}
