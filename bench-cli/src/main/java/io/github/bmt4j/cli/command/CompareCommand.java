package io.github.bmt4j.cli.command;

import io.github.bmt4j.cli.options.Checks;
import io.github.bmt4j.cli.screen.ExitCode;
import io.github.bmt4j.cli.series.ComparedSides;
import io.github.bmt4j.cli.series.SidesOptions;
import io.github.bmt4j.compare.Comparison;
import io.github.bmt4j.compare.Comparison.Row;
import io.github.bmt4j.compare.Comparison.Side;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code bmt compare}: compares stored results. */
@Command(
    name = "compare",
    customSynopsis = {
      "${COMMAND-FULL-NAME} <run>[,<run>…] <run>[,<run>…]… [options]",
      "${COMMAND-FULL-NAME} --by=<key>[=<A>,<B>…] [<run>…] [options]",
      "${COMMAND-FULL-NAME} --series=latest [options]"
    },
    description =
        "Compares stored results: what differs between their conditions, and for each figure"
            + " whether B (C, …) is better than A, by how much, and how certain that is.",
    footer = {
      "  ${COMMAND-FULL-NAME} 3f9a,51c0,77de 8b12,9c4e,e0a7",
      "  ${COMMAND-FULL-NAME} latest~1 latest",
      "  ${COMMAND-FULL-NAME} --by server=old,new --output csv",
      "  ${COMMAND-FULL-NAME} 3f9a,51c0,77de 8b12,9c4e,e0a7 --fail-if 'p99 > +10%%'"
    })
public final class CompareCommand extends BmtCommand {
  private static final Pattern CONDITION =
      Pattern.compile("\\s*(.+?)\\s*([<>])\\s*([+-]?\\d{1,6}(?:\\.\\d{1,3})?)\\s*%\\s*");

  @Option(
      names = "--fail-if",
      paramLabel = "<condition>",
      description =
          "exit with code 1 when a figure of B differs by this much from that of A, and the"
              + " difference is shown: 'p99 > +10%%', 'tps < -5%%'; may be repeated")
  List<String> failIf = new ArrayList<>();

  @Option(
      names = "--anyway",
      description = "also compare INVALID results and results of different work")
  boolean anyway;

  @Option(
      names = "--output",
      paramLabel = "<form>",
      defaultValue = "text",
      description = "text (default), markdown, json or csv")
  String output;

  @Mixin SidesOptions sides = new SidesOptions();

  @Override
  public Integer call() {
    output = Checks.choice("--output", output, "text", "markdown", "json", "csv");
    List<Matcher> conditions = failIf.stream().map(CompareCommand::condition).toList();
    List<Side> measured = sides.read(context.screen(), 2);
    List<String> failed =
        new ComparedSides(context.screen(), output, anyway, new HashSet<>())
                .compare(measured, () -> "", comparison -> checkFigures(comparison, conditions))
                .stream()
                .flatMap(comparison -> failed(comparison, conditions).stream())
                .toList();
    for (String check : failed) {
      context.screen().say("FAILED   " + check);
      context.screen().annotate(null, check);
    }
    return failed.isEmpty() ? ExitCode.VALID : ExitCode.INVALID;
  }

  private static void checkFigures(Comparison comparison, List<Matcher> conditions) {
    List<String> figures = comparison.rows().stream().map(Row::figure).toList();
    Checks.check(!figures.isEmpty(), "these results have no figure in common");
    for (Matcher condition : conditions) {
      Checks.check(
          figures.contains(condition.group(1)),
          "--fail-if",
          ": there is no figure "
              + condition.group(1)
              + ": choose one of "
              + String.join(", ", figures));
    }
  }

  private static Matcher condition(String text) {
    Matcher condition = CONDITION.matcher(text);
    Checks.check(
        condition.matches(),
        "--fail-if",
        "='" + text + "': give a figure, < or >, and percent, such as 'p99 > +10%'");
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
