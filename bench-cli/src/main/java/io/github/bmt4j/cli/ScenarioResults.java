package io.github.bmt4j.cli;

import io.github.bmt4j.compare.Comparison.Side;
import io.github.bmt4j.compare.SideNames;
import io.github.bmt4j.experiment.RunStore.Stored;
import io.github.bmt4j.html.HtmlReport.Part;
import io.github.bmt4j.workload.Sha256;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The whole results of a scenario, the oldest first.
 *
 * @param id of the scenario, under which they are stored
 */
record ScenarioResults(String id, List<Stored> all) {
  static final String OPTION = "--scenario";
  private static final String LABEL = "scenario";
  private static final int DIGITS = 12;

  /** The id of a scenario by its text. */
  static String id(String text) {
    return Sha256.of(text).substring(0, DIGITS);
  }

  /** The label by which the results of a text are found. */
  static String label(String text) {
    return LABEL + "=" + id(text);
  }

  /** Those of a text. */
  static ScenarioResults ofText(RunsDirOption runs, String text) {
    return of(runs, id(text));
  }

  /**
   * Those of a scenario that was measured.
   *
   * @param named its id, or latest for the one that was measured last
   */
  static ScenarioResults named(RunsDirOption runs, String named) {
    String id = named;
    if (named.equals("latest")) {
      List<String> ids = new ArrayList<>();
      runs.store().each(one -> ids.addAll(Stream.ofNullable(one.labels().get(LABEL)).toList()));
      id = ids.isEmpty() ? "" : ids.get(ids.size() - 1);
    }
    ScenarioResults found = of(runs, id);
    Checks.check(
        !found.all.isEmpty(),
        OPTION + "=" + named + ": " + runs.folder + " has no whole result of such a scenario");
    return found;
  }

  private static ScenarioResults of(RunsDirOption runs, String id) {
    List<Stored> all = new ArrayList<>();
    runs.store()
        .each(
            stored -> {
              if (id.equals(stored.labels().get(LABEL)) && Series.isWhole(stored)) {
                all.add(stored);
              }
            });
    return new ScenarioResults(id, all);
  }

  /**
   * A side for each target that has any.
   *
   * @param targets their names; none for one side
   */
  List<Side> sides(Collection<String> targets) {
    Map<String, List<Stored>> sides = new LinkedHashMap<>();
    targets.forEach(target -> sides.put(target, new ArrayList<>()));
    all.forEach(
        stored ->
            sides
                .computeIfAbsent(
                    stored.labels().getOrDefault("target", ""), key -> new ArrayList<>())
                .add(stored));
    sides.values().removeIf(List::isEmpty);
    return sides.size() == 1
        ? List.of(new Side(Side.name(0), sides.values().iterator().next()))
        : SideNames.of(sides);
  }

  /** A part for each workload, load and fault, with a side for each target and setting. */
  List<Part> parts() {
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
    return parts.entrySet().stream()
        .map(part -> new Part(part.getKey(), SideNames.of(part.getValue()), null))
        .toList();
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
