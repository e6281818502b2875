package io.github.bmt4j.cli;

import static io.github.bmt4j.report.Lines.counted;

import io.github.bmt4j.compare.Comparison.Side;
import io.github.bmt4j.experiment.ResultFolder;
import io.github.bmt4j.experiment.RunStore;
import io.github.bmt4j.failure.BadInputException;
import io.github.bmt4j.html.HtmlReport;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code bmt report}: writes stored results as a page for a browser. */
@Command(
    name = "report",
    customSynopsis = "${COMMAND-FULL-NAME} <run>[,<run>…]… -o <file> [options]",
    description =
        "Writes stored results as one HTML file with charts. The file makes no request. Several sides are compared with the first as bmt compare does.",
    footerHeading = "%nExamples:%n",
    footer = {
      "  ${COMMAND-FULL-NAME} latest -o run.html",
      "  ${COMMAND-FULL-NAME} 3f9a,51c0,77de 8b12,9c4e,e0a7 -o compared.html"
    },
    sortOptions = false)
@SuppressWarnings("NullAway.Init")
final class ReportCommand implements Callable<Integer> {
  /** Sides have letters as names. */
  private static final int MOST = 26;

  private final CommandContext context;

  @Parameters(
      arity = "1..*",
      paramLabel = "<runs>",
      description =
          "a folder, an id or its beginning, latest or latest~1; runs of the same side are separated by commas")
  List<String> sides;

  @Option(
      names = {"-o", "--file"},
      paramLabel = "<file>",
      required = true,
      description = "the file to write; one that is there is replaced")
  Path file;

  @Mixin RunsDirOption runsDir;

  ReportCommand(CommandContext context) {
    this.context = context;
  }

  @Override
  public Integer call() {
    Checks.check(
        sides.size() <= MOST, counted(sides.size(), "side") + ": give " + MOST + " at most");
    RunStore store = runsDir.store();
    List<Side> read = new ArrayList<>();
    for (String names : sides) {
      Side side = Side.of(read.size(), store, names);
      Checks.check(
          side.results().stream().map(stored -> stored.result().kind()).distinct().count() == 1,
          names + ": results of several kinds; give them without commas");
      read.add(side);
    }
    write(
        context, file, HtmlReport.of(read, problem -> context.screen().say("note     " + problem)));
    return ExitCode.VALID;
  }

  /** Writes a page and says where. */
  static void write(CommandContext context, Path file, String page) {
    try {
      Files.writeString(file, page);
    } catch (IOException e) {
      throw new BadInputException("--file=" + file + ": " + ResultFolder.words(e));
    }
    context.screen().line("written  " + file);
  }
}
