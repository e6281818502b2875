package io.github.bmt4j.clock;

import java.time.Instant;
import java.util.function.BooleanSupplier;

/** A clock that moves only when it is told to, or when somebody sleeps on it. For one thread. */
public final class ManualClock implements Clock {
  private long nanos;
  private long tickNanos;

  public ManualClock(long startNanos) {
    this.nanos = startNanos;
  }

  /** Lets time pass. */
  public void advance(long moreNanos) {
    nanos += moreNanos;
  }

  /** From now on, advances by this time before each reading. */
  public void tick(long moreNanos) {
    tickNanos = moreNanos;
  }

  @Override
  public long nanoTime() {
    nanos += tickNanos;
    return nanos;
  }

  @Override
  public Instant now() {
    return Instant.EPOCH.plusNanos(nanos);
  }

  @Override
  public void sleepUntil(long nanoTime, BooleanSupplier cancelled) {
    nanos = Math.max(nanos, nanoTime);
  }
}
