package io.github.bmt4j.cli.command;

import static io.github.bmt4j.report.Lines.words;

import io.github.bmt4j.cli.screen.ExitCode;
import io.github.bmt4j.option.DeclaredOption;
import io.github.bmt4j.workload.Catalogue;
import io.github.bmt4j.workload.Workload;
import io.github.bmt4j.workload.WorkloadInfo;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code bmt list}: the workloads, or the options of one. */
@Command(
    name = "list",
    customSynopsis = "${COMMAND-FULL-NAME} [<workload>]",
    description = "Lists the workloads, or the options of one.")
public final class ListCommand extends BmtCommand {

  @Parameters(
      index = "0",
      arity = "0..1",
      paramLabel = "<workload>",
      description = "the workload whose options are listed")
  @Nullable String workload;

  @Override
  public Integer call() {
    if (workload == null) {
      Catalogue.all().forEach(this::line);
    } else {
      options(Catalogue.byName(workload).info());
    }
    return ExitCode.VALID;
  }

  private void line(Workload listed) {
    line(words("%-24s %s", listed.info().name(), listed.info().summary()));
  }

  private void options(WorkloadInfo info) {
    line(info.name() + ", version " + info.version() + ": " + info.summary());
    for (DeclaredOption<?> spec : info.params()) {
      line(
          words(
              "  --%-20s  %-12s  %s%s",
              spec.name(),
              spec.usualText(),
              spec.description(),
              spec.choices().isEmpty() ? "" : " (" + String.join(", ", spec.choices()) + ")"));
    }
  }

  private void line(String text) {
    context.screen().wrappedLine(text);
  }
}
