package io.github.bmt4j.cli;

import io.github.bmt4j.compare.Answer;
import io.github.bmt4j.compare.Comparison;
import io.github.bmt4j.compare.Comparison.Row;
import io.github.bmt4j.compare.Comparison.Side;
import io.github.bmt4j.compare.ComparisonCsv;
import io.github.bmt4j.compare.Ranking;
import io.github.bmt4j.experiment.ResultJson;
import io.github.bmt4j.experiment.RunStore;
import io.github.bmt4j.experiment.RunStore.Stored;
import io.github.bmt4j.failure.BadInputException;
import io.github.bmt4j.report.Lines;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code bmt compare}: holds stored results against each other. */
@Command(
    name = "compare",
    customSynopsis = {
      "${COMMAND-FULL-NAME} <run>[,<run>…] <run>[,<run>…]… [options]",
      "${COMMAND-FULL-NAME} --by=<key>[=<A>,<B>…] [<run>…] [options]"
    },
    description =
        "Compares stored results: what differs between their conditions, and for each figure"
            + " whether B (C, …) is better than A, by how much, and how sure that is.",
    footerHeading = "%nExamples:%n",
    footer = {
      "  ${COMMAND-FULL-NAME} 3f9a,51c0,77de 8b12,9c4e,e0a7",
      "  ${COMMAND-FULL-NAME} latest~1 latest",
      "  ${COMMAND-FULL-NAME} --by server=old,new --output csv",
      "  ${COMMAND-FULL-NAME} 3f9a,51c0,77de 8b12,9c4e,e0a7 --fail-if 'p99 > +10%%'"
    },
    sortOptions = false)
@SuppressWarnings("NullAway.Init")
final class CompareCommand implements Callable<Integer> {
  private static final Pattern CONDITION =
      Pattern.compile("\\s*(.+?)\\s*([<>])\\s*([+-]?\\d{1,6}(?:\\.\\d{1,3})?)\\s*%\\s*");

  private final CommandContext context;

  /** The labels of sides, by their letters. */
  private final Map<String, String> sideNames = new LinkedHashMap<>();

  @Parameters(
      index = "0..*",
      arity = "0..*",
      paramLabel = "<runs>",
      description =
          "A, B and more: each a folder, an id or its beginning, latest or latest~1, or several of"
              + " them with commas")
  List<String> named = new ArrayList<>();

  @Option(
      names = "--by",
      paramLabel = "<key>[=<A>,<B>…]",
      description =
          "a side for each value of this label, in the order of time or as named: of the runs that"
              + " are given, or of all that are stored")
  @Nullable String by;

  @Option(
      names = "--label",
      paramLabel = "<key>=<value>",
      description = "with --by: results with this label only; may be repeated")
  List<String> labels = new ArrayList<>();

  @Option(
      names = "--fail-if",
      paramLabel = "<condition>",
      description =
          "exit with code 1 when a figure of B differs by this much from that of A, and the"
              + " difference is shown: 'p99 > +10%%', 'tps < -5%%'; may be repeated")
  List<String> failIf = new ArrayList<>();

  @Option(names = "--anyway", description = "compare INVALID results and results of other work too")
  boolean anyway;

  @Option(
      names = "--output",
      paramLabel = "<form>",
      defaultValue = "text",
      description = "text (default), markdown, json or csv")
  String output;

  @Mixin RunsDirOption runsDir;

  CompareCommand(CommandContext context) {
    this.context = context;
  }

  /**
   * Compares the results that have a label, by the values of another one.
   *
   * @param by a key, or a key and its values, as {@code --by} has them
   * @return what was compared; nothing where that is impossible, which is said
   */
  List<Comparison> compare(String by, String label, RunsDirOption runsDir, String output) {
    this.by = by;
    this.labels = List.of(label);
    this.runsDir = runsDir;
    this.output = output;
    try {
      return compare(List.of());
    } catch (BadInputException e) {
      context.screen().fail(String.valueOf(e.getMessage()));
      return List.of();
    }
  }

  @Override
  public Integer call() {
    Checks.choice("--output", output, "text", "markdown", "json", "csv");
    List<Matcher> conditions = failIf.stream().map(CompareCommand::condition).toList();
    List<String> failed =
        compare(conditions).stream()
            .flatMap(comparison -> failed(comparison, conditions).stream())
            .toList();
    failed.forEach(check -> context.screen().say("FAILED   " + check));
    return failed.isEmpty() ? ExitCode.VALID : ExitCode.INVALID;
  }

  private List<Comparison> compare(List<Matcher> conditions) {
    List<Comparison> comparisons = comparisons();
    List<String> obstacles =
        comparisons.stream()
            .flatMap(comparison -> comparison.obstacles().stream())
            .distinct()
            .toList();
    if (!anyway && !obstacles.isEmpty()) {
      obstacles.forEach(obstacle -> context.screen().say("         " + obstacle));
      throw new BadInputException(
          "these results cannot be compared, see above; --anyway compares them all the same");
    }
    comparisons.forEach(comparison -> checkFigures(comparison, conditions));
    context.screen().result(shown(comparisons));
    obstacles.forEach(obstacle -> context.screen().say("WARNING  " + obstacle));
    return comparisons;
  }

  /** Each other side with the first. */
  private List<Comparison> comparisons() {
    List<Side> sides = by == null ? named() : labelled(by);
    Set<Path> once = new HashSet<>();
    for (Side side : sides) {
      for (Stored stored : side.results()) {
        Checks.check(
            once.add(stored.folder().toAbsolutePath().normalize()),
            "result " + stored.result().id() + " is given twice: a run counts once");
      }
    }
    return sides.stream()
        .skip(1)
        .map(other -> Comparison.of(sides.get(0), other, sides.size() - 1))
        .toList();
  }

