package io.github.bmt4j.workload;

/**
 * What a session is made for.
 *
 * @param worker number of its worker, from 0
 * @param workers how many workers the run has
 * @param seed seed of the run's keys and values; a session mixes its worker number in
 * @param consume what is read of result sets
 * @param stopwatch times the session's statements, or nothing
 */
public record SessionContext(
    Params params, int worker, int workers, long seed, Consume consume, Stopwatch stopwatch) {
  /** The usual: nothing is read of result sets, and no statement is timed. */
  public SessionContext(Params params, int worker, int workers, long seed) {
    this(params, worker, workers, seed, Consume.NONE, Stopwatch.OFF);
  }

  /**
   * A new generator of this worker's own numbers, at its start. Other workers, and tables that are
   * made from the same seed, have other streams: theirs are never negative.
   */
  public SplitMix64 random() {
    return new SplitMix64(SplitMix64.stateOf(seed, ~worker));
  }
}
