package io.github.bmt4j.cli.series;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.csv.CsvMapper;
import com.fasterxml.jackson.dataformat.csv.CsvParser;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import io.github.bmt4j.cli.options.LoadOptions;
import io.github.bmt4j.cli.options.ScriptOptions;
import io.github.bmt4j.compare.Published;
import io.github.bmt4j.failure.BadInputException;
import io.github.bmt4j.failure.DidYouMean;
import io.github.bmt4j.failure.UserFile;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.jspecify.annotations.Nullable;

/**
 * A scenario that is part of bmt: one of a published study, or settings by faults.
 *
 * @param text a scenario file; its first line is the summary
 */
public record Preset(String name, String text) {
  private static final YAMLMapper YAML = new YAMLMapper();

  /** Options that a scale multiplies, each with its smallest value. */
  private static final Map<String, Long> SCALED =
      Map.of(
          "table-size",
          1_000L,
          "events",
          100L,
          "endpoint-events",
          100L,
          "tables",
          1L,
          "scale",
          1L,
          "threads",
          1L,
          "endpoint-threads",
          1L);

  private static final List<String> TIMES =
      List.of("time", "warmup", "baseline", "after", "backlog", "give-up");

  private static final List<String> NAMES =
      List.of(
          "aws-2016",
          "aws-2016-catch-up",
          "aws-2016-statistics",
          "aws-2016-alter",
          "aws-2016-oltp-read-write",
          "aws-2016-oltp-read-500",
          "aws-2016-oltp-write-1000",
          "aurora-local-storage",
          "aurora-tpcc",
          "thread-sweep-2-1024",
          "microbench",
          "storage-limit",
          "storage-limit-ramp",
          "storage-limit-soak",
          "galera-sync",
          "galera-sync-insert-1",
          "galera-sync-insert-2",
          "galera-sync-read-write",
          "failover-quick",
          "failover-board",
          "failover-drivers",
          "failover-full");

  public static List<Preset> all() {
    return NAMES.stream().map(Preset::of).toList();
  }

  /**
   * The preset of a name.
   *
   * @throws BadInputException when there is none
   */
  public static Preset named(String name) {
    BadInputException.check(
        NAMES.contains(name), "there is no preset " + name + ": " + DidYouMean.hint(name, NAMES));
    return of(name);
  }

  private static Preset of(String name) {
    return new Preset(name, resource(name + ".yaml"));
  }

  /** Summary of one line. */
  public String summary() {
    return comment("");
  }

  /** Its SQL files, each below its name. */
  public String sql() {
    return tree().path("workloads").findValuesAsText("workload").stream()
        .filter(ScriptOptions::isFile)
        .map(file -> "\n-- " + file + "\n" + ScriptOptions.text(file))
        .collect(Collectors.joining());
  }

  /** Returns true if it measures failovers. */
  public boolean isFailover() {
    return tree().path("command").asText().equals("failover");
  }

  /** Returns true if it needs a primary with a replica instead of one server. */
  public boolean isCatchUp() {
    return tree().path("command").asText().equals("catch-up");
  }

  /** Its parts: itself, or the presets of a whole study. */
  public List<Preset> parts() {
    JsonNode parts = tree().path("presets");
    return parts.isEmpty()
        ? List.of(this)
        : StreamSupport.stream(parts.spliterator(), false).map(part -> of(part.asText())).toList();
  }

