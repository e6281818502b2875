package io.github.bmt4j.cli.command;

import io.github.bmt4j.cli.screen.ExitCode;
import io.github.bmt4j.cli.series.ScenarioOptions;
import io.github.bmt4j.cli.series.ScenarioSchema;
import io.github.bmt4j.cli.series.StudyEnd;
import io.github.bmt4j.experiment.ResultJson;
import io.github.bmt4j.failure.TargetException;
import io.github.bmt4j.failure.UserFile;
import java.nio.file.Path;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code bmt scenario run}: measures the matrix of a file. */
@Command(
    name = "run",
    customSynopsis = "${COMMAND-FULL-NAME} <file.yaml> [options]",
    description = {
      "Measures every combination of a scenario file, each in a fresh JVM; targets take"
          + " turns.",
      "",
      "If you start it again, it measures only what is missing. Passwords come from"
          + " BMT_PASSWORD."
    },
    footer = {"  ${COMMAND-FULL-NAME} night.yaml --dry-run", "  ${COMMAND-FULL-NAME} night.yaml"})
public final class ScenarioCommand extends BmtCommand {

  @Parameters(index = "0", paramLabel = "<file.yaml>", description = "the scenario")
  Path file;

  @Option(
      names = "--allow-commands",
      description =
          "execute what the file names: commands, programs, drivers of other vendors; also"
              + " BMT_ALLOW_COMMANDS=1 (--dry-run prints them)")
  boolean allowCommands;

  @Mixin ScenarioOptions options;

  /** {@code bmt scenario} without a subcommand. */
  @Command(
      name = "scenario",
      synopsisSubcommandLabel = "<command>",
      commandListHeading = "%nCommands:%n",
      description = "Measures what a scenario file describes.",
      subcommands = {ScenarioCommand.class, ScenarioCommand.Schema.class})
  public static final class Group extends GroupCommand {}

  /** {@code bmt scenario schema}. */
  @Command(
      name = "schema",
      description = {
        "Prints the JSON Schema of scenario files, with which an editor completes and checks them.",
        "",
        "First line of the file: # yaml-language-server: $schema=<file of the schema>"
      })
  public static final class Schema extends BmtCommand {

    @Override
    public Integer call() {
      // The printed name is always "bmt", however it was called.
      CommandLine bmt = context.commands(name -> true).setCommandName("bmt");
      context.screen().result(ResultJson.write(ScenarioSchema.of(bmt)) + "\n");
      return ExitCode.VALID;
    }
  }

  @Override
  public Integer call() throws TargetException {
    StudyEnd.checkFile(options.file);
    String text = UserFile.text(file, "").replaceFirst("^\ufeff", "");
    boolean trusted = allowCommands || "1".equals(System.getenv("BMT_ALLOW_COMMANDS"));
    int code = options.run(context, file.toString(), text, trusted);
    if (options.dryRun || context.shutdown().stop().given() || code == ExitCode.BAD_INPUT) {
      return code;
    }
    StudyEnd end = new StudyEnd(context, "text");
    end.addProblems(options.problems());
    options.answers().forEach(end::add);
    end.addAll(options.results());
    String name = file.getFileName().toString().replaceFirst("\\.ya?ml$", "");
    end.end("scenario " + name, options.page(name));
    return end.code(code);
  }
}
