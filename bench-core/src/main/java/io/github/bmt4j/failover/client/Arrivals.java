package io.github.bmt4j.failover.client;

import io.github.bmt4j.clock.Clock;
import java.util.function.BooleanSupplier;

/**
 * The schedule of a probe: arrivals at equal distances, announced when they are due, whatever
 * happened to earlier ones. Arrivals due while the JVM stood still are announced late, with their
 * due time.
 */
final class Arrivals {
  interface Listener {
    void arrive(long sequence, long intendedNanos);
  }

  private final Clock clock;
  private final long originNanos;
  private final double periodNanos;
  private volatile long endNanos = Long.MAX_VALUE;

  /**
   * @param originNanos time of the first arrival
   */
  Arrivals(Clock clock, long originNanos, double perSecond) {
    this.clock = clock;
    this.originNanos = originNanos;
    this.periodNanos = 1e9 / perSecond;
  }

  long dueNanos(long sequence) {
    return originNanos + Math.round(sequence * periodNanos);
  }

  /** Announces arrivals on this thread until the schedule has ended. */
  void announce(Listener listener) {
    for (long sequence = 0; ; sequence++) {
      long due = dueNanos(sequence);
      BooleanSupplier over = () -> due >= endNanos;
      clock.sleepUntil(due, over);
      if (over.getAsBoolean()) {
        return;
      }
      listener.arrive(sequence, due);
    }
  }

  /** Stops arrivals from this moment on; earlier ones are still announced. Any thread. */
  void endAt(long nanos) {
    endNanos = nanos;
  }
}
