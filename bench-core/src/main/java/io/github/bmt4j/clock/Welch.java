package io.github.bmt4j.clock;

import org.apache.commons.statistics.descriptive.Mean;
import org.apache.commons.statistics.descriptive.Variance;
import org.apache.commons.statistics.distribution.TDistribution;

/**
 * The difference of the means of two samples that are no pairs, b minus a, with Welch's degrees of
 * freedom (B. L. Welch, Biometrika 34, 1947).
 *
 * @param error standard error of the difference
 * @param freedom degrees of freedom of Student's t distribution; not a number without any spread
 */
public record Welch(double difference, double error, double freedom) {
  /** Relative error of the arithmetic: samples with less spread have none. */
  private static final double ROUNDING = 1e-12;

  /** The difference of samples of two values or more. */
  public static Welch of(double[] a, double[] b) {
    double meanA = Mean.of(a).getAsDouble();
    double meanB = Mean.of(b).getAsDouble();
    double ofA = Variance.of(a).getAsDouble() / a.length;
    double ofB = Variance.of(b).getAsDouble() / b.length;
    double both = ofA + ofB;
    double spread = ofA * ofA / (a.length - 1) + ofB * ofB / (b.length - 1);
    double freedom = both * both / spread;
    return new Welch(meanB - meanA, Math.sqrt(both), freedom);
  }

  /**
   * Returns true if b is shown to be the larger one, in a one-sided test.
   *
   * @param level probability of this answer if the means are equal
   */
  public boolean isPositive(double level) {
    return error <= ROUNDING * Math.abs(difference)
        ? difference > 0
        : difference > 0
            && TDistribution.of(freedom).survivalProbability(difference / error) < level;
  }

  /** Number of standard errors from which a difference is shown, in a one-sided test. */
  public static double critical(double freedom, double level) {
    return TDistribution.of(freedom).inverseSurvivalProbability(level);
  }
}
