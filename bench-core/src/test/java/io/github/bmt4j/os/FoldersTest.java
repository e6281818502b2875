package io.github.bmt4j.os;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.github.bmt4j.failure.BadInputException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Attacks of another user of this machine on folders that are found by their names. */
class FoldersTest {
  private static final int FILES = 4_000;
  private static final int NOBODY = 65_534;

  @TempDir Path temp;

  @BeforeEach
  void needsTwoUsers() throws IOException {
    assumeTrue(System.getProperty("user.name").equals("root"), "only root can act as two users");
    Files.setPosixFilePermissions(temp, PosixFilePermissions.fromString("rwxr-xr-x"));
  }

  @Test
  void aFolderThatIsSwappedForALinkWhileItIsDeletedCostsNothingElse() throws Exception {
    Path swept = folder("swept");
    Path precious = filled(folder("precious"));
    Path sub = filled(Files.createDirectory(swept.resolve("sub")));
    give(sub);
    give(swept);
    Process attack =
        asNobody(
            "cd $0; echo ready; while [ -e sub/0 ] && [ -e sub/3999 ] && [ -e sub/777 ]; do :;"
                + " done; mv sub gone; ln -s $1 sub; sleep 60",
            swept,
            precious);
    try {
      try {
        Folders.delete(swept);
      } catch (IOException e) {
        // Refused: what the other user has put there is no matter.
      }
      assertThat(Folders.children(precious)).hasSize(FILES);
    } finally {
      attack.destroyForcibly().waitFor();
    }
  }

  /** Names of the files are the same in both, so that one is found whichever is opened. */
  @Test
  void aFolderThatIsSwappedForALinkWhileItIsCopiedGivesNothingElseAway() throws Exception {
    Path copied = folder("copied");
    Path sub = filled(Files.createDirectory(copied.resolve("sub")));
    Path precious = filled(folder("precious"));
    for (Path secret : Folders.children(precious)) {
      Files.writeString(secret, "secret");
    }
    give(sub);
    give(copied);
    Process attack =
        asNobody(
            "cd $0; echo ready; while :; do mv sub gone; ln -s $1 sub; rm sub; mv gone sub; done",
            copied,
            precious);
    try {
      int whole = 0;
      for (int i = 0; i < 1_000 && whole < 3; i++) {
        Path copy = temp.resolve("copy" + i);
        try {
          Folders.copyPrivate(copied, copy);
        } catch (IOException e) {
          // The link was there, or nothing.
        }
        List<Path> files = Folders.children(copy.resolve("sub"));
        whole += files.size() == FILES ? 1 : 0;
        assertThat(files).allMatch(file -> file.toFile().length() == 0);
      }
      assertThat(whole).as("copies of the folder itself").isPositive();
    } finally {
      attack.destroyForcibly().waitFor();
    }
  }

  @Test
  void aCopyHasTheFilesForItsOwnerAloneAndNoLinks() throws Exception {
    Path from = folder("from");
    Files.writeString(Files.createDirectory(from.resolve("sub")).resolve("file"), "text");
    Files.createSymbolicLink(from.resolve("link"), folder("precious"));
    Path to = temp.resolve("to");
    Folders.copyPrivate(from, to);
    assertThat(Folders.children(to)).containsExactly(to.resolve("sub"));
    assertThat(to.resolve("sub/file")).hasContent("text");
    assertThat(Files.getPosixFilePermissions(to.resolve("sub/file")))
        .isEqualTo(PosixFilePermissions.fromString("rw-------"));
    assertThat(Files.getPosixFilePermissions(to.resolve("sub")))
        .isEqualTo(PosixFilePermissions.fromString("rwx------"));
  }

