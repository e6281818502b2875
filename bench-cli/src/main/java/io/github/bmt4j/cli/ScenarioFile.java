package io.github.bmt4j.cli;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.exc.MismatchedInputException;
import com.fasterxml.jackson.databind.exc.UnrecognizedPropertyException;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import io.github.bmt4j.failure.BadInputException;
import io.github.bmt4j.failure.DidYouMean;
import io.github.bmt4j.jdbc.JdbcUrl;
import io.github.bmt4j.workload.Catalogue;
import io.github.bmt4j.workload.StatementWorkload;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.StreamSupport;
import org.jspecify.annotations.Nullable;

/**
 * A scenario file: a command for each combination of workload, load, setting and target, repeated.
 * Options have the names of the command line without dashes.
 *
 * @param command "run" if absent
 * @param repeat rounds over all combinations, 1 if absent
 * @param options of every command
 * @param targets options of each target, by its name; likewise the others
 * @param workloads by the name of the workload
 */
record ScenarioFile(
    @JsonPropertyDescription("what is measured: run if absent") @Nullable String command,
    @JsonPropertyDescription("rounds over all combinations, 1 if absent") @Nullable Integer repeat,
    @JsonPropertyDescription("options of every run") @Nullable Map<String, JsonNode> options,
    @JsonPropertyDescription("options of each target, by a name")
        @Nullable Map<String, @Nullable Map<String, JsonNode>> targets,
    @JsonPropertyDescription("options of each setting, by a name")
        @Nullable Map<String, @Nullable Map<String, JsonNode>> settings,
    @JsonPropertyDescription("options of each workload, by the workload's name")
        @Nullable Map<String, @Nullable Map<String, JsonNode>> workloads,
    @JsonPropertyDescription("options of each load, by a name")
        @Nullable Map<String, @Nullable Map<String, JsonNode>> loads) {
  static final int MOST_REPEATS = 1000;
  static final List<String> COMMANDS = List.of("run", "alter", "failover", "balance");
  private static final List<String> SET_BY_SERIES = List.of("runs-dir", "output", "against");

  /**
   * One value of each dimension.
   *
   * @param labels the dimensions and the names of the values
   */
  record Combination(Map<String, String> labels, List<Map<String, JsonNode>> options) {}

  /**
   * Reads a scenario.
   *
   * @throws BadInputException when it is none, with the line
   */
  static ScenarioFile read(String file, String text) {
    YAMLMapper mapper =
        YAMLMapper.builder(new PlainYaml())
            .enable(JsonParser.Feature.STRICT_DUPLICATE_DETECTION)
            .enable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
            .build();
    try {
      ScenarioFile found = mapper.readValue(text, ScenarioFile.class);
      if (found == null) {
        throw new BadInputException(file + ": it is empty");
      }
      found.check(file, text);
      return found;
    } catch (UnrecognizedPropertyException e) {
      List<String> known = e.getKnownPropertyIds().stream().map(String::valueOf).toList();
      throw new BadInputException(
          at(file, e.getLocation().getLineNr())
              + "unknown key "
              + e.getPropertyName()
              + ": "
              + DidYouMean.hint(e.getPropertyName(), known));
    } catch (JsonProcessingException e) {
      String why =
          e instanceof MismatchedInputException ? "this is no value of its key" : "no YAML";
      int line = e.getLocation() == null ? 1 : e.getLocation().getLineNr();
      throw new BadInputException(
          at(file, line)
              + (e.getOriginalMessage().contains("Duplicate") ? "this key is there twice" : why));
    }
  }

  private static String at(String file, int line) {
    return file + ", line " + line + ": ";
  }

  /** The place of an option, "" where the text does not show it. */
  static String lineOf(String file, String text, String option) {
    Pattern key =
        Pattern.compile("(?<![\\w-])" + Pattern.quote(option).replace("-", "\\E[-_]\\Q") + "\\s*:");
    Matcher found = key.matcher(text);
    return found.find()
        ? at(
            file,
            (int) text.substring(0, found.start()).lines().count()
                + (startsLine(text, found) ? 1 : 0))
        : file + ": ";
  }

  private static boolean startsLine(String text, Matcher found) {
    return found.start() == 0 || text.charAt(found.start() - 1) == '\n';
  }

  private void check(String file, String text) {
    Checks.check(
        COMMANDS.contains(commandName()),
        lineOf(file, text, "command") + "choose one of " + String.join(", ", COMMANDS));
    Checks.check(
        times() >= 1 && times() <= MOST_REPEATS,
        lineOf(file, text, "repeat") + "give a number from 1 to " + MOST_REPEATS);
    Checks.check(
        commandName().equals("run") != (workloads == null || workloads.isEmpty()),
        file
            + ": "
            + commandName()
            + (workloads == null ? " needs workloads" : " has no workloads"));
    for (Combination one : combinations()) {
      for (Map<String, JsonNode> options : one.options()) {
        options.forEach((name, value) -> checkOption(file, text, name, value));
        Checks.check(
            !options.containsKey("repeat") || !isLoad(one),
            file + ": repeat stands at the top of a scenario, not among the options of a load");
      }
    }
  }

  /** Whether its {@code --repeat} would be a series of its own, and not that of statements. */
  private boolean isLoad(Combination one) {
    String workload = one.labels().get("workload");
    return workload != null
        && (ScriptOptions.isFile(workload)
            || !(Catalogue.byName(workload) instanceof StatementWorkload));
  }

  private static void checkOption(String file, String text, String name, JsonNode value) {
    boolean secret = isSecret(name) || !JdbcUrl.redacted(value.toString()).equals(value.toString());
    Checks.check(
        !secret,
        lineOf(file, text, name) + "a password is not taken from a file: set BMT_PASSWORD");
    Checks.check(
        !isSetBySeries(name),
        lineOf(file, text, name) + name + " is an option of the command line, not of a scenario");
    Checks.check(
        isScalar(value)
            || (value.isArray()
                && StreamSupport.stream(value.spliterator(), false)
                    .allMatch(ScenarioFile::isScalar)),
        lineOf(file, text, name) + "give " + name + " a value, or a list of values");
  }

  private static boolean isSecret(String option) {
    return option.contains("password");
  }

  private static boolean isSetBySeries(String option) {
    return SET_BY_SERIES.contains(option.replace('_', '-'));
  }

  /** Whether an option of the command line, without dashes, may be in a file. */
  static boolean allows(String option) {
    return !isSecret(option)
        && !isSetBySeries(option)
        && !List.of("help", "version").contains(option);
  }

  private static boolean isScalar(JsonNode value) {
    return value.isValueNode() && !value.isNull();
  }

  /** The command of every cell. */
  String commandName() {
    return command == null ? "run" : command;
  }

  /** How often each combination is measured. */
  int times() {
    return repeat == null ? 1 : repeat;
  }

  /** All combinations once; those that differ in the target alone are next to each other. */
  List<Combination> combinations() {
    List<Combination> all = new ArrayList<>();
    each(
        "workload",
        workloads,
        (workload, ofWorkload) ->
            each(
                "load",
                loads,
                (load, ofLoad) ->
                    each(
                        "setting",
                        settings,
                        (setting, ofSetting) ->
                            each(
                                "target",
                                targets,
                                (target, ofTarget) -> {
                                  Map<String, String> labels = new LinkedHashMap<>(target);
                                  labels.putAll(setting);
                                  labels.putAll(load);
                                  labels.putAll(workload);
                                  Map<String, JsonNode> common =
                                      options == null ? Map.of() : options;
                                  all.add(
                                      new Combination(
                                          labels,
                                          List.of(
                                              common, ofWorkload, ofLoad, ofSetting, ofTarget)));
                                }))));
    return all;
  }

  private static void each(
      String dimension,
      @Nullable Map<String, @Nullable Map<String, JsonNode>> values,
      BiConsumer<Map<String, String>, Map<String, JsonNode>> then) {
    if (values == null || values.isEmpty()) {
      then.accept(Map.of(), Map.of());
      return;
    }
    values.forEach(
        (name, options) ->
            then.accept(Map.of(dimension, name), options == null ? Map.of() : options));
  }
}
