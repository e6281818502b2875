package io.github.bmt4j.cli.command;

import io.github.bmt4j.cli.options.StoreOptions;
import io.github.bmt4j.cli.screen.ExitCode;
import io.github.bmt4j.clock.Clock;
import io.github.bmt4j.experiment.ReportWriter;
import io.github.bmt4j.experiment.Runner;
import io.github.bmt4j.failure.TargetException;
import io.github.bmt4j.jmhfile.JmhImport;
import io.github.bmt4j.jmhfile.JmhResult;
import java.nio.file.Path;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** {@code bmt import-jmh}: a result file of JMH becomes a stored run. */
@Command(
    name = "import-jmh",
    customSynopsis = "${COMMAND-FULL-NAME} <file.json> [options]",
    description = {
      "Shows and judges a result file of JMH, and stores it with the other runs.",
      "",
      "JMH writes the file with -rf json -rff <file.json>."
    })
public final class ImportJmhCommand extends BmtCommand {

  @Parameters(index = "0", paramLabel = "<file.json>", description = "JMH's result file")
  Path file;

  @Mixin StoreOptions store;

  @Override
  public Integer call() throws TargetException {
    ReportWriter writer = store.writer(JmhResult.KIND, context.screen());
    JmhResult result = JmhImport.read(file, Clock.SYSTEM);
    store.checkWritable();
    Runner.Outcome<JmhResult> outcome = JmhImport.store(result, store.runs(), store.labels());
    writer.ended(outcome);
    return ExitCode.of(outcome.result());
  }
}
