package io.github.bmt4j.compare;

import com.fasterxml.jackson.databind.JsonNode;
import io.github.bmt4j.compare.Comparison.Side;
import io.github.bmt4j.experiment.Result;
import io.github.bmt4j.experiment.ResultJson;
import io.github.bmt4j.experiment.RunStore;
import java.util.ArrayList;
import java.util.DoubleSummaryStatistics;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Conditions that were set or found before results were measured, and their differences. */
public final class Conditions {
  /** Keys that differ between any two runs, and name no condition. */
  private static final Pattern UNIMPORTANT =
      Pattern.compile(
          "/scenario/(.*/)?(seed|threadsFrom)|/scenario/(.*/)?rand-seed|/environment/server/description"
              + "|/environment/server/variables/(server_id|hostname|port|datadir|socket|pid_file|tmpdir)");

  /** Hosts and ports in a URL of servers that bmt started: each start uses other ports. */
  private static final Pattern ADDRESS =
      Pattern.compile(
          "(?<=//|,)(127\\.0\\.\\d+\\.\\d+|[\\w.-]+\\.test):\\d+(?=[/,])"
              + "|host=127\\.0\\.\\d+\\.\\d+\\)\\(port=\\d+");

  /** Deviations of the tables; larger ones mean different work. */
  private static final String DATA = "/environment/data/";

  /** Percent of the rows; a smaller difference changes figures less than runs differ. */
  private static final double SAME_DATA = 0.1;

  private static final Pattern SWITCHES = Pattern.compile("\\w+=\\w+(, ?\\w+=\\w+)+");

  private Conditions() {}

  /**
   * A condition that differs.
   *
   * @param values of each side, "-" where it has none
   * @param otherWork true if it makes figures of the sides mean different things
   */
  public record Differing(String key, List<String> values, boolean otherWork) {
    /** The key in words, such as "environment.jvm"; "data: sbtest1, ids missing, %". */
    public String name() {
      return key.startsWith(DATA)
          ? "data: " + key.substring(DATA.length())
          : key.substring(1).replace('/', '.');
    }

    /** The key with the values, in one line. */
    public String text() {
      return name() + ": " + String.join(" | ", switches());
    }

    /** The values; of lists of switches such as optimizer_switch only those that differ. */
    private List<String> switches() {
      if (!values.stream().allMatch(value -> SWITCHES.matcher(value).matches())) {
        return values;
      }
      List<List<String>> all = values.stream().map(value -> List.of(value.split(", ?"))).toList();
      return all.stream()
          .map(
              side ->
                  side.stream()
                      .filter(one -> !all.stream().allMatch(other -> other.contains(one)))
                      .collect(Collectors.joining(",")))
          .map(side -> side.isEmpty() ? "-" : side)
          .toList();
    }
  }

  /** Every condition of the sides, equal or different. */
  public static List<Differing> all(List<Side> sides) {
    return found(flat(sides), work(sides), true);
  }

  /**
   * Conditions in which sides differ; a side whose own results differ counts with all its values.
   */
  public static List<Differing> differing(List<Side> sides) {
    return found(flat(sides), work(sides), false);
  }

  /**
   * Differences in work between scenarios, in words; with any, their results cannot be compared.
   *
   * @param scenarios stored forms, of one kind
   */
  public static List<String> otherWork(List<Record> scenarios) {
    List<List<Map<String, String>>> all = new ArrayList<>();
    for (Record scenario : scenarios) {
      Map<String, String> flat = new TreeMap<>();
      put(flat, "/scenario", ResultJson.tree(scenario));
      all.add(List.of(flat));
    }
    return found(all, key -> RunStore.isWork(scenarios.get(0), key), false).stream()
        .filter(Differing::otherWork)
        .map(Differing::text)
        .toList();
  }

  /** What the owner of the first side's settings changes to have those of the second, in words. */
  public static List<String> changes(List<Side> sides) {
    return sides.size() < 2
        ? List.of()
        : sides.get(0).results().get(0).changes(sides.get(1).results().get(0));
  }

  private static Predicate<String> work(List<Side> sides) {
    return key -> sides.get(0).results().get(0).isWork(key);
  }

  private static List<List<Map<String, String>>> flat(List<Side> sides) {
    return sides.stream()
        .map(side -> side.results().stream().map(one -> flat(one.result())).toList())
        .toList();
  }

  private static List<Differing> found(
      List<List<Map<String, String>>> sides, Predicate<String> work, boolean all) {
    Set<String> keys = new LinkedHashSet<>();
    sides.forEach(side -> side.forEach(flat -> keys.addAll(flat.keySet())));
    List<Differing> found = new ArrayList<>();
    for (String key : keys) {
      List<List<String>> values =
          sides.stream()
              .map(side -> side.stream().map(one -> one.getOrDefault(key, "-")).distinct().toList())
              .toList();
      boolean differs =
          !UNIMPORTANT.matcher(key).matches()
              && values.stream().flatMap(List::stream).distinct().count() > 1;
      if (all || differs) {
        List<String> words = values.stream().map(side -> String.join(", ", side)).toList();
        boolean otherData = key.startsWith(DATA) && apart(values);
        found.add(new Differing(key, words, work.test(key) || otherData));
      }
    }
    return found;
  }

  /**
   * Returns true if deviations of the data in all results of a side are larger than those in all of
   * another: data that change from run to run on all sides may be compared.
   */
  private static boolean apart(List<List<String>> sides) {
    List<DoubleSummaryStatistics> ranges =
        sides.stream()
            .map(
                side ->
                    side.stream()
                        .mapToDouble(value -> value.equals("-") ? 0 : Double.parseDouble(value))
                        .summaryStatistics())
            .toList();
    double most = ranges.stream().mapToDouble(DoubleSummaryStatistics::getMin).max().orElse(0);
    double least = ranges.stream().mapToDouble(DoubleSummaryStatistics::getMax).min().orElse(0);
    return most - least > SAME_DATA;
  }

  private static Map<String, String> flat(Result result) {
    Map<String, String> flat = new TreeMap<>();
    JsonNode tree = ResultJson.tree(result);
    flat.put("/kind", result.kind());
    put(flat, "/scenario", tree.path("scenario"));
    put(flat, "/environment", tree.path("environment"));
    if (!tree.path("scenario").findPath("target").asText().startsWith("jdbc:")) {
      flat.replaceAll((key, value) -> ADDRESS.matcher(value).replaceAll("localhost"));
    }
    return flat;
  }

  private static void put(Map<String, String> flat, String path, JsonNode node) {
    if (node.isObject()) {
      node.properties().forEach(one -> put(flat, path + "/" + one.getKey(), one.getValue()));
    } else if (node.isArray()) {
      for (int i = 0; i < node.size(); i++) {
        put(flat, path + "/" + i, node.get(i));
      }
    } else if (!node.isMissingNode()) {
      flat.put(path, node.asText());
    }
  }
}
