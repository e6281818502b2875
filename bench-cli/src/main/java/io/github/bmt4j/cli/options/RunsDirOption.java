package io.github.bmt4j.cli.options;

import io.github.bmt4j.cli.options.Marked.Mark;
import io.github.bmt4j.experiment.RunStore;
import io.github.bmt4j.failure.BadInputException;
import java.io.IOException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Option;

/** The folder of stored results. */
public final class RunsDirOption {
  /** The variable with the folder if the option is not given. */
  public static final String VARIABLE = "BMT_RUNS_DIR";

  public static final String NAME = "--runs-dir";

  /**
   * Tries, because commands that check one folder at the same time disturb each other for
   * microseconds.
   */
  private static final int TRIES = 50;

  @Marked(Mark.OF_SERIES)
  @Option(
      names = NAME,
      paramLabel = "<folder>",
      defaultValue = "runs",
      description = "where runs are stored (default ${DEFAULT-VALUE}); also " + VARIABLE)
  public Path folder;

  /** The results in it. */
  public RunStore store() {
    return new RunStore(folder);
  }

  /**
   * Makes sure that results can be stored in it, and leaves no new folder.
   *
   * @throws BadInputException when results cannot be stored
   */
  void checkWritable() {
    Path whole = folder.toAbsolutePath().normalize();
    boolean made = false;
    for (int tries = 0; !made && tries < TRIES; tries++) {
      made = canBeMade(whole);
    }
    String problem = Files.isDirectory(whole) ? ": cannot be written to" : ": cannot be created";
    BadInputException.check(made, NAME, "=" + folder + problem + "; choose another folder");
  }

  /** False also if another command, which checks the same folder, deletes it meanwhile. */
  private boolean canBeMade(Path whole) {
    List<Path> missing = new ArrayList<>();
    for (Path part = whole; part != null && Files.notExists(part); part = part.getParent()) {
      missing.add(part);
    }
    try {
      Files.createDirectories(whole);
      boolean writable = Files.isWritable(whole);
      for (Path part : missing) {
        Files.deleteIfExists(part);
      }
      return writable;
    } catch (DirectoryNotEmptyException e) {
      return true; // Another command has begun to use it.
    } catch (IOException e) {
      return false;
    }
  }

  /**
   * The value of a label that the user named.
   *
   * @param option option by which it was given
   * @param named the value; latest means the label's value in the newest result that has one
   */
  public String latest(String option, String label, String named) {
    if (!named.equals("latest")) {
      return named;
    }
    Deque<String> values = new ArrayDeque<>();
    store().each(one -> Optional.ofNullable(one.labels().get(label)).ifPresent(values::add));
    Checks.check(
        !values.isEmpty(), option, "=latest: no result in " + folder + " belongs to a " + label);
    return values.getLast();
  }

  /** The option with its value, for another command. */
  public String word() {
    return NAME + "=" + folder;
  }
}
