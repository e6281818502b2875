package io.github.bmt4j.load.run;

import org.jspecify.annotations.Nullable;

/** How figures are computed and rounded as they are stored. */
public final class Rounding {
  private Rounding() {}

  /**
   * Seconds; nothing for none. As many digits as the elapsed time has: with fewer a part could
   * become larger than its whole.
   */
  public static @Nullable Double seconds(long nanos) {
    return nanos == 0 ? null : (Double) elapsed(nanos);
  }

  static double elapsed(long nanos) {
    return round(nanos / 1e9, 1e4);
  }

  static double rate(long count, double seconds) {
    return round(count / seconds, 100);
  }

  public static @Nullable Double rateOrNull(long count, double seconds) {
    return seconds <= 0 ? null : (Double) rate(count, seconds);
  }

  /** A share, rounded as it is stored; of two readings that differ in time, at most the whole. */
  static @Nullable Double share(@Nullable Double share) {
    return share == null ? null : (Double) round(Math.min(1, share), 1e4);
  }

  public static double round(double value, double scale) {
    return Math.round(value * scale) / scale;
  }
}
