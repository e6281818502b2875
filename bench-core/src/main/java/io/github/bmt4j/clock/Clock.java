package io.github.bmt4j.clock;

import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/** The one clock of a run. */
public interface Clock {
  Clock SYSTEM = new SystemClock();

  /** Time between two looks of a wait at whether it is cancelled. */
  long LOOK_NANOS = 50_000_000;

  /** Monotonic time in ns, from an arbitrary origin. */
  long nanoTime();

  /** Time of day, for people. */
  Instant now();

  /** The duration of a number of seconds. */
  static Duration seconds(double seconds) {
    return Duration.ofNanos(Math.round(seconds * 1e9));
  }

  /**
   * Waits until {@link #nanoTime} is {@code nanoTime} or later, or until {@code cancelled} says so
   * (looked at every 50 ms).
   */
  default void sleepUntil(long nanoTime, BooleanSupplier cancelled) {
    long left = nanoTime - nanoTime();
    while (left > 0 && !cancelled.getAsBoolean()) {
      LockSupport.parkNanos(Math.min(left, LOOK_NANOS));
      left = nanoTime - nanoTime();
    }
  }

  /** {@link System#nanoTime} and {@link LockSupport#parkNanos}. */
  final class SystemClock implements Clock {
    private SystemClock() {}

    @Override
    public long nanoTime() {
      return System.nanoTime();
    }

    @Override
    public Instant now() {
      return Instant.now();
    }
  }
}
