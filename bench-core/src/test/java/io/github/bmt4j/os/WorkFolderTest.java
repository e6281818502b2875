package io.github.bmt4j.os;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What becomes of temporary folders whose process was killed. */
class WorkFolderTest {
  private static final String NAME = "bmt-work";

  /** The system's folder of temporary files, which all users share. */
  @TempDir Path tmp;

  @Test
  void folderOfAKilledProcessIsDeletedByTheNextAndOneInUseIsNot() throws Exception {
    try (WorkFolder first = create()) {
      Path users = Folders.parent(Folders.parent(first.path()));
      assertThat(Files.getPosixFilePermissions(users))
          .isEqualTo(PosixFilePermissions.fromString("rwx------"));
      Path left = left(users);
      Path others = Files.move(left(users), users.resolve("bmt-other1"));
      Path unready = Files.createTempDirectory(users, NAME);
      try (WorkFolder second = create()) {
        assertThat(left).doesNotExist();
        assertThat(others).doesNotExist();
        assertThat(first.path()).isDirectory().isNotEqualTo(second.path());
      }
      assertThat(first.path()).isDirectory();
      assertThat(Folders.children(users)).hasSize(2).contains(unready);
    }
  }

  @Test
  void nothingIsDeletedThatAnotherUserCouldHaveMade() throws Exception {
    Path others = left(tmp);
    try (WorkFolder own = create()) {
      assertThat(own.path()).isDirectory();
      assertThat(others.resolve("work/log")).exists();
    }
  }

  @Test
  void aFolderOfThisUsersNameThatIsALinkIsNotUsed() throws Exception {
    Path target = Files.createDirectory(tmp.resolve("target"));
    Files.setPosixFilePermissions(target, PosixFilePermissions.fromString("rwxr-xr-x"));
    Path others = left(target);
    String user = System.getProperty("user.name").replaceAll("\\W", "_");
    Files.createSymbolicLink(tmp.resolve("bmt4j-" + user), target);

    try (WorkFolder own = create()) {
      assertThat(Folders.parent(Folders.parent(own.path()))).isEqualTo(tmp);
    }
    assertThat(others.resolve("work/log")).exists();
    assertThat(Files.getPosixFilePermissions(target))
        .isEqualTo(PosixFilePermissions.fromString("rwxr-xr-x"));
  }

  /** A program that runs cannot be written, not even by root. */
  @Test
  void aLockThatCannotBeOpenedIsLeftAlone() throws Exception {
    try (WorkFolder first = create()) {
      Path others = Files.createTempDirectory(Folders.parent(Folders.parent(first.path())), NAME);
      Path lock = Files.copy(Path.of("/bin/sleep"), others.resolve("lock"));
      Files.setPosixFilePermissions(lock, PosixFilePermissions.fromString("rwx------"));
      Process running = new ProcessBuilder(lock.toString(), "60").start();
      try (WorkFolder own = create()) {
        assertThat(own.path()).isDirectory();
        assertThat(others).isDirectory();
      } finally {
        running.destroyForcibly().waitFor();
      }
    }
  }

  @Test
  void itIsInTheUsersCacheWhereThatTakesIt() throws Exception {
    Path cache = tmp.resolve("cache/work");
    try (WorkFolder own = WorkFolder.createIn(cache, tmp, NAME)) {
      assertThat(own.path()).startsWith(cache);
    }
    assertThat(cache).isEmptyDirectory();
    assertThat(Folders.children(tmp)).containsExactly(tmp.resolve("cache"));
  }

  /** Without a home the cache has no place: user without a name, HOME unset. */
  @Test
  void withoutAHomeItIsAmongTemporaryFiles() throws Exception {
    try (WorkFolder own = WorkFolder.createIn(Path.of("?/.cache/bmt4j/work"), tmp, NAME)) {
      assertThat(own.path()).startsWith(tmp);
    }
    assertThat(Path.of("?")).doesNotExist();
  }

  @Test
  void aCacheThatOthersCanWriteToIsNotUsed() throws Exception {
    Path cache = Files.createDirectory(tmp.resolve("cache"));
    Files.setPosixFilePermissions(cache, PosixFilePermissions.fromString("rwxrwxrwx"));
    Path work = Files.createDirectory(cache.resolve("work"));
    Path left = left(work);
    try (WorkFolder own = WorkFolder.createIn(work, tmp, NAME)) {
      assertThat(own.path().toString()).doesNotContain("cache");
    }
    assertThat(left.resolve("work/log")).exists();
  }

  private WorkFolder create() throws IOException {
    return WorkFolder.createIn(Path.of("no place"), tmp, NAME);
  }

  private static Path left(Path parent) throws IOException {
    Path left = Files.createTempDirectory(parent, NAME);
    Files.createFile(left.resolve("lock"));
    Files.writeString(Files.createDirectory(left.resolve("work")).resolve("log"), "text");
    return left;
  }
}
