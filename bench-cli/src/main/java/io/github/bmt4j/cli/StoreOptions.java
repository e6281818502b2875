package io.github.bmt4j.cli;

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
          "text (default), or json: the stored result on standard output, and nothing else there; a load (run) also as sysbench: lines and report as sysbench 1.0.20 writes them")
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

  /** Whether the stored form is what is printed. */
  boolean json() {
    checkForm();
    return output.equals("json");
  }

  /** Refuses forms that only a load has, or nobody. */
  void checkForm() {
    Checks.check(
        !sysbench(),
        "--output=sysbench goes with a load, such as run oltp_read_write: choose text or json");
    Checks.check(
        output.equals("text") || output.equals("json"),
        "--output=" + output + ": choose text or json");
  }

  /** Whether the report is to have the form of sysbench's; only loads have that. */
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
