package io.github.bmt4j.cli.series;

import static io.github.bmt4j.failure.Called.bmt;
import static io.github.bmt4j.report.Lines.words;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.exc.MismatchedInputException;
import com.fasterxml.jackson.databind.exc.UnrecognizedPropertyException;
import com.fasterxml.jackson.databind.node.TextNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import io.github.bmt4j.cli.options.Checks;
import io.github.bmt4j.cli.options.Marked.Mark;
import io.github.bmt4j.cli.options.ScriptOptions;
import io.github.bmt4j.cli.options.StoreOptions;
import io.github.bmt4j.failure.BadInputException;
import io.github.bmt4j.failure.DidYouMean;
import io.github.bmt4j.jdbc.JdbcUrl;
import io.github.bmt4j.workload.Catalogue;
import io.github.bmt4j.workload.StatementWorkload;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.jspecify.annotations.Nullable;

/**
 * A scenario file: a command for each combination of workload, load, fault, setting and target,
 * repeated. Options have the names of the command line without dashes.
 *
 * @param command "run" if absent
 * @param repeat rounds over all combinations, 1 if absent
 * @param options of every command
 * @param targets options of each target, by its name; likewise the others
 * @param workloads by the name of the workload, or by a name with the option workload
 * @param faults by a name, which is the fault's unless the options name another fault
 */
