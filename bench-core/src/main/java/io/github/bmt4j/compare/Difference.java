package io.github.bmt4j.compare;

import com.fasterxml.jackson.annotation.JsonIgnore;
import io.github.bmt4j.clock.Welch;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.Arrays;
import java.util.List;
import java.util.function.DoubleUnaryOperator;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import org.apache.commons.statistics.descriptive.Mean;
import org.apache.commons.statistics.descriptive.Variance;
import org.apache.commons.statistics.distribution.TDistribution;
import org.jspecify.annotations.Nullable;

/**
 * Difference of the samples of B from those of A, as shares of A: 0.1 is 10 % more. Samples that
 * are all positive are compared by their logarithms, so that the change is the change of the
 * geometric means; others by their means. Student's t distribution, with Welch's degrees of freedom
 * if samples are no pairs (B. L. Welch, Biometrika 34, 1947).
 *
 * @param a centre of the samples of A from which the change is taken: their geometric mean, or
 *     their mean if a sample of either side is not positive
 * @param b centre of the samples of B
 * @param change of B against A: {@code b / a - 1}
 * @param low lower end of the confidence interval of 95 %
 * @param high its upper end
 * @param p probability of a difference this large, or larger, if there is none
 * @param detectable the smallest change that this number of samples with this spread shows in 80 %
 *     of the cases, as one of the figures that are tested at once
 */
record Difference(
    @JsonIgnore double a,
    @JsonIgnore double b,
    double change,
    double low,
    double high,
    double p,
    double detectable) {
  /** Least number of samples on a side: the spread of fewer is hardly known. */
  static final int LEAST = 3;

  /** Level of the confidence interval, and of shown differences. */
  static final double LEVEL = 0.05;

  private static final double ROUNDING = 1e-9;
  private static final double MISSED = 0.2;
  private static final MathContext DIGITS = new MathContext(12);

  private record Estimate(double a, double b, double error, double freedom) {
    double mean() {
      return b - a;
    }
  }

  /**
   * The difference.
   *
   * @param pairs true if the samples with the same place were measured one right after the other,
   *     so that a slow drift affects both alike
   * @param tests number of figures that are tested at once
   * @return absent with too few samples; the change from 0 is infinite
   */
  static @Nullable Difference of(double[] a, double[] b, boolean pairs, int tests) {
    if (Math.min(a.length, b.length) < LEAST) {
      return null;
    }
    boolean logarithms =
        DoubleStream.concat(Arrays.stream(a), Arrays.stream(b)).allMatch(x -> x > 0);
    if (logarithms) {
      Estimate estimate = estimate(map(a, Math::log), map(b, Math::log), pairs);
      return of(estimate, Math::exp, Math::expm1, chance(a.length, b.length, pairs), tests);
    }
    double base = Mean.of(a).getAsDouble();
    DoubleUnaryOperator share =
        difference -> difference == 0 ? 0 : base == 0 ? difference / 0.0 : difference / base;
    Estimate estimate = estimate(a, b, pairs);
    return of(estimate, x -> x, share, chance(a.length, b.length, pairs), tests);
  }

  private static Difference of(
      Estimate estimate,
      DoubleUnaryOperator centre,
      DoubleUnaryOperator share,
      double chance,
      int tests) {
    double mean = estimate.mean();
    double change = share.applyAsDouble(mean);
    double a = rounded(centre.applyAsDouble(estimate.a()));
    double b = rounded(centre.applyAsDouble(estimate.b()));
    if (estimate.error() <= ROUNDING * Math.abs(mean)) {
      return new Difference(a, b, change, change, change, mean == 0 ? 1 : chance, 0);
    }
    TDistribution t = TDistribution.of(estimate.freedom());
    double wide = t.inverseSurvivalProbability(LEVEL / 2) * estimate.error();
    double shown = t.inverseSurvivalProbability(LEVEL / 2 / tests);
    return new Difference(
        a,
        b,
        change,
        share.applyAsDouble(mean - wide),
        share.applyAsDouble(mean + wide),
        2 * t.survivalProbability(Math.abs(mean) / estimate.error()),
        share.applyAsDouble((shown + t.inverseSurvivalProbability(MISSED)) * estimate.error()));
  }

  /** The mean of samples of one side: the geometric one if all are positive. */
  static double mean(List<Double> samples) {
    double[] values = samples.stream().mapToDouble(Double::doubleValue).toArray();
    return Arrays.stream(values).allMatch(value -> value > 0)
        ? rounded(Math.exp(Mean.of(map(values, Math::log)).getAsDouble()))
        : rounded(Mean.of(values).getAsDouble());
  }

  private static double rounded(double value) {
    return Double.isFinite(value) ? new BigDecimal(value).round(DIGITS).doubleValue() : value;
  }

  /**
   * The p-value of samples without spread, whose steps may be coarser than their differences: the
   * probability that chance alone puts all of one side above all of the other.
   */
  private static double chance(int a, int b, boolean pairs) {
    double orders = 1;
    for (int i = 1; i <= a; i++) {
      orders *= pairs ? 2 : (double) (b + i) / i;
    }
    return Math.min(1, 2 / orders);
  }

  private static Estimate estimate(double[] a, double[] b, boolean pairs) {
    double meanA = Mean.of(a).getAsDouble();
    double meanB = Mean.of(b).getAsDouble();
    if (pairs) {
      double[] d = IntStream.range(0, a.length).mapToDouble(i -> b[i] - a[i]).toArray();
      double error = Math.sqrt(Variance.of(d).getAsDouble() / d.length);
      return new Estimate(meanA, meanB, error, d.length - 1);
    }
    Welch welch = Welch.of(a, b);
    return new Estimate(meanA, meanB, welch.error(), welch.freedom());
  }

  private static double[] map(double[] values, DoubleUnaryOperator operator) {
    return Arrays.stream(values).map(operator).toArray();
  }
}
