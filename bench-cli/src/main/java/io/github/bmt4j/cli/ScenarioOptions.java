package io.github.bmt4j.cli;

import com.fasterxml.jackson.databind.JsonNode;
import io.github.bmt4j.cli.ScenarioFile.Combination;
import io.github.bmt4j.cli.Series.Cell;
import io.github.bmt4j.compare.Comparison.Side;
import io.github.bmt4j.compare.SideNames;
import io.github.bmt4j.experiment.RunStore.Stored;
import io.github.bmt4j.failure.BadInputException;
import io.github.bmt4j.failure.TargetException;
import io.github.bmt4j.html.HtmlReport.Part;
import io.github.bmt4j.workload.Sha256;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import picocli.CommandLine;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import picocli.CommandLine.UnmatchedArgumentException;

/** How the cells of a scenario are measured. */
@SuppressWarnings("NullAway.Init")
final class ScenarioOptions {
  /** The option that a message begins with. */
  private static final Pattern OPTION = Pattern.compile("--([a-z-]+)");

  @Option(names = "--dry-run", description = "print the command lines and measure nothing")
  boolean dryRun;

  @Mixin RunsDirOption runsDir;

  @Option(
      names = "--label",
      paramLabel = "<key>=<value>",
      description = "stored with each result; may be repeated")
  List<String> labels = new ArrayList<>();

  @Spec(Spec.Target.MIXEE)
  CommandSpec spec;

  /**
   * Measures the scenario of a text.
   *
   * @param name of the text, for messages
   */
  int run(CommandContext context, String name, String text) throws TargetException {
    StoreOptions.labels(labels);
    ScenarioFile scenario = ScenarioFile.read(name, text);
    CommandLine bmt =
        new CommandLineRunner(context.screen(), context.shutdown())
            .commands(command -> command.equals(scenario.commandName()));
    ScenarioLines lines = new ScenarioLines(name, text);
    String whole = text + scripts(scenario, lines);
    List<Cell> cells =
        cells(
            context,
            scenario,
            Objects.requireNonNull(bmt.getSubcommands().get(scenario.commandName())),
            new ScenarioLines(name, text),
            Sha256.of(whole).substring(0, 12));
    if (dryRun) {
      String called = spec.root().name();
      cells.forEach(
          cell -> context.screen().line(called + " " + ScenarioArguments.shell(cell.line())));
      return ExitCode.VALID;
    }
    context.screen().say("scenario " + cells.size() + " cells, each in a fresh JVM");
    Series series = new Series(context, runsDir.folder, true);
    int code = series.run(cells);
    series.sayResults(spec.root().name(), label(whole));
    return code;
  }

  /** The texts of the user's own SQL: a changed file is another scenario. */
  private static String scripts(ScenarioFile scenario, ScenarioLines lines) {
    return scenario.combinations().stream()
        .map(one -> one.labels().getOrDefault("workload", ""))
        .distinct()
        .map(
            workload -> {
              try {
                return ScriptOptions.text(workload);
              } catch (BadInputException e) {
                throw new BadInputException(lines.at("workloads", workload) + e.getMessage());
              }
            })
        .collect(Collectors.joining());
  }

  private List<Cell> cells(
      CommandContext context,
      ScenarioFile scenario,
      CommandLine command,
      ScenarioLines lines,
      String sha)
      throws TargetException {
    Set<String> flags = CommandLineRunner.flags(command);
    List<Cell> cells = new ArrayList<>();
    for (int i = 0; i < scenario.times(); i++) {
      for (Combination one : scenario.combinations()) {
        List<String> words = words(scenario, one, flags, command.getCommandSpec());
        if (i == 0) {
          check(context, words, one, lines);
        }
        Map<String, String> own = new LinkedHashMap<>(one.labels());
        own.put("scenario", sha);
        own.put("cell", Integer.toString(cells.size() + 1));
        cells.add(new Cell(words, own));
      }
    }
    return cells;
  }

