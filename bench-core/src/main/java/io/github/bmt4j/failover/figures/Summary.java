package io.github.bmt4j.failover.figures;

import io.github.bmt4j.clock.Medians;
import io.github.bmt4j.experiment.Metric;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Median and range of every figure over the VALID repetitions that have it, or a lower bound of it:
 * repetitions that did not recover are the worst, and figures without them would flatter.
 */
public final class Summary {
  private Summary() {}

  /**
   * Median and range over the VALID repetitions that have the figure, or a lower bound of it.
   *
   * @param repetitions number of repetitions with the figure
   * @param atLeast names among {@code median}, {@code min} and {@code max} that are lower bounds,
   *     because some repetitions had not recovered
   */
  public record Spread(
      int repetitions, double median, double min, double max, List<String> atLeast) {}

  /**
   * All repetitions. Keys of the summary are the names of {@link FailoverFigures#METRICS} and of
   * their lower bounds.
   */
  public record Block(List<Repetition> repetitions, Map<String, Spread> summary) {
    public @Nullable Spread spread(Metric<FailoverFigures> figure) {
      return summary.get(figure.name());
    }

    /** The outages of which VALID repetitions without one have 0: another one had it. */
    public Set<Metric<FailoverFigures>> withZeros(Set<Metric<FailoverFigures>> outages) {
      return outages.stream()
          .filter(one -> spread(one) != null)
          .collect(Collectors.toUnmodifiableSet());
    }
  }

  /**
   * A figure of a repetition.
   *
   * @param bound true if it is a lower bound
   */
  public record Value(double value, boolean bound) {}

  /**
   * Repetitions with their summary.
   *
   * @param noneIsZero outages that probes looked for: a repetition without one has 0
   */
  public static Block block(List<Repetition> repetitions, Set<Metric<FailoverFigures>> noneIsZero) {
    return new Block(List.copyOf(repetitions), of(repetitions, noneIsZero));
  }

  static Map<String, Spread> of(
      List<Repetition> repetitions, Set<Metric<FailoverFigures>> noneIsZero) {
    List<FailoverFigures> valid =
        repetitions.stream().filter(Repetition::valid).map(Repetition::figures).toList();
    Map<String, Spread> summary = new LinkedHashMap<>();
    for (Metric<FailoverFigures> figure : FailoverFigures.METRICS) {
      if (valid.stream().anyMatch(one -> value(figure, one, Set.of()) != null)) {
        summary.put(
            figure.name(),
            spread(
                figure,
                valid.stream().<@Nullable Value>map(one -> value(figure, one, noneIsZero))));
      }
      List<FailoverFigures> open = valid.stream().filter(one -> !figure.ended().test(one)).toList();
      if (!open.isEmpty()) {
        summary.put(
            FailoverFigures.atLeast(figure.name()),
            spread(
                figure,
                open.stream().<@Nullable Value>map(one -> new Value(figure.orZero(one), false))));
      }
    }
    return Collections.unmodifiableMap(summary);
  }

  /**
   * A figure as medians and comparisons take it; absent if it was not observed. If the bounds of
   * the client's part are too far apart for a middle, both parts have lower bounds.
   *
   * @param noneIsZero outages that probes looked for: a missing one is 0
   */
  public static @Nullable Value value(
      Metric<FailoverFigures> figure,
      FailoverFigures figures,
      Set<Metric<FailoverFigures>> noneIsZero) {
    Double value = figure.of(figures);
    if (value != null) {
      return new Value(value, !figure.ended().test(figures));
    }
    Between added = figures.clientAdded();
    Double outage = figures.outageBeyondPathMs();
    Double bound =
        added == null || outage == null
            ? null
            : figure.equals(FailoverFigures.CLIENT_ADDED)
                ? (Double) added.fromMs()
                : figure.equals(FailoverFigures.SERVER_OUTAGE)
                    ? (Double) Millis.rounded(outage - added.toMs())
                    : null;
    return bound != null
        ? new Value(bound, true)
        : noneIsZero.contains(figure) ? new Value(0, false) : null;
  }

  /**
   * Spread of values of which some are lower bounds. A bound above an exact median cannot move it,
   * however large the true value was.
   */
  private static Spread spread(Metric<FailoverFigures> figure, Stream<@Nullable Value> values) {
    List<Value> sorted =
        values
            .filter(Objects::nonNull)
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
        // Half a write cannot be lost: of two middle counts the larger one is the median.
        figure.form() == FailoverFigures.COUNT
            ? sorted.get(count / 2).value()
            : Medians.of(sorted.stream().map(Value::value).toList()),
        sorted.get(0).value(),
        sorted.get(count - 1).value(),
        atLeast);
  }
}
