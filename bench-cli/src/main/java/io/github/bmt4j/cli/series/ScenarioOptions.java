package io.github.bmt4j.cli.series;

import com.fasterxml.jackson.databind.JsonNode;
import io.github.bmt4j.cli.options.Checks;
import io.github.bmt4j.cli.options.CommandContext;
import io.github.bmt4j.cli.options.Executing;
import io.github.bmt4j.cli.options.Hints;
import io.github.bmt4j.cli.options.JoinedWords;
import io.github.bmt4j.cli.options.OptionNames;
import io.github.bmt4j.cli.options.RunsDirOption;
import io.github.bmt4j.cli.options.ScriptOptions;
import io.github.bmt4j.cli.options.ShownWords;
import io.github.bmt4j.cli.options.Spelling;
import io.github.bmt4j.cli.options.StoreOptions;
import io.github.bmt4j.cli.screen.ExitCode;
import io.github.bmt4j.cli.series.ScenarioFile.Combination;
import io.github.bmt4j.cli.series.Series.Cell;
import io.github.bmt4j.experiment.Price;
import io.github.bmt4j.failure.BadInputException;
import io.github.bmt4j.failure.TargetException;
import io.github.bmt4j.load.sweep.LeastSearch;
import io.github.bmt4j.os.Sha256;
import io.github.bmt4j.progress.Progress;
import io.github.bmt4j.report.Lines;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import picocli.CommandLine.UnmatchedArgumentException;

/** Options with which the cells of a scenario are measured. */
public final class ScenarioOptions {
  private static final int DIGITS = 12;

  @Option(names = "--dry-run", description = "print the command lines and measure nothing")
  public boolean dryRun;

  @Option(
      names = {"-o", "--file"},
      paramLabel = "<file>",
      description = "the page to write (default <name>.html in the folder of results)")
  public @Nullable Path file;

  @Mixin RunsDirOption runsDir;

  @Option(
      names = "--label",
      paramLabel = "<key>=<value>",
      description = "stored with each result; may be repeated")
  List<String> labels = new ArrayList<>();

  @Spec(Spec.Target.MIXEE)
  CommandSpec spec;

  private String id = "";
  private List<String> problems = List.of();
  private final List<LeastSearch> answers = new ArrayList<>();

  /**
   * Measures the scenario of a text.
   *
   * @param name of the text, for messages
   * @param trusted true if commands in it may be executed
   */
  public int run(CommandContext context, String name, String text, boolean trusted)
      throws TargetException {
    StoreOptions.labels(labels);
    ScenarioFile scenario = ScenarioFile.read(name, text);
    CommandLine bmt = context.commands(command -> command.equals(scenario.commandName()));
    ScenarioLines places = new ScenarioLines(name, text);
    id = Sha256.of(text + scripts(scenario, places)).substring(0, DIGITS);
    CommandLine command = Objects.requireNonNull(bmt.getSubcommands().get(scenario.commandName()));
    Map<Combination, List<String>> checked = checked(context, scenario, command, places, trusted);
    List<Cell> parts = new ArrayList<>();
    List<CellSearch> searches = new ArrayList<>();
    CommandSpec named = command.getCommandSpec();
    checked.forEach(
        (one, words) -> {
          Cell part = new Cell(words, one.labels(), CellCommands.of(one, named, places));
          CellSearch.of(one, part, places, runsDir)
              .ifPresentOrElse(searches::add, () -> parts.add(part));
        });
    List<Cell> cells = Series.cells(parts, ScenarioResults.LABEL, id, scenario.times());
    if (dryRun) {
      cells.forEach(cell -> show(context, cell));
      for (CellSearch search : searches) {
        context.screen().line(search.shown());
        show(context, search.cell(search.amounts().from()));
      }
      return ExitCode.VALID;
    }
    context
        .screen()
        .say(
            Lines.words(
                "scenario %s%s, each run in a fresh JVM",
                Lines.counted(cells.size(), "cell"),
                searches.isEmpty()
                    ? ""
                    : Lines.words(
                        " and %d search%s", searches.size(), searches.size() == 1 ? "" : "es")));
    if (scenario.isFailover()) {
      String takes = PresetOutlook.failovers(checked.keySet(), scenario.times());
      context.screen().say("takes    " + takes);
    }
    return run(context, cells, searches);
  }

  private int run(CommandContext context, List<Cell> cells, List<CellSearch> searches)
      throws TargetException {
    Series series = new Series(context, runsDir.folder, true, false, CellJvm::run);
    problems = series.problems();
    int worst = series.run(cells, spec.root().name(), ScenarioResults.LABEL + "=" + id);
    for (CellSearch search : searches) {
      LeastSearch found = search.run(series, context, runsDir, answers.size() + 1, id);
      answers.add(found);
      ScenarioResults.keep(runsDir, id, answers);
      worst = Math.max(worst, found.hasEnded() ? ExitCode.VALID : ExitCode.INVALID);
    }
    return problems.isEmpty() ? worst : Math.max(worst, ExitCode.INVALID);
  }

  private void show(CommandContext context, Cell cell) {
    cell.commands().before().forEach(step -> context.screen().line(step.shown()));
    context.screen().line(spec.root().name() + " " + ShownWords.shell(cell.line()));
    cell.commands().after().forEach(step -> context.screen().line(step.shown()));
  }

