package io.github.bmt4j.load;

/** A time in which the client did not run, on the clock, before or after the deadline. */
record Standstill(long fromNanos, long toNanos) {
  long nanosBetween(long beginNanos, long endNanos) {
    return Math.max(0, Math.min(toNanos, endNanos) - Math.max(fromNanos, beginNanos));
  }
}
