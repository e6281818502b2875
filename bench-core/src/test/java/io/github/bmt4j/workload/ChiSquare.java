package io.github.bmt4j.workload;

import java.util.Arrays;

/**
 * Pearson's chi-square tests, as standard scores: how many standard deviations the statistic lies
 * above what chance gives, by the cube-root approximation of E. B. Wilson and M. M. Hilferty
 * (1931).
 */
public final class ChiSquare {
  /** A score that chance exceeds once in ten thousand tests. */
  public static final double ONE_IN_TEN_THOUSAND = 3.719;

  private static final double SMALLEST_EXPECTED = 10;

  private ChiSquare() {}

  /** One sample against exact probabilities. */
  public static double ofSample(long[] observed, double[] probabilities) {
    long draws = Arrays.stream(observed).sum();
    double statistic = 0;
    int cells = 0;
    double expected = 0;
    double seen = 0;
    for (int i = 0; i < observed.length; i++) {
      expected += probabilities[i] * draws;
      seen += observed[i];
      if (expected >= SMALLEST_EXPECTED) {
        statistic += (seen - expected) * (seen - expected) / expected;
        cells++;
        expected = 0;
        seen = 0;
      }
    }
    if (seen > 0 || expected > 0) {
      // What is left over at the end is less than a cell; weigh it like one of the smallest size.
      statistic += (seen - expected) * (seen - expected) / SMALLEST_EXPECTED;
      cells++;
    }
    return score(statistic, cells - 1);
  }

  /** Two samples against each other, cell by cell; cells that both hardly hit are joined. */
  public static double ofTwoSamples(long[] one, long[] other) {
    double oneDraws = Arrays.stream(one).sum();
    double otherDraws = Arrays.stream(other).sum();
    double statistic = 0;
    int cells = 0;
    double a = 0;
    double b = 0;
    for (int i = 0; i < one.length; i++) {
      a += one[i];
      b += other[i];
      boolean last = i == one.length - 1;
      if (a + b >= 4 * SMALLEST_EXPECTED || (last && a + b > 0)) {
        double difference =
            a * Math.sqrt(otherDraws / oneDraws) - b * Math.sqrt(oneDraws / otherDraws);
        statistic += difference * difference / (a + b);
        cells++;
        a = 0;
        b = 0;
      }
    }
    return score(statistic, cells - 1);
  }

  private static double score(double statistic, int freedom) {
    if (freedom == 0) {
      return statistic == 0 ? 0 : Double.POSITIVE_INFINITY;
    }
    double variance = 2.0 / (9 * freedom);
    return (Math.cbrt(statistic / freedom) - (1 - variance)) / Math.sqrt(variance);
  }
}
