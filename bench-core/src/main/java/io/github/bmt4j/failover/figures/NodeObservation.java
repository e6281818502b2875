package io.github.bmt4j.failover.figures;

import io.github.bmt4j.failover.figures.SignificantGaps.Gap;

/**
 * One poll of a node by an observer, over a plain connection directly to it. Times in ns on the
 * run's clock.
 *
 * @param node its name
 * @param server the identity that the node gives itself, as in {@link Operation#server}; "" when it
 *     did not answer
 * @param reachable true if it answered query and write in time
 * @param writable true if it committed the observer's write in time
 * @param readOnly true if it reports that it is read-only; false when it did not answer
 */
public record NodeObservation(
    String node,
    String server,
    long startNanos,
    long endNanos,
    boolean reachable,
    boolean writable,
    boolean readOnly) {
  boolean overlaps(Gap time) {
    return endNanos > time.beginNanos() && startNanos < time.endNanos();
  }
}
