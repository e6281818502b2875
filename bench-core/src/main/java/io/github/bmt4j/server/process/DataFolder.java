package io.github.bmt4j.server.process;

import static io.github.bmt4j.report.Lines.words;

import io.github.bmt4j.failure.BadInputException;
import io.github.bmt4j.failure.CloseOnFailure;
import io.github.bmt4j.failure.TargetException;
import io.github.bmt4j.jdbc.ServerProduct;
import io.github.bmt4j.os.Folders;
import io.github.bmt4j.os.HeldLock;
import io.github.bmt4j.progress.Progress;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Data folder of a server: a folder that the user keeps from command to command, or one that is
 * removed with the command. A kept folder has a file that marks it as bmt's and names the server of
 * its data; data in it are complete or absent.
 */
final class DataFolder implements AutoCloseable {
  private static final String MARK = "bmt4j-data";
  private static final String LOCK = "bmt4j-lock";
  private static final int ORPHAN_PATIENCE_SECONDS = 60;

  private final Path data;
  private final @Nullable HeldLock lock;

  private DataFolder(Path data, @Nullable HeldLock lock) {
    this.data = data;
    this.lock = lock;
  }

  /** A folder for data that is deleted at the end. */
  static DataFolder passing(ServerFolder run) {
    return new DataFolder(run.place().data(), null);
  }

  /**
   * A folder that the user keeps, for this server alone.
   *
   * @throws BadInputException when the folder contains something else
   * @throws TargetException when another command uses it
   */
  static DataFolder kept(Path folder, ServerProduct version, Progress progress)
      throws TargetException {
    try {
      check(folder, version);
      Path real = Folders.own(folder, "--data-dir");
      HeldLock lock =
          HeldLock.tryHold(real.resolve(LOCK))
              .orElseThrow(
                  () ->
                      new TargetException(
                          "--data-dir " + folder + " is in use by another command"));
      DataFolder kept = new DataFolder(real.resolve("data"), lock);
      try (CloseOnFailure opened = new CloseOnFailure(kept::close)) {
        Files.writeString(real.resolve(MARK), version.series() + "\n");
        kept.endWhatWasLeft(progress);
        opened.succeeded();
        return kept;
      }
    } catch (IOException e) {
      throw new TargetException("--data-dir " + folder + " cannot be used: " + e, e);
    }
  }

  private void endWhatWasLeft(Progress progress) {
    for (ProcessHandle orphan : ServerRecord.serving(data)) {
      progress.say("Ending a server that a killed command had left on " + data.getParent());
      ServerRecord.end(orphan, ORPHAN_PATIENCE_SECONDS);
    }
  }

  /**
   * Makes sure that a folder is new, empty or bmt's own; touches nothing.
   *
   * @throws BadInputException when it is not, or cannot be read
   */
  static void check(Path folder) {
    BadInputException.check(
        !Files.exists(folder) || Files.isDirectory(folder),
        "--data-dir",
        " " + folder + " is not a folder");
    List<Path> others;
    try {
      others = Folders.children(folder).stream().filter(child -> !child.endsWith(LOCK)).toList();
    } catch (IOException e) {
      throw new BadInputException(
          "--data-dir",
          " " + folder + " cannot be read: choose another folder, or become its owner");
    }
    BadInputException.check(
        others.isEmpty() || Files.isRegularFile(folder.resolve(MARK)),
        "--data-dir",
        " " + folder + " holds files that are not bmt's: choose an empty or a new folder");
  }

  private static void check(Path folder, ServerProduct version) throws IOException {
    check(folder);
    Path mark = folder.resolve(MARK);
    if (!Files.exists(mark)) {
      return;
    }
    String written = Files.readString(mark).strip();
    BadInputException.check(
        written.equals(version.series()),
        "--data-dir",
        words(
            " %s holds data of %s, which %s does not take: choose another folder or"
                + " another --target",
            folder, written, version));
  }

  Path data() {
    return data;
  }

  boolean isKept() {
    return lock != null;
  }

  boolean isInitialised() {
    return Files.isDirectory(data);
  }

  /**
   * Path at which data are created, before {@link #initialised} moves them into place; it does not
   * exist.
   */
  Path partial() throws IOException {
    Path partial = data.resolveSibling("data.partial");
    Folders.delete(partial);
    return partial;
  }

  /** Moves the data in {@link #partial} into place. */
  void initialised() throws IOException {
    Files.move(data.resolveSibling("data.partial"), data, StandardCopyOption.ATOMIC_MOVE);
  }

  /** Releases the folder. */
  @Override
  public void close() {
    if (lock != null) {
      try {
        lock.close();
      } catch (IOException e) {
        // Freed at the latest when this process ends.
      }
    }
  }
}
