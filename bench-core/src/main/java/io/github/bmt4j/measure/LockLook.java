package io.github.bmt4j.measure;

import java.util.Set;

/**
 * Who waited for a metadata lock, at a moment.
 *
 * @param nanos when, on the run's clock
 * @param waiting connection ids of the sessions that waited
 */
public record LockLook(long nanos, Set<Long> waiting) {
  public LockLook {
    waiting = Set.copyOf(waiting);
  }
}
