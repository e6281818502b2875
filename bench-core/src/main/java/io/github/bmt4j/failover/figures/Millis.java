package io.github.bmt4j.failover.figures;

/** From ns to ms, to a tenth of a µs. */
public final class Millis {
  private Millis() {}

  public static double of(long nanos) {
    return Math.round(nanos / 100.0) / 10_000.0;
  }

  /** A difference or sum of such times, rounded to their precision. */
  static double rounded(double millis) {
    return Math.round(millis * 1e4) / 1e4;
  }
}
