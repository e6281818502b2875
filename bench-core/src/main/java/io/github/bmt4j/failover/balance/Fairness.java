package io.github.bmt4j.failover.balance;

/** Shares and indexes, to a millionth. */
final class Fairness {
  private Fairness() {}

  static double rounded(double share) {
    return Math.round(share * 1e6) / 1e6;
  }
}