  private static String scripts(ScenarioFile scenario, ScenarioLines lines) {
    return scenario.combinations().stream()
        .map(one -> Objects.requireNonNullElse(one.workload(), ""))
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

  /**
   * The command lines of the combinations that make sense. Impossible combinations of failovers are
   * left out and reported, as long as each of their values makes sense in another combination,
   * because settings and faults need not all fit each other.
   */
  private Map<Combination, List<String>> checked(
      CommandContext context,
      ScenarioFile scenario,
      CommandLine command,
      ScenarioLines lines,
      boolean trusted)
      throws TargetException {
    Set<String> flags = OptionNames.flags(command);
    Map<Combination, List<String>> checked = new LinkedHashMap<>();
    Map<Combination, BadInputException> refused = new LinkedHashMap<>();
    List<Combination> all = scenario.combinations();
    try (Progress.Step step = context.screen().beginQuietly("Checking", all.size(), "cells")) {
      for (Combination one : all) {
        step.advance(1);
        List<String> words = words(scenario, one, flags, command.getCommandSpec());
        CellCommands commands = CellCommands.of(one, command.getCommandSpec(), lines);
        String executing =
            trusted ? "" : commands.isEmpty() ? Executing.option(words) : commands.firstKey();
        if (!executing.isEmpty()) {
          Checks.check(
              dryRun,
              one.place(lines, executing)
                  + executing
                  + " has something executed: read the file, then give --allow-commands (or set"
                  + " BMT_ALLOW_COMMANDS=1)");
          checked.put(one, words); // A check may execute it, for its version.
          continue;
        }
        try {
          Optional<CellSearch> search =
              CellSearch.of(one, new Cell(words, one.labels(), commands), lines, runsDir);
          if (search.isPresent()) {
            check(() -> search.get().check(context), one, lines);
          } else {
            check(() -> Series.check(context, words), one, lines);
          }
          Checks.check(
              !commands.hasSql() || Series.server(context, words).isPresent(),
              one.place(lines, commands.firstKey())
                  + "SQL around a cell needs a server that is there before it: give the target a"
                  + " url, or use server-option for a server that bmt starts");
          checked.put(one, words);
        } catch (BadInputException e) {
          if (!scenario.isFailover()) {
            throw e;
          }
          refused.put(one, e);
        }
      }
    }
    Set<Map.Entry<String, String>> sensible =
        checked.keySet().stream()
            .flatMap(one -> one.labels().entrySet().stream())
            .collect(Collectors.toSet());
    for (Map.Entry<Combination, BadInputException> one : refused.entrySet()) {
      Map<String, String> labels = one.getKey().labels();
      if (checked.isEmpty() || !sensible.containsAll(labels.entrySet())) {
        throw one.getValue();
      }
      context
          .screen()
          .say(
              "left out " + String.join(" ", labels.values()) + ": " + one.getValue().getMessage());
    }
    return checked;
  }

  private List<String> words(
      ScenarioFile scenario, Combination one, Set<String> flags, CommandSpec command) {
    List<String> words = new ArrayList<>(List.of(scenario.commandName()));
    String workload = one.workload();
    if (workload != null) {
      Checks.check(
          !workload.matches("(?s)[-@].*"), "workloads: " + workload + " is no name of a workload");
      words.add(workload);
    }
    for (Map<String, JsonNode> options : one.options()) {
      List<String> more = new ArrayList<>();
      options.forEach(
          (name, value) -> {
            if (name.equals(Price.LABEL)) {
              more.add("--label=" + name + "=" + value.asText());
            } else if (!CellCommands.isKey(name, command) && !names(one, options, name)) {
              more.addAll(option(name, value, command));
            }
          });
      String[] normal = Spelling.normalised(more.toArray(String[]::new), flags);
      words = JoinedWords.replaced(words, List.of(normal), command);
    }
    words.addAll(labels.stream().map("--label="::concat).toList());
    words.add(runsDir.word());
    return words;
  }

  /** Returns true if an option is the name of the workload. */
  private static boolean names(Combination one, Map<String, JsonNode> options, String name) {
    return name.equals(ScenarioFile.WORKLOAD) && options == one.options("workload");
  }

  private static List<String> option(String name, JsonNode value, CommandSpec command) {
    String word = "--" + name.replace('_', '-');
    List<String> texts = CellCommands.texts(value);
    OptionSpec option = command.findOption(word);
    return option != null && option.isMultiValue()
        ? texts.stream().map(text -> word + "=" + text).toList()
        : List.of(word + "=" + String.join(",", texts));
  }

  /** A check of a command line. */
  private interface Check {
    void check() throws TargetException;
  }

  private static void check(Check check, Combination one, ScenarioLines lines)
      throws TargetException {
    try {
      check.check();
    } catch (ParameterException e) {
      if (e instanceof UnmatchedArgumentException unmatched) {
        String option = OptionNames.of(unmatched.getUnmatched().get(0));
        CommandLine command = e.getCommandLine();
        String remedy =
            Hints.remedy(command, Hints.meant(command, option).map(ScenarioOptions::key));
        throw at(one, lines, option, "unknown key " + key(option) + ": " + remedy);
      }
      String option = e.getArgSpec() instanceof OptionSpec wrong ? wrong.longestName() : "";
      throw at(one, lines, option, Hints.of(e));
    } catch (BadInputException e) {
      throw at(one, lines, e.option(), String.valueOf(e.getMessage()));
    }
  }

  private static BadInputException at(
      Combination one, ScenarioLines lines, String option, String message) {
    return new BadInputException(one.place(lines, key(option)) + message);
  }

  private static String key(String option) {
    return option.replaceFirst("^--", "");
  }

  /** File of a scenario's page. */
  public Path page(String name) {
    return file == null ? runsDir.folder.resolve(name + ".html") : file;
  }

  /** Failures of the commands around cells of the scenario that was run. */
  public List<String> problems() {
    return problems;
  }

  /** The searches of the scenario that was run. */
  public List<LeastSearch> answers() {
    return answers;
  }

  /** The results of the scenario that was run. */
  public ScenarioResults results() {
    return ScenarioResults.of(runsDir, id);
  }
}
