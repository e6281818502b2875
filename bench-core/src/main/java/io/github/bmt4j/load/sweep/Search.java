package io.github.bmt4j.load.sweep;

import io.github.bmt4j.load.run.Job;
import io.github.bmt4j.load.run.Threshold;
import io.github.bmt4j.report.Lines;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A sweep that finds its own steps.
 *
 * @param from threads of the first step, or its arrivals a second
 * @param to largest value of a step
 * @param tolerance share by which rates may differ and count as equal
 * @param limit limit for a second search, for the most threads or the highest rate that keep it,
 *     such as {@code p99=20ms}; absent without one
 * @param ofRate true if steps differ in their arrivals a second, not in threads
 */
public record Search(int from, int to, double tolerance, @Nullable String limit, boolean ofRate) {
  /** Share by which rates may differ and count as equal, unless stored otherwise. */
  public static final double TOLERANCE = 0.03;

  /** Ratio of the threads of successive steps of the first pass. */
  private static final int FACTOR = 2;

  /** The search, if a load has at least so many threads. */
  Search within(int leastThreads) {
    return ofRate || from >= leastThreads
        ? this
        : new Search(leastThreads, to, tolerance, limit, false);
  }

  public void check(Job job) {
    threshold(job);
  }

  @Nullable Threshold threshold(Job job) {
    return limit == null ? null : Threshold.most("--limit", limit, job);
  }

  public List<Job> ends(Job common) {
    return List.of(step(common, 0, from), step(common, 1, to));
  }

  public Job step(Job any, int number, int value) {
    return ofRate ? any.atRate(number, value) : any.step(number, value);
  }

  /** The next step of the first pass, or, if {@code far}, one two steps further. */
  int above(int value, boolean far) {
    return (int) Math.min(to, (long) FACTOR * (far ? FACTOR : 1) * value);
  }

  String words(int value) {
    return ofRate ? Lines.words("%,d/s", value) : Lines.counted(value, "thread");
  }
}