  private static void checkFigures(Comparison comparison, List<Matcher> conditions) {
    List<String> figures = comparison.rows().stream().map(Row::figure).toList();
    if (figures.isEmpty()) {
      throw new BadInputException("these results have no figure in common");
    }
    for (Matcher condition : conditions) {
      if (!figures.contains(condition.group(1))) {
        throw new BadInputException(
            "--fail-if: there is no figure "
                + condition.group(1)
                + ": choose one of "
                + String.join(", ", figures));
      }
    }
  }

  private String shown(List<Comparison> comparisons) {
    if (output.equals("json")) {
      return ResultJson.write(comparisons.stream().map(Comparison::table).toList()) + "\n";
    }
    if (output.equals("csv")) {
      return ComparisonCsv.of(comparisons, sideNames);
    }
    String ranking = comparisons.size() == 1 ? "" : "\n" + Ranking.of(comparisons);
    String answer = Answer.of(comparisons).sentence();
    String first =
        output.equals("markdown")
            ? "**" + answer.replace("*", "\\*") + "**"
            : Lines.wrapped(answer, context.screen().columns());
    return first
        + "\n\n"
        + comparisons.stream()
            .map(
                comparison ->
                    output.equals("markdown")
                        ? comparison.markdown()
                        : comparison.text(context.screen().columns()))
            .collect(Collectors.joining("\n"))
        + ranking;
  }

  private List<Side> named() {
    Checks.check(labels.isEmpty(), "--label goes with --by");
    Checks.check(
        named.size() > 1, "give two sides, A and B, or --by=<key> of a label that results have");
    RunStore store = runsDir.store();
    List<Side> sides = new ArrayList<>();
    for (String names : named) {
      sides.add(Side.of(sides.size(), store, names));
    }
    return sides;
  }

  /** A side for each value of a label: all of them, or those that are named. */
  private List<Side> labelled(String by) {
    String[] words = by.split("=", 2);
    Map<String, List<Stored>> groups = new LinkedHashMap<>();
    if (words.length == 2) {
      Stream.of(words[1].split(",")).forEach(value -> groups.put(value, new ArrayList<>()));
    }
    Set<Map.Entry<String, String>> wanted = StoreOptions.labels(labels).entrySet();
    for (Stored stored : given()) {
      String value = stored.labels().get(words[0]);
      if (value == null
          || (words.length == 2 && !groups.containsKey(value))
          || !stored.labels().entrySet().containsAll(wanted)) {
        continue;
      }
      if (named.isEmpty() && !Series.isWhole(stored)) {
        context.screen().say("note     left out: " + stored.result().id() + ", was interrupted");
      } else {
        groups.computeIfAbsent(value, key -> new ArrayList<>()).add(stored);
      }
    }
    List<String> values = List.copyOf(groups.keySet());
    groups.values().removeIf(List::isEmpty);
    Checks.check(
        groups.size() > 1,
        "--by="
            + by
            + ": the results "
            + (named.isEmpty() ? "in " + runsDir.folder : "given")
            + " need two values of it and have "
            + (groups.isEmpty() ? "none" : String.join(", ", groups.keySet())));
    List<String> series =
        groups.values().stream()
            .flatMap(List::stream)
            .map(stored -> stored.labels().get("series"))
            .filter(Objects::nonNull)
            .distinct()
            .toList();
    Checks.check(
        !words[0].equals("side") || series.size() < 2,
        "--by=side: these are sides of several series: add --label series=<id>, one of "
            + String.join(", ", series));
    List<Side> sides = new ArrayList<>();
    groups.forEach(
        (value, results) -> {
          String name = Side.name(values.indexOf(value));
          if (!name.equals(value)) {
            sideNames.put(name, words[0] + "=" + value);
            context.screen().say(name + " is " + sideNames.get(name));
          }
          sides.add(new Side(name, results));
        });
    return sides;
  }

  /** The results that are named, or all that are stored. */
  private List<Stored> given() {
    RunStore store = runsDir.store();
    return named.isEmpty()
        ? store.recent(Integer.MAX_VALUE, this::warn)
        : named.stream().flatMap(names -> Stream.of(names.split(","))).map(store::read).toList();
  }

  private void warn(String problem) {
    context.screen().say("WARNING  " + problem);
  }

  private static Matcher condition(String text) {
    Matcher condition = CONDITION.matcher(text);
    if (!condition.matches()) {
      throw new BadInputException(
          "--fail-if='" + text + "': give a figure, < or >, and percent, such as 'p99 > +10%'");
    }
    return condition;
  }

  private static List<String> failed(Comparison comparison, List<Matcher> conditions) {
    List<String> failed = new ArrayList<>();
    for (Matcher condition : conditions) {
      double limit = Double.parseDouble(condition.group(3)) / 100;
      for (Row row : comparison.rows()) {
        Double change = row.change();
        if (!row.figure().equals(condition.group(1))) {
          continue;
        }
        String check = comparison.sides().get(1).name() + ": " + condition.group().strip();
        if (!row.judged()) {
          failed.add(check + " cannot be judged: " + row.verdict());
        } else if (row.shown()
            && change != null
            && (condition.group(2).equals(">") ? change > limit : change < limit)) {
          failed.add(check);
        }
      }
    }
    return failed;
  }
}
