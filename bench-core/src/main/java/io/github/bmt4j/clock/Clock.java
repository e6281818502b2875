package io.github.bmt4j.clock;

import java.time.Instant;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/** The one clock of a run. */
public interface Clock {
  /** The clock of this machine. */
  Clock SYSTEM = new SystemClock();

  /** Monotonic time in ns, from an arbitrary origin. */
  long nanoTime();

  /** Time of day, for people. */
  Instant now();

  /**
   * Waits until {@link #nanoTime} is {@code nanoTime} or later, or until {@code cancelled} says so
   * (looked at every 50 ms).
   */
  void sleepUntil(long nanoTime, BooleanSupplier cancelled);

  /** {@link System#nanoTime} and {@link LockSupport#parkNanos}. */
  final class SystemClock implements Clock {
    private static final long LOOK_NANOS = 50_000_000;

    private SystemClock() {}

    @Override
    public long nanoTime() {
      return System.nanoTime();
    }

    @Override
    public Instant now() {
      return Instant.now();
    }

    @Override
    public void sleepUntil(long nanoTime, BooleanSupplier cancelled) {
      long left = nanoTime - System.nanoTime();
      while (left > 0 && !cancelled.getAsBoolean()) {
        LockSupport.parkNanos(Math.min(left, LOOK_NANOS));
        left = nanoTime - System.nanoTime();
      }
    }
  }
}
