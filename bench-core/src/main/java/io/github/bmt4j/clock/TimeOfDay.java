package io.github.bmt4j.clock;

import java.time.Duration;
import java.time.Instant;

/**
 * Another machine's time of day, read over the network.
 *
 * @param asked this machine's time when it asked
 * @param answered the other machine's time
 * @param heard this machine's time when the answer came
 */
public record TimeOfDay(Instant asked, Instant answered, Instant heard) {
  /** Lead of the other machine's clock, in ms, if the answer took as long as the question. */
  public double aheadMillis() {
    return (millis(answered, asked) + millis(answered, heard)) / 2;
  }

  /** Largest error of that lead, in ms. */
  public double uncertaintyMillis() {
    return millis(heard, asked) / 2;
  }

  private static double millis(Instant later, Instant earlier) {
    return Duration.between(earlier, later).toNanos() / 1e6;
  }
}
