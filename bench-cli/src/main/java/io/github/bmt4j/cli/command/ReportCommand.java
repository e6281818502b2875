package io.github.bmt4j.cli.command;

import io.github.bmt4j.cli.options.Checks;
import io.github.bmt4j.cli.screen.ExitCode;
import io.github.bmt4j.cli.series.ScenarioResults;
import io.github.bmt4j.cli.series.SidesOptions;
import io.github.bmt4j.cli.series.StudyEnd;
import io.github.bmt4j.compare.Comparison.Side;
import io.github.bmt4j.html.HtmlReport;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code bmt report}: writes stored results as a page for a browser. */
@Command(
    name = "report",
    customSynopsis = {
      "${COMMAND-FULL-NAME} <run>[,<run>…]… -o <file> [options]",
      "${COMMAND-FULL-NAME} --by=<key>[=<A>,<B>…] -o <file> [options]",
      "${COMMAND-FULL-NAME} --series=latest -o <file> [options]",
      "${COMMAND-FULL-NAME} --scenario=latest -o <file> [options]"
    },
    description =
        "Writes stored results as one HTML file with charts. The file loads nothing from the"
            + " network. Several sides are compared with the first one, as by bmt compare.",
    footer = {
      "  ${COMMAND-FULL-NAME} latest -o run.html",
      "  ${COMMAND-FULL-NAME} 3f9a,51c0,77de 8b12,9c4e,e0a7 -o compared.html"
    })
public final class ReportCommand extends BmtCommand {

  @Option(
      names = {"-o", "--file"},
      paramLabel = "<file>",
      required = true,
      description = "the file to write; an existing one is replaced")
  Path file;

  @Option(
      names = ScenarioResults.OPTION,
      paramLabel = "<id>",
      description = "take all results of a scenario: its id, or latest")
  @Nullable String scenario;

  @Mixin SidesOptions sides = new SidesOptions();

  @Override
  public Integer call() {
    StudyEnd.checkFile(file);
    if (scenario != null) {
      Checks.check(
          sides.namesNothing(), ScenarioResults.OPTION, " names the runs: give no other runs");
      ScenarioResults results = ScenarioResults.named(sides.runsDir, scenario);
      StudyEnd end = new StudyEnd(context, "");
      end.addAll(results);
      end.end("scenario " + results.id(), file);
      return ExitCode.VALID;
    }
    List<Side> read = sides.read(context.screen(), 1);
    for (Side side : read) {
      Checks.check(
          side.results().stream().map(stored -> stored.result().kind()).distinct().count() == 1,
          side.name() + ": results of several kinds; give them without commas");
    }
    StudyEnd.write(
        file,
        HtmlReport.of(read, problem -> context.screen().say("note     " + problem)),
        context.screen()::line);
    return ExitCode.VALID;
  }
}