  @Test
  void aLinkIsDeletedNotFollowed() throws Exception {
    Path precious = folder("precious");
    Files.writeString(precious.resolve("file"), "text");
    Path swept = folder("swept");
    Files.createSymbolicLink(swept.resolve("link"), precious);
    Files.createSymbolicLink(swept.resolve("nowhere"), temp.resolve("nothing"));
    Files.createSymbolicLink(temp.resolve("whole"), precious);
    Folders.delete(swept);
    Folders.delete(temp.resolve("whole"));
    Folders.delete(temp.resolve("nothing/at all"));
    assertThat(Folders.children(temp)).containsExactly(precious);
    assertThat(precious.resolve("file")).exists();
  }

  @Test
  void aFolderOfAnotherUserOrBelowOneIsRefused() throws Exception {
    Path others = folder("others");
    give(others);
    refused(others, others + " belongs to another user");
    Path below = Files.createDirectory(others.resolve("below"));
    Files.setPosixFilePermissions(others, PosixFilePermissions.fromString("rwxrwxrwx"));
    Files.setAttribute(others, "unix:uid", 1);
    refused(below, others + " belongs to another user");
    assertThat(below).isEmptyDirectory();
  }

  @ParameterizedTest
  @ValueSource(strings = {"rwxrwxrwx", "rwx----w-"})
  void aFolderInWhichOthersCanWriteIsRefused(String rights) throws Exception {
    Path open = folder("open");
    Files.setPosixFilePermissions(open, PosixFilePermissions.fromString(rights));
    refused(open, "other users can write to " + open);
    refused(open.resolve("new"), "other users can write to " + open);
    assertThat(open).isEmptyDirectory();
  }

  @Test
  void aFolderOfAGroupIsRefusedUnlessTheGroupIsTheOwnersAlone() throws Exception {
    Path shared = folder("shared");
    Files.setPosixFilePermissions(shared, PosixFilePermissions.fromString("rwxrwxr-x"));
    assertThat(Folders.own(shared, "--x")).isEqualTo(shared);
    Files.setAttribute(shared, "unix:gid", NOBODY);
    refused(shared, "other users can write to " + shared);
  }

  @Test
  void belowAFolderSuchAsTmpAUserHasFolders() throws Exception {
    Path tmp = folder("tmp");
    Files.setAttribute(tmp, "unix:mode", 01777);
    Path own = Folders.own(tmp.resolve("own"), "--x");
    assertThat(own).isEmptyDirectory();
    refused(tmp, "other users can write to " + tmp);
    Path link = Files.createSymbolicLink(temp.resolve("link"), own);
    assertThat(Folders.own(link, "--x")).as("what a link points to now").isEqualTo(own);
  }

  @Test
  void aLockThatIsALinkIsNotOpened() throws Exception {
    Path target = temp.resolve("target");
    Files.createSymbolicLink(temp.resolve("lock"), target);
    assertThatThrownBy(() -> HeldLock.tryHold(temp.resolve("lock")))
        .isInstanceOf(IOException.class);
    assertThat(target).doesNotExist();
  }

  private static void refused(Path folder, String reason) {
    assertThatThrownBy(() -> Folders.own(folder, "--x"))
        .isInstanceOf(BadInputException.class)
        .hasMessage(reason + ": name another --x");
  }

  private Path folder(String name) throws IOException {
    return Files.createDirectory(temp.resolve(name));
  }

  private static Path filled(Path folder) throws IOException {
    for (int i = 0; i < FILES; i++) {
      Files.createFile(folder.resolve(String.valueOf(i)));
    }
    return folder;
  }

  private static void give(Path path) throws IOException {
    Files.setAttribute(path, "unix:uid", NOBODY);
  }

  private static Process asNobody(String script, Path... words) throws Exception {
    List<String> command =
        new ArrayList<>(
            List.of(
                "setpriv", "--reuid=" + NOBODY, "--regid=" + NOBODY, "--clear-groups", "sh", "-c"));
    command.add(script);
    for (Path word : words) {
      command.add(word.toString());
    }
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    assertThat(process.inputReader().readLine()).isEqualTo("ready");
    assertThat(process.waitFor(0, TimeUnit.SECONDS)).isFalse();
    return process;
  }
}
