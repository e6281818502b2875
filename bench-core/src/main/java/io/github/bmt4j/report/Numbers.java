package io.github.bmt4j.report;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** How numbers are written for people. */
public final class Numbers {
  private Numbers() {}

  /** Milliseconds with 2 decimals, or 3 below 1 ms; "-" for what was not observed. */
  public static String millis(@Nullable Double value) {
    if (value == null) {
      return "-";
    }
    return String.format(Locale.ROOT, Math.abs(value) < 1 ? "%.3f" : "%,.2f", value);
  }

  /** {@code p95}, {@code p99.9}. */
  public static String percentileName(double percentile) {
    return "p"
        + (percentile == Math.rint(percentile)
            ? Long.toString((long) percentile)
            : Double.toString(percentile));
  }

  /** Seconds without needless zeros: {@code 10}, {@code 2.5}. */
  public static String seconds(double seconds) {
    return seconds == Math.rint(seconds) ? Long.toString((long) seconds) : Double.toString(seconds);
  }

  /** A score in any unit: 3 decimals, or 3 digits below 1; "-" for what was not observed. */
  public static String score(@Nullable Double value) {
    if (value == null) {
      return "-";
    }
    boolean small = value != 0 && Math.abs(value) < 1;
    return String.format(Locale.ROOT, small ? "%.3g" : "%,.3f", value);
  }
}
