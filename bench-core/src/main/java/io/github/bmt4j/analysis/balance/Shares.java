package io.github.bmt4j.analysis.balance;

/** Shares and indexes, to a millionth. */
final class Shares {
  private Shares() {}

  static double rounded(double share) {
    return Math.round(share * 1e6) / 1e6;
  }
}
