package io.github.bmt4j.failover.figures;

/** From ns to ms, to a tenth of a µs. */
public final class Millis {
  private Millis() {}

  public static double of(long nanos) {
    return Math.round(nanos / 100.0) / 10_000.0;
  }
}
