package io.github.bmt4j.failover.figures;

import io.github.bmt4j.clock.Medians;
import io.github.bmt4j.failover.figures.FailoverFigures.Between;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Median and range of every figure over the VALID repetitions that have it, or a lower bound of it:
 * those that did not recover are the worst ones, and figures without them would flatter.
 */
public final class Summary {
  private static final String AT_LEAST = "AtLeastMs";
  private static final String SERVER = "server.outageMs";
  private static final String CLIENT = "client.addedMs";

  private Summary() {}

  /**
   * Median and range over the VALID repetitions that have the figure, or a lower bound of it.
   *
   * @param repetitions number of repetitions that have it
   * @param atLeast those of {@code median}, {@code min} and {@code max} that are lower bounds,
   *     because some repetitions had not recovered
   */
  public record Spread(
      int repetitions, double median, double min, double max, List<String> atLeast) {}

  /** All repetitions. Keys of the summary are those of {@link FailoverFigures#values}. */
  public record Block(List<Repetition> repetitions, Map<String, Spread> summary) {}

  /**
   * A figure of a repetition.
   *
   * @param bound true if it is a lower bound of it
   */
  public record Value(double value, boolean bound) {}

  /**
   * Repetitions with their summary.
   *
   * @param noneIsZero names of outages that were looked for: a repetition without one has 0
   */
  public static Block block(List<Repetition> repetitions, Set<String> noneIsZero) {
    return new Block(List.copyOf(repetitions), of(repetitions, noneIsZero));
  }

  static Map<String, Spread> of(List<Repetition> repetitions, Set<String> noneIsZero) {
    List<FailoverFigures> valid =
        repetitions.stream().filter(Repetition::valid).map(Repetition::figures).toList();
    Set<String> names = new LinkedHashSet<>();
    for (FailoverFigures figures : valid) {
      for (String name : figures.values().keySet()) {
        names.add(name);
        names.add(name.replace(AT_LEAST, "Ms"));
      }
      if (figures.clientAdded() != null) {
        names.addAll(List.of(SERVER, CLIENT));
      }
    }
    Map<String, Spread> summary = new LinkedHashMap<>();
    for (String name : names) {
      List<Value> values =
          valid.stream()
              .map(figures -> value(name, figures, noneIsZero))
              .filter(Objects::nonNull)
              .toList();
      summary.put(name, spread(name, values));
    }
    return Collections.unmodifiableMap(summary);
  }

  /**
   * A figure as medians and comparisons take it; absent when it was not observed.
   *
   * @param noneIsZero names of outages that were looked for: without one, that is 0
   */
  public static @Nullable Value value(
      String name, FailoverFigures figures, Set<String> noneIsZero) {
    Map<String, Double> values = figures.values();
    Double exact = values.get(name);
    Double bound = values.get(FailoverFigures.atLeast(name));
    Between added = figures.clientAdded();
    Double outage = figures.outageBeyondPathMs();
    if (exact != null) {
      return new Value(exact, false);
    }
    if (added != null && outage != null) {
      // Bounds that are too far apart for a middle.
      if (name.equals(CLIENT)) {
        bound = added.fromMs();
      } else if (name.equals(SERVER)) {
        bound = Millis.rounded(outage - added.toMs());
      }
    }
    return bound != null
        ? new Value(bound, true)
        : noneIsZero.contains(name) ? new Value(0, false) : null;
  }

  /** Half a write was never lost: of two counts in the middle the larger one is their median. */
  private static boolean isCount(String name) {
    return !name.endsWith("Ms") && !name.endsWith("unavailability");
  }

  /**
   * Spread of values of which some are lower bounds. A bound above an exact median cannot move it,
   * however much longer the true value was.
   */
  private static Spread spread(String name, List<Value> values) {
    List<Value> sorted =
        values.stream()
            .sorted(Comparator.comparingDouble(Value::value).thenComparing(Value::bound))
            .toList();
    int count = sorted.size();
    List<String> atLeast = new ArrayList<>();
    if (sorted.subList(0, count / 2 + 1).stream().anyMatch(Value::bound)) {
      atLeast.add("median");
    }
    if (sorted.get(0).bound()) {
      atLeast.add("min");
    }
    if (sorted.stream().anyMatch(Value::bound)) {
      atLeast.add("max");
    }
    return new Spread(
        count,
        isCount(name)
            ? sorted.get(count / 2).value()
            : Medians.of(sorted.stream().map(Value::value).toList()),
        sorted.get(0).value(),
        sorted.get(count - 1).value(),
        atLeast);
  }
}
