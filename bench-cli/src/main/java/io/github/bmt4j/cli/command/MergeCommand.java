package io.github.bmt4j.cli.command;

import io.github.bmt4j.cli.options.Checks;
import io.github.bmt4j.cli.options.StoreOptions;
import io.github.bmt4j.cli.screen.ExitCode;
import io.github.bmt4j.compare.Comparison.Side;
import io.github.bmt4j.compare.Conditions;
import io.github.bmt4j.compare.Conditions.Differing;
import io.github.bmt4j.experiment.Given;
import io.github.bmt4j.experiment.ReportWriter;
import io.github.bmt4j.experiment.ResultFolder;
import io.github.bmt4j.experiment.RunStore.Stored;
import io.github.bmt4j.experiment.Runner;
import io.github.bmt4j.load.run.Merge;
import io.github.bmt4j.load.run.RunResult;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code bmt merge}: runs of several clients at the same time become one stored result. */
@Command(
    name = "merge",
    customSynopsis = "${COMMAND-FULL-NAME} <run> <run>… -o <folder> [options]",
    description = {
      "Merges runs that several clients made at the same time into one result.",
      "",
      "Counts are added up, and percentiles are those of all operations together. The scenarios may"
          + " differ only in threads, rate, events, target and seed, and the measurements must"
          + " overlap by 95 %% by their clients' clocks."
    },
    footer = {"  ${COMMAND-FULL-NAME} host1/runs/2026… host2/runs/2026… -o both"})
public final class MergeCommand extends BmtCommand {
  private static final Pattern OF_A_PART =
      Pattern.compile(
          "/scenario/(target|load/(threads|rate|dealt/.*)|times/events)|/environment/driver/url");

  @Parameters(
      index = "0..*",
      arity = "2..*",
      paramLabel = "<run>",
      description = "a folder, or an id in --runs-dir (or its beginning)")
  List<String> named;

  @Option(
      names = {"-o", "--folder"},
      paramLabel = "<folder>",
      required = true,
      description = "a new folder for the result")
  Path folder;

  @Mixin StoreOptions store;

  @Override
  public Integer call() {
    ReportWriter writer = store.writer(RunResult.KIND, context.screen());
    List<Stored> runs = named.stream().map(store.runsDir.store()::read).toList();
    Checks.check(
        runs.stream().map(one -> one.result().id()).distinct().count() == runs.size(),
        "a run is given twice");
    Merge merge = new Merge(runs);
    List<Differing> differing =
        Conditions.differing(runs.stream().map(one -> new Side("", List.of(one))).toList()).stream()
            .filter(one -> !OF_A_PART.matcher(one.key()).matches())
            .toList();
    for (Differing one : differing) {
      Checks.check(
          !one.key().startsWith("/scenario/"), "the runs are not parts of one load: " + one.text());
    }
    Runner.Outcome<RunResult> outcome =
        merge.store(
            ResultFolder.named(folder, new Given(store.labels(), List.of())),
            differing.stream().map(Differing::text).toList());
    writer.ended(outcome);
    return ExitCode.of(outcome.result());
  }
}
