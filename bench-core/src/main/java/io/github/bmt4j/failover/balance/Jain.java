package io.github.bmt4j.failover.balance;

import java.util.Collection;
import org.jspecify.annotations.Nullable;

/**
 * Jain's index of evenness: (sum of x)² / (n · sum of x²). From 1/n, when one has everything, to 1,
 * when all have the same.
 */
final class Jain {
  private Jain() {}

  /**
   * The index.
   *
   * @param loads one for each server, those with nothing too
   * @return nothing for less than two servers, or when none of them has anything
   */
  static @Nullable Double index(Collection<Double> loads) {
    double sum = 0;
    double squares = 0;
    for (double load : loads) {
      sum += load;
      squares += load * load;
    }
    return loads.size() < 2 || sum == 0
        ? null
        : (Double) Fairness.rounded(sum * sum / (loads.size() * squares));
  }
}
