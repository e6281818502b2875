package io.github.bmt4j.clock;

import java.time.Instant;
import java.util.function.BooleanSupplier;
import java.util.function.LongConsumer;

/**
 * The machine's clock, on which a test sees each sleep.
 *
 * @param sleeping gets the time to which it sleeps, before it does
 */
public record WatchedClock(LongConsumer sleeping) implements Clock {
  @Override
  public long nanoTime() {
    return Clock.SYSTEM.nanoTime();
  }

  @Override
  public Instant now() {
    return Clock.SYSTEM.now();
  }

  @Override
  public void sleepUntil(long nanoTime, BooleanSupplier cancelled) {
    sleeping.accept(nanoTime);
    Clock.SYSTEM.sleepUntil(nanoTime, cancelled);
  }
}
