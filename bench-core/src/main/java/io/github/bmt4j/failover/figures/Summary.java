package io.github.bmt4j.failover.figures;

import io.github.bmt4j.clock.Medians;
import io.github.bmt4j.experiment.Verdict.Status;
import io.github.bmt4j.failover.figures.FailoverFigures.Block;
import io.github.bmt4j.failover.figures.FailoverFigures.Repetition;
import io.github.bmt4j.failover.figures.FailoverFigures.Spread;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Median and range of every figure over the VALID repetitions that have it. */
public final class Summary {
  private Summary() {}

  /** Repetitions with their summary. */
  public static Block block(List<Repetition> repetitions) {
    return new Block(List.copyOf(repetitions), of(repetitions));
  }

  static Map<String, Spread> of(List<Repetition> repetitions) {
    Map<String, List<Double>> values = new LinkedHashMap<>();
    for (Repetition repetition : repetitions) {
      if (repetition.verdict().status() == Status.VALID) {
        repetition
            .figures()
            .values()
            .forEach(
                (name, value) -> values.computeIfAbsent(name, n -> new ArrayList<>()).add(value));
      }
    }
    Map<String, Spread> summary = new LinkedHashMap<>();
    values.forEach(
        (name, all) ->
            summary.put(
                name,
                new Spread(
                    all.size(), Medians.of(all), Collections.min(all), Collections.max(all))));
    return Collections.unmodifiableMap(summary);
  }
}
