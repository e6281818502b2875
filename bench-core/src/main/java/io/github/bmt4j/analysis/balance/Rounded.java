package io.github.bmt4j.analysis.balance;

/** How figures are rounded. */
final class Rounded {
  private Rounded() {}

  /** From ns to ms, to a tenth of a µs. */
  static double millis(long nanos) {
    return Math.round(nanos / 100.0) / 10_000.0;
  }

  /** A share or an index, to a millionth. */
  static double share(double share) {
    return Math.round(share * 1e6) / 1e6;
  }
}
