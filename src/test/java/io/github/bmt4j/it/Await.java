package io.github.bmt4j.it;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/** Waits for conditions, and not for ever. */
final class Await {
  private static final Duration MOST = Duration.ofSeconds(60);
  private static final Duration PAUSE = Duration.ofMillis(20);

  private Await() {}

  static void until(String what, BooleanSupplier condition) {
    if (!within(MOST, condition)) {
      throw new AssertionError("waited " + MOST + " in vain for " + what);
    }
  }

  /** Whether the condition came true in time. */
  static boolean within(Duration most, BooleanSupplier condition) {
    long start = System.nanoTime();
    while (!condition.getAsBoolean()) {
      if (System.nanoTime() - start > most.toNanos()) {
        return false;
      }
      LockSupport.parkNanos(PAUSE.toNanos());
    }
    return true;
  }

  /** Lets time pass, where a length of time is what a test is about. */
  static void pass(Duration time) {
    long end = System.nanoTime() + time.toNanos();
    for (long left = time.toNanos(); left > 0; left = end - System.nanoTime()) {
      LockSupport.parkNanos(left);
    }
  }
}
