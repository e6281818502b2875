package io.github.bmt4j.cli.command;

import io.github.bmt4j.cli.options.Checks;
import io.github.bmt4j.cli.options.CommandContext;
import io.github.bmt4j.cli.options.RunsDirOption;
import io.github.bmt4j.cli.options.StoreOptions;
import io.github.bmt4j.cli.screen.ExitCode;
import io.github.bmt4j.cli.series.ScenarioArguments;
import io.github.bmt4j.cli.series.ScenarioResults;
import io.github.bmt4j.experiment.ReportForm;
import io.github.bmt4j.experiment.RunStore;
import io.github.bmt4j.failure.BadInputException;
import io.github.bmt4j.matrix.FailoverMatrix;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code bmt show}: prints a stored result again. */
@Command(
    name = "show",
    customSynopsis = {
      "${COMMAND-FULL-NAME} <run> [options]",
      "${COMMAND-FULL-NAME} --scenario=latest [options]"
    },
    description = "Prints a stored result again, or the matrix of failovers.",
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
public final class ShowCommand implements Callable<Integer> {
  private final CommandContext context;

  @Parameters(
      index = "0",
      arity = "0..1",
      paramLabel = "<run>",
      description =
          "a folder; an id or its beginning, latest, or latest~1 for the one before, in --runs-dir")
  @Nullable String run;

  @Option(
      names = ScenarioResults.OPTION,
      paramLabel = "<id>",
      description =
          "id of a scenario of failovers, or latest: prints its matrix, as text or markdown")
  @Nullable String scenario;

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

  public ShowCommand(CommandContext context) {
    this.context = context;
  }

  @Override
  public Integer call() {
    Checks.check(
        run != null || scenario != null, "give <run>, as in bmt show latest, or --scenario");
    Checks.check(run == null || scenario == null, "give a run or --scenario, and not both");
    if (scenario != null) {
      return matrix(scenario);
    }
    RunStore.Stored stored = runsDir.store().read(Objects.requireNonNull(run));
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

  private int matrix(String id) {
    Checks.check(!command, "--command requires <run>");
    boolean markdown = Checks.choice("--output", output, "text", "markdown").equals("markdown");
    FailoverMatrix matrix =
        ScenarioResults.named(runsDir, id)
            .matrix()
            .orElseThrow(
                () ->
                    new BadInputException(
                        "--scenario: only failovers make a matrix; use compare --by, or report"
                            + " --scenario"));
    context.screen().result(markdown ? matrix.markdown() : matrix.text(context.screen().columns()));
    return ExitCode.VALID;
  }
}
