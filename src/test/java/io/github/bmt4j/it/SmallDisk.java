package io.github.bmt4j.it;

import static org.junit.jupiter.api.Assumptions.abort;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/**
 * A file system in memory that is soon full. Only root can mount one: elsewhere the test aborts.
 */
record SmallDisk(Path path) implements AutoCloseable {
  /**
   * Mounts one.
   *
   * @param size in the words of mount, such as 300m
   */
  static SmallDisk mount(String size) throws IOException, InterruptedException {
    Path path = Bmt.newFolder("disk");
    if (!run("mount", "-t", "tmpfs", "-o", "size=" + size, "tmpfs", path.toString())) {
      String line = "LEFT OUT: tests on a full disk, because only root can mount a small one";
      System.err.println("\n" + line + "\n");
      abort(line);
    }
    return new SmallDisk(path);
  }

  @Override
  public void close() throws IOException, InterruptedException {
    run("umount", path.toString());
  }

  private static boolean run(String... command) throws IOException, InterruptedException {
    try {
      return new ProcessBuilder(List.of(command)).start().waitFor() == 0;
    } catch (IOException e) {
      return false; // there is no such program
    }
  }
}
