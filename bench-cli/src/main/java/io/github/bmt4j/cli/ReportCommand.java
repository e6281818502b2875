package io.github.bmt4j.cli;

import io.github.bmt4j.compare.Comparison.Side;
import io.github.bmt4j.experiment.ResultFolder;
import io.github.bmt4j.failure.BadInputException;
import io.github.bmt4j.html.HtmlReport;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
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
        "Writes stored results as one HTML file with charts. The file makes no request. Several"
            + " sides are compared with the first as bmt compare does.",
    footerHeading = "%nExamples:%n",
    footer = {
      "  ${COMMAND-FULL-NAME} latest -o run.html",
      "  ${COMMAND-FULL-NAME} 3f9a,51c0,77de 8b12,9c4e,e0a7 -o compared.html"
    },
    sortOptions = false)
@SuppressWarnings("NullAway.Init")
final class ReportCommand implements Callable<Integer> {
  private final CommandContext context;

  @Option(
      names = {"-o", "--file"},
      paramLabel = "<file>",
      required = true,
      description = "the file to write; one that is there is replaced")
  Path file;

  @Option(
      names = ScenarioResults.OPTION,
      paramLabel = "<id>",
      description = "take all results of a scenario: its id, or latest")
  @Nullable String scenario;

  @Mixin SidesOptions sides = new SidesOptions();

  ReportCommand(CommandContext context) {
    this.context = context;
  }

  @Override
  public Integer call() {
    checkFile(file);
    if (scenario != null) {
      Checks.check(
          sides.namesNothing(), ScenarioResults.OPTION + " names the runs: give no other runs");
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
    write(
        file,
        HtmlReport.of(read, problem -> context.screen().say("note     " + problem)),
        context.screen()::line);
    return ExitCode.VALID;
  }

  /**
   * Makes sure that a page can be written.
   *
   * @param file absent where it is to be in a folder that exists
   */
  static void checkFile(@Nullable Path file) {
    if (file == null) {
      return;
    }
    Checks.check(
        Files.isDirectory(file.toAbsolutePath().resolveSibling("")),
        "--file=" + file + ": there is no such folder");
    // To write to a FIFO waits for its reader.
    Checks.check(
        !Files.exists(file) || Files.isRegularFile(file),
        "--file="
            + file
            + ": it is "
            + (Files.isDirectory(file) ? "a folder" : "not a regular file")
            + "; name a file");
  }

  /**
   * Writes a page and says where.
   *
   * @param said gets the line
   */
  static void write(Path file, String page, Consumer<String> said) {
    try {
      Files.writeString(file, page);
    } catch (IOException e) {
      throw new BadInputException("--file=" + file + ": " + ResultFolder.words(e));
    }
    said.accept("written  " + file);
  }
}
