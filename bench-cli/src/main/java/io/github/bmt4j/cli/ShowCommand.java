package io.github.bmt4j.cli;

import io.github.bmt4j.experiment.ReportForm;
import io.github.bmt4j.experiment.RunStore;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code bmt show}: prints a stored result again. */
@Command(
    name = "show",
    customSynopsis = "${COMMAND-FULL-NAME} <run> [options]",
    description = "Prints a stored result again.",
    footerHeading = "%nExamples:%n",
    footer = {
      "  ${COMMAND-FULL-NAME} latest",
      "  ${COMMAND-FULL-NAME} latest~1",
      "  ${COMMAND-FULL-NAME} 3f9a --output json",
      "  ${COMMAND-FULL-NAME} 3f9a --command",
      "  ${COMMAND-FULL-NAME} runs/20261122T101500Z-oltp_read_write-3f9a12bc"
    },
    sortOptions = false)
@SuppressWarnings("NullAway.Init")
final class ShowCommand implements Callable<Integer> {
  private final CommandContext context;

  @Parameters(
      index = "0",
      paramLabel = "<run>",
      description =
          "a folder; an id or its beginning, latest, or latest~1 for the one before, in --runs-dir")
  String run;

  @Option(
      names = "--command",
      description = "print the command that measures the same again, and nothing else")
  boolean command;

  @Option(
      names = "--output",
      paramLabel = "<form>",
      defaultValue = "text",
      description = StoreOptions.FORMS)
  String output;

  @Mixin RunsDirOption runsDir;

  @Spec CommandSpec spec;

  ShowCommand(CommandContext context) {
    this.context = context;
  }

  @Override
  public Integer call() {
    RunStore.Stored stored = runsDir.store().read(run);
    if (command) {
      ScenarioArguments.warnings(stored.result()).forEach(context.screen()::say);
      context
          .screen()
          .line(
              spec.root().name()
                  + " "
                  + ScenarioArguments.shell(ScenarioArguments.of(stored.result())));
    } else {
      ReportForm.of(output, stored.result().kind()).open(context.screen()).show(stored);
    }
    return ExitCode.VALID;
  }
}
