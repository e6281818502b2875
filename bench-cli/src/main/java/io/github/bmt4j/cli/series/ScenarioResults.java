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

/** The whole results of a scenario in the order of their cells; of each cell the newest. */
public record ScenarioResults(String id, Collection<Stored> all) {
  public static final String OPTION = "--scenario";
  static final String LABEL = "scenario";

  static ScenarioResults of(RunsDirOption runs, String id) {
    return new ScenarioResults(id, Series.results(runs, LABEL, id));
  }

  /**
   * Those of a scenario that was measured.
   *
   * @param named its id, or latest for the one that was measured last
   */
  public static ScenarioResults named(RunsDirOption runs, String named) {
    ScenarioResults found = of(runs, runs.latest(OPTION, LABEL, named));
    Checks.check(
        !found.all.isEmpty(),
        OPTION + "=" + named + ": " + runs.folder + " has no complete result of it");
    return found;
  }

  /** By workload, load and fault, a side for each target and setting. */
  public Map<String, List<Side>> parts() {
    Map<String, Map<String, List<Stored>>> parts = new LinkedHashMap<>();
    // One target, such as that of a preset, tells no sides apart where settings do.
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

  /** Their matrix, if they are failovers. */
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
