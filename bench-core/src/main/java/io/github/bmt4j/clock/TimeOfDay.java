package io.github.bmt4j.clock;

import java.time.Duration;
import java.time.Instant;

/**
 * Another machine's time of day, asked for over the network.
 *
 * @param asked our time when we asked
 * @param answered the other's time
 * @param heard our time when the answer was there
 */
public record TimeOfDay(Instant asked, Instant answered, Instant heard) {
  /** By how much the other is ahead of us, in ms, if the answer took as long as the question. */
  public double aheadMillis() {
    return (millis(answered, asked) + millis(answered, heard)) / 2;
  }

  /** By how much that may be wrong at most, in ms. */
  public double uncertaintyMillis() {
    return millis(heard, asked) / 2;
  }

  private static double millis(Instant later, Instant earlier) {
    return Duration.between(earlier, later).toNanos() / 1e6;
  }
}
