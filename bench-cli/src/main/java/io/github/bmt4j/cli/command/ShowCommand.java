package io.github.bmt4j.cli.command;

import static io.github.bmt4j.failure.Called.bmt;

import com.fasterxml.jackson.databind.JsonNode;
import io.github.bmt4j.cli.options.Checks;
import io.github.bmt4j.cli.options.RunsDirOption;
import io.github.bmt4j.cli.options.ShownWords;
import io.github.bmt4j.cli.options.StoreOptions;
import io.github.bmt4j.cli.screen.ExitCode;
import io.github.bmt4j.cli.series.ScenarioResults;
import io.github.bmt4j.experiment.ReportForm;
import io.github.bmt4j.experiment.Result;
import io.github.bmt4j.experiment.ResultJson;
import io.github.bmt4j.experiment.ResultSchema;
import io.github.bmt4j.experiment.RunStore;
import io.github.bmt4j.failure.BadInputException;
import io.github.bmt4j.matrix.FailoverMatrix;
import io.github.bmt4j.os.Sha256;
import io.github.bmt4j.workload.Catalogue;
import io.github.bmt4j.workload.script.ScriptFiles;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
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
      "${COMMAND-FULL-NAME} --scenario=latest [options]",
      "${COMMAND-FULL-NAME} --schema"
    },
    description = "Prints a stored result again, or the matrix of failovers.",
    footer = {
      "  ${COMMAND-FULL-NAME} latest",
      "  ${COMMAND-FULL-NAME} latest~1",
      "  ${COMMAND-FULL-NAME} 3f9a --output json",
      "  ${COMMAND-FULL-NAME} 3f9a --command",
      "  ${COMMAND-FULL-NAME} runs/20261122T101500Z-oltp_read_write-3f9a12bc"
    })
public final class ShowCommand extends BmtCommand {
  /** Takes no other option, so that the user's usual ones do not count. */
  public static final String SCHEMA = "--schema";

  @Parameters(
      index = "0",
      arity = "0..1",
      paramLabel = "<run>",
      description =
          "a folder, or an id in --runs-dir (or its beginning), latest, or latest~1 (the one"
              + " before)")
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

  @Option(names = SCHEMA, description = "print the JSON Schema of result.json, and nothing else")
  boolean schema;

  @Option(
      names = "--output",
      paramLabel = "<form>",
      defaultValue = "text",
      description = StoreOptions.FORMS)
  String output;

  @Mixin RunsDirOption runsDir;

  @Spec CommandSpec spec;

  @Override
  public Integer call() {
    if (schema) {
      Checks.check(
          run == null
              && scenario == null
              && !command
              && (output.equals("json")
                  || !spec.commandLine().getParseResult().hasMatchedOption("--output")),
          SCHEMA,
          " is that of all results, in JSON: give it without a run, --scenario, --command and"
              + " another --output");
      context.screen().result(ResultJson.write(ResultSchema.ofAllKinds()) + "\n");
      return ExitCode.VALID;
    }
    Checks.check(
        run != null || scenario != null,
        "give <run>, as in " + bmt("show latest") + ", or --scenario");
    Checks.check(run == null || scenario == null, "give a run or --scenario, not both");
    if (scenario != null) {
      return matrix(scenario);
    }
    RunStore.Stored stored = runsDir.store().read(Objects.requireNonNull(run));
    if (command) {
      List<String> words = stored.given().command();
      Checks.check(
          !words.isEmpty(),
          "result " + stored.result().id() + " was stored without the command that measured it");
      warnings(stored.result()).forEach(context.screen()::say);
      context.screen().line(spec.root().name() + " " + ShownWords.shell(words));
    } else {
      ReportForm.of(output, stored.result().kind()).open(context.screen()).show(stored);
    }
    return ExitCode.VALID;
  }

  /** Lines with the reasons why the command may not measure exactly the same. */
  static List<String> warnings(Result result) {
    JsonNode scenario = ResultJson.tree(result).path("scenario");
    List<String> warnings = new ArrayList<>();
    JsonNode workload = scenario.findValue("workload");
    JsonNode version = scenario.findValue("workloadVersion");
    if (workload != null && version != null && Catalogue.names().contains(workload.asText())) {
      int now = Catalogue.byName(workload.asText()).info().version();
      if (now != version.asInt()) {
        warnings.add(
            "WARNING  the result is of version "
                + version.asInt()
                + " of "
                + workload.asText()
                + "; this bmt has version "
                + now
                + ", whose data or statements differ");
      }
    }
    for (JsonNode file : scenario.findParents("sha256")) {
      changed(file.path("file").asText(), file.path("sha256").asText()).ifPresent(warnings::add);
    }
    if (scenario.findPath("target").asText().startsWith("jdbc:")) {
      warnings.add(
          "note     logins are not stored: set BMT_PASSWORD, and BMT_USER unless --user is given");
    }
    return warnings;
  }

  private static Optional<String> changed(String file, String sha256) {
    try {
      return Sha256.of(ScriptFiles.text(file)).equals(sha256)
          ? Optional.empty()
          : Optional.of(
              "WARNING  "
                  + file
                  + " has changed since the run: its SHA-256 differs from the stored one");
    } catch (BadInputException e) {
      return Optional.of("WARNING  " + e.getMessage() + " here");
    }
  }

  private int matrix(String id) {
    Checks.check(!command, "--command", " requires <run>");
    boolean markdown = Checks.choice("--output", output, "text", "markdown").equals("markdown");
    FailoverMatrix matrix =
        ScenarioResults.named(runsDir, id)
            .matrix()
            .orElseThrow(
                () ->
                    new BadInputException(
                        "--scenario",
                        ": only failovers make a matrix; use compare --by, or report"
                            + " --scenario"));
    context.screen().result(markdown ? matrix.markdown() : matrix.text(context.screen().columns()));
    return ExitCode.VALID;
  }
}
