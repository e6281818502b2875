package io.github.bmt4j.cli;

import io.github.bmt4j.experiment.RunStore;
import io.github.bmt4j.failure.BadInputException;
import java.io.IOException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Option;

/** The folder of stored results. */
@SuppressWarnings("NullAway.Init")
final class RunsDirOption {
  /** The variable that has the folder where the option is not given. */
  static final String VARIABLE = "BMT_RUNS_DIR";

  static final String NAME = "--runs-dir";

  @Option(
      names = NAME,
      paramLabel = "<folder>",
      defaultValue = "runs",
      description = "where runs are stored (default ${DEFAULT-VALUE}); also " + VARIABLE)
  Path folder;

  /** The results in it. */
  RunStore store() {
    return new RunStore(folder);
  }

  /**
   * Makes sure that results can be stored in it, and leaves no folder that was not there.
   *
   * @throws BadInputException when they cannot
   */
  void checkWritable() {
    Path whole = folder.toAbsolutePath().normalize();
    List<Path> missing = new ArrayList<>();
    for (Path part = whole; part != null && Files.notExists(part); part = part.getParent()) {
      missing.add(part);
    }
    try {
      Files.createDirectories(whole);
      if (!Files.isWritable(whole)) {
        throw new BadInputException(word() + ": cannot be written to; choose another folder");
      }
      for (Path part : missing) {
        Files.deleteIfExists(part);
      }
    } catch (DirectoryNotEmptyException e) {
      // Another command has begun to use it.
    } catch (IOException e) {
      throw new BadInputException(word() + ": cannot be made; choose another folder");
    }
  }

  /** The option with its value, for another command. */
  String word() {
    return NAME + "=" + folder;
  }
}
