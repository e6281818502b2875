package io.github.bmt4j.load.sweep;

import io.github.bmt4j.clock.Welch;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.NavigableMap;
import java.util.NavigableSet;
import java.util.Objects;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.apache.commons.statistics.descriptive.Mean;
import org.apache.commons.statistics.descriptive.Variance;

/**
 * Rates of the visits to the steps of a search, by threads, with their statistics. Used by one
 * thread.
 */
final class KneeVisits {
  /** Probability that a test shows a difference if there is none. */
  static final double LEVEL = 0.025;

  /**
   * Least ratio of the most to the fewest threads with about the best rate that makes a plateau.
   */
  private static final double PLATEAU = 2;

  private final double tolerance;
  private final NavigableMap<Integer, Step> all = new TreeMap<>();
  private final NavigableMap<Integer, Estimate> steps = new TreeMap<>();
  private int best;

  /** Steps that are not shown to be below the best one. */
  private NavigableSet<Integer> alike = new TreeSet<>();

  /** Steps that are not shown to be more than the tolerance below the best rate. */
  private NavigableSet<Integer> good = new TreeSet<>();

  /**
   * @param tolerance share by which rates may differ and count as equal
   */
  KneeVisits(double tolerance) {
    this.tolerance = tolerance;
  }

  /**
   * Visits to one step.
   *
   * @param variance of the mean, by the spread of batches
   * @param squares sum of the squared relative differences of its visits from their mean
   */
  private record Step(List<double[]> visits, double mean, double variance, double squares) {
    static Step of(List<double[]> visits) {
      double[] rates = visits.stream().flatMapToDouble(Arrays::stream).toArray();
      double[] means = visits.stream().mapToDouble(one -> Mean.of(one).getAsDouble()).toArray();
      double mean = Mean.of(means).getAsDouble();
      return new Step(
          visits,
          Mean.of(rates).getAsDouble(),
          Variance.of(rates).getAsDouble() / rates.length,
          Arrays.stream(means).map(one -> Math.pow(one / mean - 1, 2)).sum());
    }

    Step plus(double[] rates) {
      List<double[]> more = new ArrayList<>(visits);
      more.add(rates);
      return of(more);
    }

    /** Estimate by the spread of batches, or by the spread of visits if that is larger. */
    Estimate estimate(double deviation, int freedom) {
      double ofVisits = Math.pow(deviation * mean, 2) / visits.size();
      int batches = visits.stream().mapToInt(rates -> rates.length).sum();
      return ofVisits > variance
          ? new Estimate(mean, ofVisits, freedom)
          : new Estimate(mean, variance, batches - 1);
    }
  }

  /**
   * Estimate of a rate.
   *
   * @param variance of the mean
   * @param freedom degrees of freedom of the variance
   */
  private record Estimate(double mean, double variance, double freedom) {
    Estimate scaled(double factor) {
      return new Estimate(factor * mean, factor * factor * variance, freedom);
    }

    boolean isShownAbove(Estimate other) {
      double both = variance + other.variance;
      double spread =
          variance * variance / freedom + other.variance * other.variance / other.freedom;
      return new Welch(mean - other.mean, Math.sqrt(both), both * both / spread).isPositive(LEVEL);
    }
  }

  /**
   * Adds a visit.
   *
   * @param rates transactions a second of its batches, two or more
   */
  void add(int threads, double[] rates) {
    Step before = all.get(threads);
    all.put(threads, before == null ? Step.of(List.of(rates)) : before.plus(rates));
    double deviation = deviation();
    int freedom = freedom();
    all.forEach((step, visits) -> steps.put(step, visits.estimate(deviation, freedom)));
    best = Collections.max(all.keySet(), Comparator.comparingDouble(step -> at(step).mean()));
    Estimate largest = at(best);
    alike = steps(step -> !largest.isShownAbove(at(step)));
    Estimate enough = top(0).scaled(1 - tolerance);
    good = steps(step -> !enough.isShownAbove(at(step)));
  }

