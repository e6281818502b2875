package io.github.bmt4j.load;

import java.time.Duration;
import java.util.List;

/**
 * Plan of a run.
 *
 * @param workers threads, each with one connection at a time
 * @param events operations to measure at most; 0 for no limit
 * @param pace of the whole load, of which this may be a part
 * @param prepareFirst true if each worker prepares what its transactions use before the load
 *     begins, so that no operation waits for that
 * @param kinds names of the kinds of operations; empty where all are of one kind
 * @param shares number of shares for which operations are counted
 */
public record LoadPlan(
    int workers,
    LoadProfile profile,
    Times times,
    long events,
    LoadScenario pace,
    RetryPolicy retry,
    boolean prepareFirst,
    List<String> kinds,
    int shares) {
  /**
   * Lengths of a load's periods.
   *
   * @param warmup time before the measurement; operations that are due in it are not measured
   * @param time length of the measurement; zero for no limit
   * @param interval time between intermediate figures
   * @param grace time that operations may still take after the end before their connections are
   *     broken
   * @param giveUp time without a successful operation after which the run is ended, unless
   *     operations are slow
   */
  public record Times(
      Duration warmup, Duration time, Duration interval, Duration grace, Duration giveUp) {
    /** Of a load that goes on whatever fails: also if retrying cannot help. */
    public static final Duration NEVER = Duration.ofDays(365);

    boolean givesUp() {
      return giveUp.compareTo(NEVER) < 0;
    }
  }

  /**
   * Workers a processor that are few. Hundreds share the processors evenly with the JVM's compiler,
   * which then needs most of a minute for what it does in two seconds next to a few.
   */
  private static final int FEW_PER_PROCESSOR = 4;

  static int threadsThatFit() {
    return FEW_PER_PROCESSOR * Runtime.getRuntime().availableProcessors();
  }

  public static boolean oversubscribes(int workers) {
    return workers > threadsThatFit();
  }
}
