package io.github.bmt4j.failover.figures;

import io.github.bmt4j.clock.Percentiles;

/** From ns to ms, to a tenth of a µs. */
public final class Millis {
  private Millis() {}

  public static double of(long nanos) {
    return Percentiles.millis(nanos);
  }

  /** A difference or sum of such times, rounded to their precision. */
  static double rounded(double millis) {
    return Math.round(millis * 1e4) / 1e4;
  }
}