  /**
   * A scenario file of this preset with targets, smaller by a factor: rows, events, tables, threads
   * and times are multiplied by it, but no time falls below 1 s.
   *
   * @param targets options of each, by its name; none for the embedded server
   * @param repeat number of rounds; absent for the preset's own
   */
  public String scenario(
      double scale, Map<String, Map<String, String>> targets, @Nullable Integer repeat) {
    ObjectNode scenario = (ObjectNode) tree();
    if (scale != 1) {
      scale(scenario, scale);
    }
    if (!targets.isEmpty()) {
      scenario.set("targets", YAML.valueToTree(targets));
    }
    if (repeat != null) {
      scenario.put("repeat", repeat);
    }
    try {
      return YAML.writeValueAsString(scenario);
    } catch (JsonProcessingException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void scale(ObjectNode node, double scale) {
    if (node.has("time") && !node.has("warmup")) {
      node.put("warmup", LoadOptions.defaults().warmup.toSeconds() + "s");
    }
    for (Map.Entry<String, JsonNode> entry : List.copyOf(node.properties())) {
      JsonNode value = entry.getValue();
      if (value instanceof ObjectNode inner) {
        scale(inner, scale);
      } else if (SCALED.containsKey(entry.getKey())) {
        node.set(entry.getKey(), scaled(entry.getKey(), value, scale));
      } else if (TIMES.contains(entry.getKey())) {
        double seconds = Double.parseDouble(value.asText().replace("s", ""));
        node.put(entry.getKey(), seconds == 0 ? "0" : Math.max(1, seconds * scale) + "s");
      }
    }
  }

  private static JsonNode scaled(String name, JsonNode value, double scale) {
    if (value instanceof ArrayNode list) {
      // Steps of a sweep that become equal at a small scale are merged; endpoints are not.
      Collection<JsonNode> values =
          name.startsWith("endpoint") ? new ArrayList<>() : new LinkedHashSet<>();
      list.forEach(one -> values.add(scaled(name, one, scale)));
      return YAML.createArrayNode().addAll(values);
    }
    if (value.isTextual()) { // a range of threads is searched at any scale
      return value;
    }
    long least = Math.min(value.asLong(), SCALED.getOrDefault(name, 1L));
    return YAML.getNodeFactory().numberNode(Math.max(least, Math.round(value.asLong() * scale)));
  }

  /**
   * The figures that the study published, with their source; absent if it published none.
   *
   * @param scale scale of the own measurement, because scaled figures are not comparable
   */
  public @Nullable Published published(double scale) {
    String where = comment("Published: ");
    if (where.isEmpty()) {
      return null;
    }
    String[] words = where.split(" ", 2);
    String csv = resource("published/" + words[0] + ".csv");
    List<List<String>> rows = rows(csv);
    String own = comment("The same figure: ");
    return new Published(
        csv.lines()
            .filter(line -> line.startsWith("#"))
            .collect(Collectors.joining(" "))
            .replace("# ", ""),
        rows.get(0),
        rows.stream()
            .skip(1)
            .filter(row -> words.length == 1 || row.get(0).equals(words[1]))
            .toList(),
        own.isEmpty() || scale != 1 ? null : own);
  }

  private static List<List<String>> rows(String csv) {
    try {
      return new CsvMapper()
          .readerFor(new TypeReference<List<List<String>>>() {})
          .withFeatures(CsvParser.Feature.WRAP_AS_ARRAY, CsvParser.Feature.ALLOW_COMMENTS)
          .readValue(csv);
    } catch (JsonProcessingException e) {
      throw new UncheckedIOException(e);
    }
  }

  private String comment(String begin) {
    return text.lines()
        .filter(line -> line.startsWith("# " + begin))
        .map(line -> line.substring(2 + begin.length()))
        .findFirst()
        .orElse("");
  }

  private JsonNode tree() {
    try {
      return YAML.readTree(text);
    } catch (JsonProcessingException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String resource(String path) {
    return UserFile.text(UserFile.PRESET + path, "");
  }

  /** Options of each target, by its name without its kind and folder, or by a letter. */
  public static Map<String, Map<String, String>> targets(List<String> urls, List<String> targets) {
    Map<String, Map<String, String>> all = new LinkedHashMap<>();
    Stream.concat(
            urls.stream().map(url -> Map.of("url", url)),
            targets.stream().map(target -> Map.of("target", target)))
        .forEach(
            options -> {
              String letter = String.valueOf((char) ('a' + all.size()));
              String server = options.getOrDefault("target", "").replaceFirst("^\\w+:(.*/)?", "");
              all.put(server.isEmpty() || all.containsKey(server) ? letter : server, options);
            });
    return all;
  }
}
