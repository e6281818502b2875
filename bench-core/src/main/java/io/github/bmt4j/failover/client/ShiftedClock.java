package io.github.bmt4j.failover.client;

import io.github.bmt4j.clock.Clock;
import java.time.Instant;
import java.util.function.BooleanSupplier;

/**
 * The clock of another process: our own plus the difference between the two.
 *
 * @param laterNanos what the other clock shows beyond ours
 */
record ShiftedClock(Clock own, long laterNanos) implements Clock {
  @Override
  public long nanoTime() {
    return own.nanoTime() + laterNanos;
  }

  @Override
  public Instant now() {
    return own.now();
  }

  @Override
  public void sleepUntil(long nanoTime, BooleanSupplier cancelled) {
    own.sleepUntil(nanoTime - laterNanos, cancelled);
  }
}
