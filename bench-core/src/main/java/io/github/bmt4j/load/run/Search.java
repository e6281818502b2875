package io.github.bmt4j.load.run;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.github.bmt4j.failure.BadInputException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A sweep that finds its own steps.
 *
 * @param from threads of the first step
 * @param to most threads of any step
 * @param tolerance share by which rates may differ and count as equal
 * @param limit that the most threads are looked for which keep it, such as {@code p99=20ms}; absent
 *     without one
 */
public record Search(
    int from,
    int to,
    double tolerance,
    @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable String limit) {
  /** Share by which rates may differ and count as equal, unless stored otherwise. */
  public static final double TOLERANCE = 0.03;

  /** Each step of the first pass has this many times the threads of the one before it. */
  private static final int FACTOR = 2;

  /**
   * Checks the limit.
   *
   * @throws BadInputException when it is none, or is for a figure that the job's runs lack
   */
  public void check(Job job) {
    threshold(job);
  }

  /** The limit; absent without one. */
  @Nullable Threshold threshold(Job job) {
    return limit == null ? null : Threshold.most("--limit", limit, job);
  }

  /** The numbers of threads of the first pass, if nothing ends it before. */
  public List<Integer> ladder() {
    List<Integer> ladder = new ArrayList<>();
    for (int threads = from; threads < to; threads = above(threads)) {
      ladder.add(threads);
    }
    ladder.add(to);
    return ladder;
  }

  /** The number of threads that follows in the first pass. */
  int above(int threads) {
    return (int) Math.min(to, (long) FACTOR * threads);
  }
}
