package io.github.bmt4j.server;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * A file system in memory that is soon full. Only root can mount one: elsewhere the test aborts.
 */
public record SmallDisk(Path path) implements AutoCloseable {
  /**
   * Mounts one over a folder.
   *
   * @param size in the words of mount, such as 300m
   */
  public static SmallDisk mount(Path folder, String size) throws IOException, InterruptedException {
    if (!run("mount", "-t", "tmpfs", "-o", "size=" + size, "tmpfs", folder.toString())) {
      ItServers.leaveOut("tests on a full disk", "only root can mount a small one", "root");
    }
    return new SmallDisk(folder);
  }

  /** Lets a file of another program take all but some bytes. */
  public void fill(long left) throws IOException {
    byte[] megabyte = new byte[1 << 20];
    try (OutputStream file = Files.newOutputStream(path.resolve("filler"))) {
      while (Files.getFileStore(path).getUsableSpace() > left) {
        file.write(megabyte);
      }
    } catch (IOException e) {
      if (Files.getFileStore(path).getUsableSpace() > left + megabyte.length) {
        throw e;
      }
    }
  }

  @Override
  public void close() throws IOException, InterruptedException {
    run("umount", "-l", path.toString());
  }

  private static boolean run(String... command) throws InterruptedException {
    try {
      return new ProcessBuilder(List.of(command)).start().waitFor() == 0;
    } catch (IOException e) {
      return false; // there is no such program
    }
  }
}
