package io.github.bmt4j.ddl;

import java.util.Set;

/**
 * Who waited for a metadata lock, at a moment.
 *
 * @param nanos when, on the run's clock
 * @param waiting connection ids of the sessions that waited
 */
record LockLook(long nanos, Set<Long> waiting) {
  LockLook {
    waiting = Set.copyOf(waiting);
  }
}
