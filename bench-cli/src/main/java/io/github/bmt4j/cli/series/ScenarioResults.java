package io.github.bmt4j.cli.series;

import io.github.bmt4j.cli.options.Checks;
import io.github.bmt4j.cli.options.RunsDirOption;
import io.github.bmt4j.compare.Comparison.Side;
import io.github.bmt4j.compare.SideNames;
import io.github.bmt4j.experiment.RunStore.Stored;
import io.github.bmt4j.failure.UserFile;
import io.github.bmt4j.load.sweep.LeastSearch;
import io.github.bmt4j.matrix.FailoverMatrix;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * The complete results of a scenario in the order of their cells; for each cell the newest.
 *
 * @param answers of its searches, as they were given: other results, or another version of bmt, do
 *     not change them
 */
public record ScenarioResults(String id, Collection<Stored> all, List<String> answers) {
  public static final String OPTION = "--scenario";
  static final String LABEL = "scenario";

  /** The label of a visit of a search, with the resource and its amount. */
  static final String AMOUNT = "amount";

  static ScenarioResults of(RunsDirOption runs, String id) {
    Path answers = answers(runs, id);
    return new ScenarioResults(
        id,
        Series.results(runs, LABEL, id),
        Files.exists(answers) ? UserFile.text(answers, "").lines().toList() : List.of());
  }

  /** Stores the answers of the searches of a scenario beside its results. */
  static void keep(RunsDirOption runs, String id, List<LeastSearch> searches) {
    StudyEnd.write(
        answers(runs, id),
        searches.stream().map(LeastSearch::headline).collect(Collectors.joining("\n")),
        said -> {});
  }

  private static Path answers(RunsDirOption runs, String id) {
    return runs.folder.resolve("scenario-" + id + ".answers");
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
    // A single target, such as a preset's, does not distinguish sides if settings do.
    boolean several = values("target") > 1 || values("setting") < 2;
    return sides(
        false,
        List.of("workload", "load", "fault"),
        several ? List.of("target", "setting") : List.of("setting"));
  }

  /** Sides of each search, one for each amount. */
  public Map<String, List<Side>> searches() {
    return sides(true, List.of("workload", "load", "target", "setting"), List.of(AMOUNT));
  }

  private Map<String, List<Side>> sides(boolean searched, List<String> part, List<String> side) {
    Map<String, Map<String, List<Stored>>> parts = new LinkedHashMap<>();
    for (Stored stored : all) {
      if (stored.labels().containsKey(AMOUNT) == searched) {
        parts
            .computeIfAbsent(words(stored, part), key -> new LinkedHashMap<>())
            .computeIfAbsent(words(stored, side), key -> new ArrayList<>())
            .add(stored);
      }
    }
    Map<String, List<Side>> sides = new LinkedHashMap<>();
    parts.forEach((title, one) -> sides.put(title, SideNames.of(one)));
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

  private static String words(Stored stored, List<String> keys) {
    return keys.stream()
        .map(key -> stored.labels().getOrDefault(key, ""))
        .filter(value -> !value.isEmpty())
        .collect(Collectors.joining(" "));
  }
}
