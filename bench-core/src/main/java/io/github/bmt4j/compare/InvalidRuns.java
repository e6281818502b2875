package io.github.bmt4j.compare;

import static io.github.bmt4j.report.Lines.words;

import io.github.bmt4j.compare.Comparison.Side;
import io.github.bmt4j.experiment.Reasons;
import io.github.bmt4j.experiment.RunStore.Stored;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** Results of several sides that must not be used. */
final class InvalidRuns {
  private InvalidRuns() {}

  /** The reasons of results that must not be used: each kind once, with its number. */
  static List<String> reasons(List<Side> sides) {
    List<String> given = new ArrayList<>();
    Map<String, Integer> results = new HashMap<>();
    Map<String, String> single = new HashMap<>();
    for (Side side : sides) {
      for (Stored stored : side.results()) {
        List<String> own = stored.result().verdict().texts();
        given.addAll(own);
        for (String kind : Reasons.byKind(own).keySet()) {
          results.merge(kind, 1, Integer::sum);
          single.put(kind, side.name() + ": result " + stored.result().id() + " is INVALID: ");
        }
      }
    }
    int runs = sides.stream().mapToInt(side -> side.results().size()).sum();
    List<String> lines = new ArrayList<>();
    Reasons.byKind(given)
        .forEach(
            (kind, all) -> {
              int count = results.getOrDefault(kind, 0);
              String which =
                  count == 1
                      ? single.getOrDefault(kind, "")
                      : words("%d of %d runs are INVALID: ", count, runs);
              lines.add(which + Reasons.merged(all));
            });
    return lines;
  }

  /** The numbers of repeated runs if sides differ in them; else "". */
  static String measuredAgain(List<Side> sides) {
    if (sides.stream().map(Side::discarded).distinct().count() == 1) {
      return "";
    }
    return sides.stream()
        .map(side -> side.name() + " " + side.discarded())
        .collect(
            Collectors.joining(
                ", ",
                "; runs measured again because the client paused: ",
                ": the side with more may be shown by its lucky runs"));
  }
}
