package io.github.bmt4j.load.run;

import com.fasterxml.jackson.annotation.JsonInclude;
import org.jspecify.annotations.Nullable;

/**
 * The answer of a sweep that finds its own steps: with how many threads the rate stops growing. The
 * rates are transactions a second, means of all VALID visits.
 *
 * @param lowest fewest threads that may have the best rate: one more than the most that are shown
 *     to be more than the tolerance below it; absent where no knee is claimed
 * @param highest fewest threads that are shown to be no more than the tolerance below the best
 *     rate; absent where no knee is claimed
 * @param tps rate with {@code highest} threads, likewise
 * @param best threads with the best rate
 * @param bestTps their rate
 * @param noKnee why no knee is claimed; absent where one is
 * @param keeps most threads that kept the limit, and fewer did too; absent where none did, and
 *     without a limit
 * @param breaks fewest threads that broke the limit; absent where none did, and without a limit
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
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
  @Nullable Integer answer() {
    return highest == null ? best : highest;
  }
}
