package io.github.bmt4j.clock;

import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/** The only clock of a run. */
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
   * Waits until {@link #nanoTime} is {@code nanoTime} or later, or {@code cancelled} is true
   * (checked every 50 ms). An interrupted thread waits to the end, and stays interrupted.
   */
  default void sleepUntil(long nanoTime, BooleanSupplier cancelled) {
    long left = nanoTime - nanoTime();
    while (left > 0 && !cancelled.getAsBoolean()) {
      boolean interrupted = Thread.interrupted();
      if (interrupted) {
        LockSupport.parkNanos(1); // Returns at once, as the next one would: it was interrupted.
      }
      LockSupport.parkNanos(Math.min(left, LOOK_NANOS));
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
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
