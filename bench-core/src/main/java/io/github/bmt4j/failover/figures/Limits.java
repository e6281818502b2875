package io.github.bmt4j.failover.figures;

/**
 * Limits from which events count in the figures of a failover.
 *
 * @param stallNanos an operation that takes longer has stalled; a longer gap is never noise
 * @param settleNanos an outage is over if no gap over the stall limit begins in this time
 * @param sustainedNanos throughput has recovered if it is back for this time
 * @param aftermathNanos time after a node's return in which the application may still change over
 *     to it
 * @param share of the throughput before the fault that counts as back, 0 to 1
 * @param hungNanos an operation hangs if it is under way for longer at the end
 */
public record Limits(
    long stallNanos,
    long settleNanos,
    long sustainedNanos,
    long aftermathNanos,
    double share,
    long hungNanos) {
  /** The observation may end this much before the settle time is over. */
  private static final long TOLERANCE_NANOS = 200_000_000;

  /** Stall limit 1 s, settle time 10 s, 95 % for 5 s. */
  public static final Limits USUAL =
      new Limits(1_000_000_000L, 10_000_000_000L, 5_000_000_000L, 0, 0.95, 1_000_000_000L);

  boolean settled(long sinceNanos, Evidence evidence) {
    return evidence.endNanos() - sinceNanos + TOLERANCE_NANOS >= settleNanos;
  }
}
