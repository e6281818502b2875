package io.github.bmt4j.html;

import io.github.bmt4j.compare.Comparison.Side;
import io.github.bmt4j.experiment.Reasons;
import io.github.bmt4j.experiment.RunStore.Stored;
import io.github.bmt4j.report.Description;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A result that the page shows.
 *
 * @param side from 0
 * @param number within the side, from 1
 * @param sides sides that the page shows
 * @param description of it
 */
record Shown(int side, int number, List<Side> sides, Stored stored, Description description) {
  Shown(int side, int number, List<Side> sides, Stored stored) {
    this(side, number, sides, stored, stored.description());
  }

  static List<Shown> of(List<Side> sides) {
    return IntStream.range(0, sides.size())
        .boxed()
        .flatMap(side -> of(side, sides.get(side).results(), sides))
        .toList();
  }

  private static Stream<Shown> of(int side, List<Stored> results, List<Side> sides) {
    return IntStream.range(0, results.size())
        .mapToObj(i -> new Shown(side, i + 1, sides, results.get(i)));
  }

  /** A, or A2 for the second of several results of a side; "old 2" if the side has a name. */
  String name() {
    Side own = sides.get(side);
    String space = own.name().length() > 1 ? " " : "";
    return own.name() + (own.results().size() == 1 ? "" : space + number);
  }

  boolean alone() {
    return sides.size() == 1 && sides.get(0).results().size() == 1;
  }

  /** Colour of its lines; absent where each has its own. */
  @Nullable Integer colour() {
    return sides.size() == 1 ? null : (Integer) side;
  }

  boolean invalid() {
    return !stored.result().verdict().texts().isEmpty();
  }

  /** A label that distinguishes results, and INVALID from VALID ones. */
  String label(String what) {
    return (alone() ? what : name() + " " + what) + (invalid() ? " (INVALID)" : "");
  }

  /** Reasons of some results; one line for each kind, which names the results. */
  static List<String> reasons(List<Shown> shown, Function<Description, List<String>> reasons) {
    Map<String, List<String>> kinds = new LinkedHashMap<>();
    Map<String, Set<String>> names = new HashMap<>();
    for (Shown one : shown) {
      for (String reason : reasons.apply(one.description())) {
        String kind = one.alone() ? reason : Reasons.kind(reason);
        kinds.computeIfAbsent(kind, key -> new ArrayList<>()).add(reason);
        names
            .computeIfAbsent(kind, key -> new LinkedHashSet<>())
            .add(one.name() + " (" + one.stored().result().id() + ")");
      }
    }
    List<String> lines = new ArrayList<>();
    kinds.forEach(
        (kind, all) ->
            lines.add(
                shown.size() == 1
                    ? all.get(0)
                    : String.join(", ", names.getOrDefault(kind, Set.of()))
                        + ": "
                        + Reasons.merged(all)));
    return lines;
  }
}
