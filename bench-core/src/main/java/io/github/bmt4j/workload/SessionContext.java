package io.github.bmt4j.workload;

/**
 * Context of a session.
 *
 * @param seed seed of the run's keys and values; a session mixes its worker number in
 * @param stopwatch times the session's statements, or does nothing
 */
public record SessionContext(
    Params params, int worker, int workers, long seed, Consume consume, Stopwatch stopwatch) {
  /**
   * Largest number of open prepared statements in the whole run: more than a server's default
   * limit, and about 100 MB if they are sent as text, because each keeps its last result.
   */
  private static final int MOST_OPEN = 25_000;

  /** Number that may always be open on a connection: more than a transaction uses. */
  private static final int ALWAYS_OPEN = 16;

  /** The default: result sets are not read, and no statement is timed. */
  public SessionContext(Params params, int worker, int workers, long seed) {
    this(params, worker, workers, seed, Consume.NONE, Stopwatch.OFF);
  }

  /** Number of prepared statements that each of a number of workers may have open. */
  public static int mostOpen(int workers) {
    return Math.max(ALWAYS_OPEN, MOST_OPEN / workers);
  }

  /**
   * A new generator of this worker's own numbers, at its start. Other workers, and tables that are
   * made from the same seed, have other streams: theirs are never negative.
   */
  public SplitMix64 random() {
    return new SplitMix64(SplitMix64.stateOf(seed, ~worker));
  }
}
