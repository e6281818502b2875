package io.github.bmt4j.os;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** A folder for temporary files of a run, which only its owner may read. */
public final class WorkFolder implements AutoCloseable {
  private final Path path;

  private WorkFolder(Path path) {
    this.path = path;
  }

  /**
   * Makes it among the system's temporary files.
   *
   * @param name what its name begins with
   */
  public static WorkFolder create(String name) throws IOException {
    return new WorkFolder(Folders.createPrivate(Files.createTempDirectory(name).resolve("work")));
  }

  public Path path() {
    return path;
  }

  @Override
  public void close() {
    try {
      Folders.delete(Folders.parent(path));
    } catch (IOException e) {
      // A folder of temporary files stays; the system cleans it.
    }
  }
}
