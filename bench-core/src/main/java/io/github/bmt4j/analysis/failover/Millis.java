package io.github.bmt4j.analysis.failover;

/** From ns to ms, to a tenth of a µs. */
final class Millis {
  private Millis() {}

  static double of(long nanos) {
    return Math.round(nanos / 100.0) / 10_000.0;
  }
}
