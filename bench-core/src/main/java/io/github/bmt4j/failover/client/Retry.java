package io.github.bmt4j.failover.client;

import java.util.concurrent.TimeUnit;

/**
 * Reaction of the simulated application to an attempt that did not end OK.
 *
 * @param mostAttempts at an operation
 * @param pauseNanos before another attempt
 * @param deadlineNanos since the intended time; no attempt begins after it
 */
record Retry(int mostAttempts, long pauseNanos, long deadlineNanos) {
  private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(50);

  /**
   * Reads {@code none}, {@code once} or {@code until-deadline}.
   *
   * @throws IllegalArgumentException when it is something else
   */
  static Retry parse(String word, long deadlineMillis) {
    return switch (word) {
      case "none" -> new Retry(1, 0, Long.MAX_VALUE);
      case "once" -> new Retry(2, 0, Long.MAX_VALUE);
      case "until-deadline" ->
          new Retry(Integer.MAX_VALUE, PAUSE_NANOS, TimeUnit.MILLISECONDS.toNanos(deadlineMillis));
      default -> throw new IllegalArgumentException("no way to retry: " + word);
    };
  }

  /**
   * Returns true if another attempt follows.
   *
   * @param attempt the one that failed, from 1
   * @param elapsedNanos from the operation's intended time to the end of that attempt
   */
  boolean allows(int attempt, long elapsedNanos) {
    return attempt < mostAttempts && elapsedNanos <= deadlineNanos - pauseNanos;
  }
}
