package io.github.bmt4j.cli.series;

import io.github.bmt4j.cli.options.Checks;
import io.github.bmt4j.cli.options.RunsDirOption;
import io.github.bmt4j.compare.Comparison.Side;
import io.github.bmt4j.compare.SideNames;
import io.github.bmt4j.experiment.RunStore.Stored;
import io.github.bmt4j.matrix.FailoverMatrix;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The complete results of a scenario in the order of their cells; for each cell the newest. */
public record ScenarioResults(String id, Collection<Stored> all) {
  public static final String OPTION = "--scenario";
  static final String LABEL = "scenario";

  static ScenarioResults of(RunsDirOption runs, String id) {
    return new ScenarioResults(id, Series.results(runs, LABEL, id));
  }

  /**
   * The results of a measured scenario.
   *
   * @param named its id, or latest for the scenario that was measured last
   */
  public static ScenarioResults named(RunsDirOption runs, String named) {
    ScenarioResults found = of(runs, runs.latest(OPTION, LABEL, named));
    Checks.check(
        !found.all.isEmpty(),
        OPTION,
        "=" + named + ": " + runs.folder + " has no complete result of it");
    return found;
  }

  /** Sides by workload, load and fault, one for each target and setting. */
  public Map<String, List<Side>> parts() {
    Map<String, Map<String, List<Stored>>> parts = new LinkedHashMap<>();
    // A single target, such as a preset's, does not distinguish sides if settings do.
    boolean several = values("target") > 1 || values("setting") < 2;
    for (Stored stored : all) {
      parts
          .computeIfAbsent(words(stored, "workload", "load", "fault"), key -> new LinkedHashMap<>())
          .computeIfAbsent(
              several ? words(stored, "target", "setting") : words(stored, "setting"),
              side -> new ArrayList<>())
          .add(stored);
    }
    Map<String, List<Side>> sides = new LinkedHashMap<>();
    parts.forEach((title, part) -> sides.put(title, SideNames.of(part)));
    return sides;
  }

  /** The matrix of the results, if they are failovers. */
  public Optional<FailoverMatrix> matrix() {
    boolean whole =
        all.stream()
            .allMatch(
                one -> one.labels().getOrDefault(Series.NUMBER, "").endsWith("/" + all.size()));
    return FailoverMatrix.of(parts(), whole);
  }

  private long values(String label) {
    return all.stream().map(one -> one.labels().getOrDefault(label, "")).distinct().count();
  }

  private static String words(Stored stored, String... keys) {
    return Stream.of(keys)
        .map(key -> stored.labels().getOrDefault(key, ""))
        .filter(value -> !value.isEmpty())
        .collect(Collectors.joining(" "));
  }
}
