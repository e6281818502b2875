package io.github.bmt4j.failover.balance;

import java.util.Collection;
import org.jspecify.annotations.Nullable;

/** Shares and indexes, to a millionth. */
final class Fairness {
  private Fairness() {}

  static double rounded(double share) {
    return Math.round(share * 1e6) / 1e6;
  }

  /**
   * Jain's index of evenness, (sum of x)² / (n · sum of x²): from 1/n, when one server has
   * everything, to 1, when all have the same.
   *
   * @param loads one for each server, also for servers without load
   * @return absent for less than two servers, or when none has any load
   */
  static @Nullable Double jain(Collection<Double> loads) {
    double sum = 0;
    double squares = 0;
    for (double load : loads) {
      sum += load;
      squares += load * load;
    }
    return loads.size() < 2 || sum == 0
        ? null
        : (Double) rounded(sum * sum / (loads.size() * squares));
  }
}
