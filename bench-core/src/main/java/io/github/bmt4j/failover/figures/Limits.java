package io.github.bmt4j.failover.figures;

/**
 * From when on something counts in the figures of a failover.
 *
 * @param stallNanos an operation that takes longer has stalled; a longer gap is never noise
 * @param settleNanos an outage is over when no gap over the stall limit begins for so long
 * @param sustainedNanos throughput has recovered when it is back for so long
 * @param share of the throughput before the fault that counts as back, 0 to 1
 */
public record Limits(long stallNanos, long settleNanos, long sustainedNanos, double share) {
  /** Stall limit 1 s, settle time 10 s, 95 % for 5 s. */
  public static final Limits USUAL =
      new Limits(1_000_000_000L, 10_000_000_000L, 5_000_000_000L, 0.95);
}
