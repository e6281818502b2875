package io.github.bmt4j.cli;

import io.github.bmt4j.experiment.Output;
import io.github.bmt4j.experiment.ReportForm;
import io.github.bmt4j.experiment.ReportWriter;
import io.github.bmt4j.failure.BadInputException;
import java.io.IOException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Option;

/** Where a result goes. */
@Section("Result")
@SuppressWarnings("NullAway.Init")
final class StoreOptions {
  @Option(
      names = "--output",
      paramLabel = "<form>",
      defaultValue = "text",
      description =
          "text (default); json: standard output has the stored result and nothing else; sysbench: the report of a load as sysbench 1.0.20 writes it")
  String output;

  @Option(
      names = "--runs-dir",
      paramLabel = "<folder>",
      defaultValue = "runs",
      description = "where runs are stored (default ${DEFAULT-VALUE})")
  Path runs;

  /** The folder of all runs. */
  Path runs() {
    return runs;
  }

  /**
   * What shows results of a kind in the form that was asked for.
   *
   * @throws BadInputException when no form has that name, or it does not show this kind
   */
  ReportWriter writer(String kind, Output shown) {
    return ReportForm.of(output, kind).open(shown);
  }

  /** Whether the stored form is what is printed, by a command that has text and JSON only. */
  boolean json() {
    Checks.choice("--output", output, "text", "json");
    return output.equals("json");
  }

  /** Whether the report is to have sysbench's form. */
  boolean sysbench() {
    return output.equals("sysbench");
  }

  /** Makes sure that runs can be stored, and leaves no folder that was not there. */
  void checkWritable() {
    List<Path> missing = new ArrayList<>();
    for (Path folder = runs.toAbsolutePath().normalize();
        folder != null && Files.notExists(folder);
        folder = folder.getParent()) {
      missing.add(folder);
    }
    try {
      Files.createDirectories(runs.toAbsolutePath().normalize());
      if (!Files.isWritable(runs)) {
        throw new BadInputException(
            "--runs-dir=" + runs + ": cannot be written to; choose another folder");
      }
      for (Path folder : missing) {
        Files.deleteIfExists(folder);
      }
    } catch (DirectoryNotEmptyException e) {
      // Another command has begun to use it.
    } catch (IOException e) {
      throw new BadInputException("--runs-dir=" + runs + ": cannot be made; choose another folder");
    }
  }
}
