package io.github.bmt4j.cli;

import io.github.bmt4j.engine.JmhImport;
import io.github.bmt4j.experiment.ReportWriter;
import io.github.bmt4j.experiment.Runner;
import io.github.bmt4j.failure.TargetException;
import io.github.bmt4j.measure.Clock;
import io.github.bmt4j.result.JmhResult;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** {@code bmt import-jmh}: a result file of JMH becomes a stored run. */
@Command(
    name = "import-jmh",
    customSynopsis = "${COMMAND-FULL-NAME} <file.json> [options]",
    description = {
      "Shows and judges a result file of JMH, and stores it beside the other runs.",
      "",
      "JMH writes the file with -rf json -rff <file.json>."
    },
    sortOptions = false)
@SuppressWarnings("NullAway.Init")
final class ImportJmhCommand implements Callable<Integer> {
  private final Workshop workshop;

  @Parameters(index = "0", paramLabel = "<file.json>", description = "JMH's result file")
  Path file;

  @Mixin StoreOptions store;

  ImportJmhCommand(Workshop workshop) {
    this.workshop = workshop;
  }

  @Override
  public Integer call() throws TargetException {
    ReportWriter writer = store.writer(JmhResult.KIND, workshop.screen());
    JmhResult result = JmhImport.read(file, Clock.SYSTEM);
    store.checkWritable();
    Runner.Outcome<JmhResult> outcome = JmhImport.store(result, store.runs());
    writer.ended(outcome);
    return ExitCode.of(outcome.result());
  }
}