  private NavigableSet<Integer> steps(Predicate<Integer> which) {
    return steps.keySet().stream().filter(which).collect(Collectors.toCollection(TreeSet::new));
  }

  /**
   * The best rate of the steps from some threads on: mean of all visits to steps not shown to be
   * below the best one, because the largest of several means is partly luck.
   */
  private Estimate top(int from) {
    double visits = 0;
    double sum = 0;
    double variance = 0;
    double spread = 0;
    for (Integer step : alike.tailSet(from)) {
      double weight = Objects.requireNonNull(all.get(step)).visits().size();
      Estimate one = at(step);
      double part = weight * weight * one.variance();
      visits += weight;
      sum += weight * one.mean();
      variance += part;
      spread += part * part / one.freedom();
    }
    double freedom = spread == 0 ? 1 : variance * variance / spread;
    return new Estimate(sum / visits, variance / visits / visits, freedom);
  }

  private Estimate at(int threads) {
    return Objects.requireNonNull(steps.get(threads));
  }

  /** The threads of all steps. */
  NavigableSet<Integer> threads() {
    return all.navigableKeySet();
  }

  /** The threads with the largest mean. */
  int best() {
    return best;
  }

  /** Transactions a second: the best rate, corrected for luck. */
  double bestRate() {
    return top(0).mean();
  }

  /** Transactions a second of a step, the mean of its visits. */
  double rate(int threads) {
    return at(threads).mean();
  }

  int visits(int threads) {
    return Objects.requireNonNull(all.get(threads)).visits().size();
  }

  /**
   * Compares a step with a wanted rate: below 0 if it is shown to be slower, above 0 if it is shown
   * to be faster, otherwise 0.
   *
   * @param wanted rates of the batches of one visit, or one exact rate
   */
  int against(int threads, List<Double> wanted) {
    double[] rates = wanted.stream().mapToDouble(Double::doubleValue).toArray();
    Estimate other =
        rates.length == 1
            ? new Estimate(rates[0], 0, 1)
            : Step.of(List.of(rates)).estimate(deviation(), freedom());
    return at(threads).isShownAbove(other) ? 1 : other.isShownAbove(at(threads)) ? -1 : 0;
  }

  /** The last step's share of the largest mean. */
  double lastShare() {
    return at(all.lastKey()).mean() / at(best).mean();
  }

  /** True if a new step is shown to be more than the tolerance better than all before it. */
  boolean isGrowth(double[] rates) {
    return all.isEmpty()
        || Step.of(List.of(rates)).estimate(0, 0).isShownAbove(at(best).scaled(1 + tolerance));
  }

  /** The fewest threads that are not shown to be more than the tolerance below the best rate. */
  int knee() {
    return good.isEmpty() ? best : good.first();
  }

  boolean isPlateau() {
    return !good.isEmpty() && good.last() >= PLATEAU * good.first();
  }

  /**
   * The fewest threads that are shown to be no more than the tolerance below the best rate. If only
   * the largest mean is, the rate may still grow beyond it, up to a step that is worse, or so far
   * away that the rate has stopped growing before it.
   */
  int highest() {
    for (Integer step : all.subMap(knee(), true, best, isPlateau()).keySet()) {
      if (at(step).isShownAbove(top(step).scaled(1 - tolerance))) {
        return step;
      }
    }
    return all.tailMap(best, false).keySet().stream()
        .filter(step -> !good.contains(step) || step >= PLATEAU * best)
        .findFirst()
        .map(step -> good.contains(step) ? step : (Integer) (step - 1))
        .orElse(best);
  }

  /** Standard deviation of visits to the same step, as a share of its rate. */
  double deviation() {
    double squares = all.values().stream().mapToDouble(Step::squares).sum();
    return freedom() == 0 ? 0 : Math.sqrt(squares / freedom());
  }

  int freedom() {
    return all.values().stream().mapToInt(step -> step.visits().size() - 1).sum();
  }
}
