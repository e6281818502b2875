package io.github.bmt4j.failover;

import io.github.bmt4j.failure.TargetException;
import io.github.bmt4j.os.WorkFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** A folder for the temporary files of trials. */
public final class TrialFolder implements AutoCloseable {
  private final WorkFolder work;

  private TrialFolder(WorkFolder work) {
    this.work = work;
  }

  /**
   * Makes it among the system's temporary files.
   *
   * @param name beginning of its name
   */
  public static TrialFolder create(String name) throws TargetException {
    try {
      return new TrialFolder(WorkFolder.create(name));
    } catch (IOException e) {
      throw unwritable(e);
    }
  }

  public Path path() {
    return work.path();
  }

  public Path folder(String name) throws TargetException {
    try {
      return Files.createDirectory(work.path().resolve(name));
    } catch (IOException e) {
      throw unwritable(e);
    }
  }

  private static TargetException unwritable(IOException cause) {
    return new TargetException("cannot write files: " + cause.getMessage(), cause);
  }

  @Override
  public void close() {
    work.close();
  }
}
