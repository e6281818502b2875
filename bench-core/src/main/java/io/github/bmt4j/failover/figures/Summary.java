package io.github.bmt4j.failover.figures;

import io.github.bmt4j.clock.Medians;
import io.github.bmt4j.experiment.Verdict.Status;
import io.github.bmt4j.failover.figures.FailoverFigures.Block;
import io.github.bmt4j.failover.figures.FailoverFigures.Repetition;
import io.github.bmt4j.failover.figures.FailoverFigures.Spread;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Median and range of every figure over the VALID repetitions that have it, or a lower bound of it:
 * those that did not recover are the worst ones, and figures without them would flatter.
 */
public final class Summary {
  private static final String AT_LEAST = "AtLeastMs";

  private Summary() {}

  private record Value(double value, boolean bound) {}

  /** Repetitions with their summary. */
  public static Block block(List<Repetition> repetitions) {
    return new Block(List.copyOf(repetitions), of(repetitions));
  }

  static Map<String, Spread> of(List<Repetition> repetitions) {
    Map<String, List<Value>> values = new LinkedHashMap<>();
    for (Repetition repetition : repetitions) {
      if (repetition.verdict().status() == Status.VALID) {
        repetition
            .figures()
            .values()
            .forEach(
                (name, value) -> {
                  add(values, name, new Value(value, false));
                  if (name.endsWith(AT_LEAST)) {
                    add(values, name.replace(AT_LEAST, "Ms"), new Value(value, true));
                  }
                });
      }
    }
    Map<String, Spread> summary = new LinkedHashMap<>();
    values.forEach((name, all) -> summary.put(name, spread(name, all)));
    return Collections.unmodifiableMap(summary);
  }

  private static void add(Map<String, List<Value>> values, String name, Value value) {
    values.computeIfAbsent(name, n -> new ArrayList<>()).add(value);
  }

  /** Half a write was never lost: of two counts in the middle the larger one is their median. */
  private static boolean isCount(String name) {
    return !name.endsWith("Ms") && !name.equals("unavailability");
  }

  /** What lies above an exact median cannot move it, however much longer it was than its bound. */
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
