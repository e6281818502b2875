package io.github.bmt4j.os;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;

/** What becomes of temporary folders whose process was killed. */
class WorkFolderTest {
  @Test
  void folderOfAKilledProcessIsDeletedByTheNextAndOneInUseIsNot() throws Exception {
    String name = "bmt-work-" + System.nanoTime();
    Path left = Files.createTempDirectory(name);
    Files.createFile(left.resolve("lock"));
    Files.writeString(Files.createDirectory(left.resolve("work")).resolve("log"), "text");
    Path others = Files.createTempDirectory(name);
    try (WorkFolder first = WorkFolder.create(name)) {
      assertThat(left).doesNotExist();
      try (WorkFolder second = WorkFolder.create(name)) {
        assertThat(first.path()).isDirectory().isNotEqualTo(second.path());
      }
      assertThat(first.path()).isDirectory();
      assertThat(others).isDirectory();
      assertThat(Folders.children(Folders.parent(others)))
          .filteredOn(path -> path.getFileName().toString().startsWith(name))
          .hasSize(2);
    } finally {
      Folders.delete(others);
    }
  }

  /** A program that runs cannot be written, not even by root: nor can a lock of another user. */
  @Test
  void aLockThatCannotBeOpenedIsLeftAlone() throws Exception {
    String name = "bmt-work-" + System.nanoTime();
    Path others = Files.createTempDirectory(name);
    Path lock = Files.copy(Path.of("/bin/sleep"), others.resolve("lock"));
    Files.setPosixFilePermissions(lock, PosixFilePermissions.fromString("rwx------"));
    Process running = new ProcessBuilder(lock.toString(), "60").start();
    try (WorkFolder own = WorkFolder.create(name)) {
      assertThat(own.path()).isDirectory();
      assertThat(others).isDirectory();
    } finally {
      running.destroyForcibly().waitFor();
      Folders.delete(others);
    }
  }
}
