package io.github.bmt4j.load.run;

import org.jspecify.annotations.Nullable;

/**
 * The answer of a sweep that finds its own steps: with how many threads the rate stops growing, or
 * which rate is kept. The rates are transactions a second.
 *
 * @param lowest fewest threads that may have the best rate: one more than the most that are shown
 *     to be more than the tolerance below it; absent where no knee is claimed
 * @param highest most threads with which the rate may stop growing: the fewest that are shown to be
 *     no more than the tolerance below the best rate, or one less than those beyond the best that
 *     are shown to be below it; absent where no knee is claimed
 * @param tps rate of the knee, which is the best one; absent where no knee is claimed
 * @param best threads with the largest mean rate; of rates {@code keeps}
 * @param bestTps the best rate: mean of all VALID visits to the steps that are not shown to be
 *     below the largest mean; of rates {@code keeps}
 * @param noKnee reason for which no knee is claimed, or no higher rate was tried; absent where one
 *     is
 * @param keeps most threads that kept the limit, and fewer did too; the highest rate that was kept
 *     in all its visits, as were all below it; absent where none did, and of threads without a
 *     limit
 * @param breaks fewest threads that broke the limit, or the lowest rate that was not kept; absent
 *     where none did, and of threads without a limit
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
  /** The threads whose figures are in the answer: of the knee, or else the best. */
  public @Nullable Integer answer() {
    return highest == null || (best != null && best < highest) ? best : highest;
  }
}