  private List<String> words(
      ScenarioFile scenario, Combination one, Set<String> flags, CommandSpec command) {
    List<String> words = new ArrayList<>(List.of(scenario.commandName()));
    String workload = one.labels().get("workload");
    if (workload != null) {
      words.add(workload);
    }
    for (Map<String, JsonNode> options : one.options()) {
      List<String> more = new ArrayList<>();
      options.forEach((name, value) -> more.addAll(option(name, value, command)));
      String[] normal = Arguments.normalised(more.toArray(String[]::new), flags);
      words = Arguments.replaced(words, List.of(normal));
    }
    for (String label : labels) {
      words.add("--label=" + label);
    }
    words.add(runsDir.word());
    return words;
  }

  private static List<String> option(String name, JsonNode value, CommandSpec command) {
    String word = "--" + name.replace('_', '-');
    if (!value.isArray()) {
      return List.of(word + "=" + value.asText());
    }
    List<String> texts =
        StreamSupport.stream(value.spliterator(), false).map(JsonNode::asText).toList();
    OptionSpec option = command.findOption(word);
    return option != null && option.isMultiValue()
        ? texts.stream().map(text -> word + "=" + text).toList()
        : List.of(word + "=" + String.join(",", texts));
  }

  private static void check(
      CommandContext context, List<String> words, Combination one, ScenarioLines lines)
      throws TargetException {
    try {
      Series.check(context, words);
    } catch (ParameterException e) {
      String option =
          e instanceof UnmatchedArgumentException unmatched
              ? Arguments.name(unmatched.getUnmatched().get(0))
              : e.getArgSpec() instanceof OptionSpec wrong ? wrong.longestName() : "";
      throw new BadInputException(
          one.place(lines, option.replaceFirst("^--", ""))
              + Hints.of(e)
                  .replaceFirst("^unknown option --", "unknown key ")
                  .replace("mean --", "mean "));
    } catch (BadInputException e) {
      String message = String.valueOf(e.getMessage());
      Matcher option = OPTION.matcher(message);
      throw new BadInputException(
          one.place(lines, option.lookingAt() ? option.group(1) : "") + message);
    }
  }

  /**
   * The whole results of a text, a side for each target that has any.
   *
   * @param targets their names; none for one side
   */
  List<Side> sides(String text, Collection<String> targets) {
    Map<String, List<Stored>> sides = new LinkedHashMap<>();
    targets.forEach(target -> sides.put(target, new ArrayList<>()));
    results(text)
        .forEach(
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

  /**
   * The whole results of a text: a part for each workload and load, with a side for each target and
   * setting.
   */
  List<Part> parts(String name, String text) {
    Map<String, Map<String, List<Stored>>> parts = new LinkedHashMap<>();
    String own = scripts(ScenarioFile.read(name, text), new ScenarioLines(name, text));
    for (Stored stored : results(text + own)) {
      parts
          .computeIfAbsent(words(stored, "workload", "load"), part -> new LinkedHashMap<>())
          .computeIfAbsent(words(stored, "target", "setting"), side -> new ArrayList<>())
          .add(stored);
    }
    return parts.entrySet().stream()
        .map(part -> new Part(part.getKey(), SideNames.of(part.getValue()), null))
        .toList();
  }

  private static String words(Stored stored, String... keys) {
    return Stream.of(keys)
        .map(key -> stored.labels().getOrDefault(key, ""))
        .filter(value -> !value.isEmpty())
        .collect(Collectors.joining(" "));
  }

  private List<Stored> results(String text) {
    List<Stored> all = new ArrayList<>();
    runsDir
        .store()
        .each(
            stored -> {
              if (stored.labelWords().contains(label(text)) && Series.isWhole(stored)) {
                all.add(stored);
              }
            });
    return all;
  }

  /** The label by which the results of a text are found. */
  static String label(String text) {
    return "scenario=" + Sha256.of(text).substring(0, 12);
  }
}