public record ScenarioFile(
    @JsonPropertyDescription("what is measured: run if absent") @Nullable String command,
    @JsonPropertyDescription("rounds over all combinations, 1 if absent") @Nullable Integer repeat,
    @JsonPropertyDescription("options of every run") @Nullable Map<String, JsonNode> options,
    @JsonPropertyDescription("options of each target, by a name")
        @Nullable Map<String, @Nullable Map<String, JsonNode>> targets,
    @JsonPropertyDescription("options of each setting, by a name")
        @Nullable Map<String, @Nullable Map<String, JsonNode>> settings,
    @JsonPropertyDescription(
            "options of each workload, by the name of the workload, or by any name with the option"
                + " workload")
        @Nullable Map<String, @Nullable Map<String, JsonNode>> workloads,
    @JsonPropertyDescription("options of each load, by a name")
        @Nullable Map<String, @Nullable Map<String, JsonNode>> loads,
    @JsonPropertyDescription(
            "command failover: options of each fault, by the name of the fault, or by any name with"
                + " the option fault")
        @Nullable Map<String, @Nullable Map<String, JsonNode>> faults) {
  static final int MOST_REPEATS = 1000;

  /** The option of a workload that names it, if its key does not. */
  static final String WORKLOAD = "workload";

  /** Each cell is held in memory, and checked before the first one runs. */
  private static final int MOST_CELLS = 10_000;

  static final List<String> COMMANDS = List.of("run", "alter", "catch-up", "failover", "balance");
  private static final List<String> SET_BY_SERIES =
      Stream.of(new SeriesOptions(), new StoreOptions())
          .flatMap(options -> Mark.OF_SERIES.of(options).stream())
          .toList();

  /**
   * One value of each dimension.
   *
   * @param labels the dimensions and the names of the values
   */
  record Combination(Map<String, String> labels, List<Map<String, JsonNode>> options) {
    /** The dimensions in the order in which their options follow the common ones. */
    private static final List<String> DIMENSIONS =
        List.of("workload", "load", "fault", "setting", "target");

    /**
     * The place of the effective option, {@code file, line n: }; if it is missing, the place of the
     * workload, the fault or the target.
     */
    String place(ScenarioLines lines, String option) {
      String key = option.replace('_', '-');
      for (int i = options.size() - 1; i >= 0; i--) {
        boolean has =
            options.get(i).keySet().stream().anyMatch(one -> one.replace('_', '-').equals(key));
        if (has) {
          return i == 0 ? lines.at("options", key) : at(lines, DIMENSIONS.get(i - 1), key);
        }
      }
      return at(
          lines,
          Stream.of("workload", "fault").filter(labels::containsKey).findFirst().orElse("target"));
    }

    /** The workload or the file of own SQL; absent for commands without one. */
    @Nullable String workload() {
      JsonNode named = options("workload").get(WORKLOAD);
      return named == null ? labels.get("workload") : named.asText();
    }

    Map<String, JsonNode> options(String dimension) {
      return options.get(1 + DIMENSIONS.indexOf(dimension));
    }

    private String at(ScenarioLines lines, String dimension, String... keys) {
      String value = labels.getOrDefault(dimension, "");
      return lines.at(
          Stream.concat(Stream.of(dimension + "s", value), Stream.of(keys)).toArray(String[]::new));
    }

    private Stream<Combination> with(
        String dimension, Map<String, @Nullable Map<String, JsonNode>> values) {
      if (values.isEmpty()) {
        return Stream.of(new Combination(labels, and(Map.of())));
      }
      return values.entrySet().stream()
          .map(
              value -> {
                Map<String, String> more = new LinkedHashMap<>();
                more.put(dimension, value.getKey());
                more.putAll(labels);
                Map<String, JsonNode> own = new LinkedHashMap<>();
                if (dimension.equals("fault")) {
                  own.put(dimension, TextNode.valueOf(value.getKey()));
                }
                own.putAll(Objects.requireNonNullElse(value.getValue(), Map.of()));
                return new Combination(more, and(own));
              });
    }

    private List<Map<String, JsonNode>> and(Map<String, JsonNode> more) {
      return Stream.concat(options.stream(), Stream.of(more)).toList();
    }
  }

  /**
   * Reads a scenario.
   *
   * @throws BadInputException when the text is no scenario, with the line
   */
  static ScenarioFile read(String file, String text) {
    YAMLMapper mapper =
        YAMLMapper.builder()
            .enable(JsonParser.Feature.STRICT_DUPLICATE_DETECTION)
            .enable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .build();
    ScenarioLines lines = new ScenarioLines(file, text);
    try (JsonParser words = new PlainYaml(mapper.createParser(text))) {
      ScenarioFile found = mapper.readValue(words, ScenarioFile.class);
      if (found == null) {
        throw new BadInputException(file + ": it is empty");
      }
      found.check(file, lines);
      return found;
    } catch (UnrecognizedPropertyException e) {
      List<String> known = e.getKnownPropertyIds().stream().map(String::valueOf).toList();
      throw new BadInputException(
          lines.at(e.getPropertyName())
              + "unknown key "
              + e.getPropertyName()
              + ": "
              + DidYouMean.hint(e.getPropertyName(), known));
    } catch (JsonProcessingException e) {
      int line = e.getLocation() == null ? 1 : e.getLocation().getLineNr();
      throw new BadInputException(lines.at(line) + reason(e));
    } catch (IOException e) {
      throw new UncheckedIOException(e); // impossible: a text is read
    }
  }

  private static String reason(JsonProcessingException failure) {
    String words = failure.getOriginalMessage();
    return words.contains("Duplicate")
        ? "this key occurs twice"
        : words.startsWith("Trailing token")
            ? "another document begins here: a file has one scenario"
            : words.startsWith("No content")
                ? "the file is empty: see " + bmt("scenario schema")
                : failure instanceof MismatchedInputException
                    ? "this is not a valid value of its key"
                    : "no YAML; close each { and [, and put words such as ${DB} or *x in quotes"
                        + " (variables are not replaced)";
  }

  private void check(String file, ScenarioLines lines) {
    Checks.check(
        COMMANDS.contains(commandName()),
        lines.at("command") + "choose one of " + String.join(", ", COMMANDS));
    Checks.check(
        times() >= 1 && times() <= MOST_REPEATS,
        lines.at("repeat") + "give a number from 1 to " + MOST_REPEATS);
    Checks.check(
        commandName().equals("run") != (workloads == null || workloads.isEmpty()),
        file
            + ": "
            + commandName()
            + (workloads == null ? " needs workloads" : " has no workloads"));
    Checks.check(
        isFailover() || faults == null || faults.isEmpty(),
        lines.at("faults") + "faults are for command: failover");
    double cells =
        Combination.DIMENSIONS.stream()
            .mapToDouble(dimension -> Math.max(1, values(dimension).size()))
            .reduce(times(), (a, b) -> a * b);
    Checks.check(
        cells <= MOST_CELLS,
        words("%s: %,.0f cells are too many, give at most %,d", file, cells, MOST_CELLS));
    for (Combination one : combinations()) {
      for (Map<String, JsonNode> options : one.options()) {
        options.forEach((name, value) -> checkOption(one.place(lines, name), name, value));
        Checks.check(
            !options.containsKey("repeat") || !isLoad(one),
            one.place(lines, "repeat")
                + "repeat belongs to the top level of a scenario, not to the options of a load");
      }
    }
  }

  /** Returns true if its {@code --repeat} is a series of runs, not repetitions of statements. */
  private boolean isLoad(Combination one) {
    String workload = one.workload();
    return workload != null
        && (ScriptOptions.isFile(workload)
            || !(Catalogue.byName(workload) instanceof StatementWorkload));
  }

  private static void checkOption(String place, String name, JsonNode value) {
    boolean secret = isSecret(name) || !JdbcUrl.redacted(value.toString()).equals(value.toString());
    Checks.check(!secret, place + "passwords are not accepted in a file: set BMT_PASSWORD");
    Checks.check(
        !isSetBySeries(name),
        place + name + " is an option of the command line, not of a scenario");
    Checks.check(
        isScalar(value)
            || name.equals(CellSearch.KEY)
            || (value.isArray()
                && StreamSupport.stream(value.spliterator(), false)
                    .allMatch(ScenarioFile::isScalar)),
        place + "give " + name + " a value, or a list of values");
  }

  private static boolean isSecret(String option) {
    return option.contains("password");
  }

  private static boolean isSetBySeries(String option) {
    return SET_BY_SERIES.contains("--" + option.replace('_', '-'));
  }

  /** Returns true if an option of the command line, without dashes, may be in a file. */
  static boolean allows(String option) {
    return !isSecret(option)
        && !isSetBySeries(option)
        && !List.of("help", "help-all", "version", "color").contains(option);
  }

  private static boolean isScalar(JsonNode value) {
    return value.isValueNode() && !value.isNull();
  }

  String commandName() {
    return command == null ? "run" : command;
  }

  /** Returns true if its cells are failovers, whose results make a matrix. */
  boolean isFailover() {
    return commandName().equals("failover");
  }

  int times() {
    return repeat == null ? 1 : repeat;
  }

  /** All combinations once; those that differ only in the target are next to each other. */
  List<Combination> combinations() {
    List<Combination> all =
        List.of(new Combination(Map.of(), List.of(Objects.requireNonNullElse(options, Map.of()))));
    for (String dimension : Combination.DIMENSIONS) {
      all = all.stream().flatMap(one -> one.with(dimension, values(dimension))).toList();
    }
    return all;
  }

  private Map<String, @Nullable Map<String, JsonNode>> values(String dimension) {
    return Objects.requireNonNullElse(
        switch (dimension) {
          case "workload" -> workloads;
          case "load" -> loads;
          case "fault" -> faults;
          case "setting" -> settings;
          default -> targets;
        },
        Map.of());
  }
}
