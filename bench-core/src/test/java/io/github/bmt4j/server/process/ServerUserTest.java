package io.github.bmt4j.server.process;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.github.bmt4j.os.Folders;
import io.github.bmt4j.progress.Progress;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.nio.file.attribute.UserPrincipalNotFoundException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ServerUserTest {
  @TempDir Path cache;

  /** Without its lock the next command would take the folder for one that was left, and kill. */
  @Test
  void aFolderWhoseContentsAreGivenToTheAccountKeepsItsLock() throws Exception {
    Path locks = Path.of("/proc/locks");
    assumeTrue(ServerUser.isNeeded() && Files.exists(locks) && hasAccount());
    try (ServerFolder folder = ServerFolder.create(cache, Progress.SILENT)) {
      String lock =
          ":" + Files.getAttribute(folder.place().path().resolve("lock"), "unix:ino") + " ";
      assertThat(locks).content().contains(lock);

      given(folder);

      assertThat(locks).content().contains(lock);
    }
  }

  /** As root, bmt writes there: the log, statements with passwords, data of a new node. */
  @Test
  void theAccountExchangesNothingInTheFolderOfItsServer() throws Exception {
    assumeTrue(ServerUser.isNeeded() && hasAccount());
    Files.setPosixFilePermissions(cache, PosixFilePermissions.fromString("rwxr-xr-x"));
    try (ServerFolder folder = ServerFolder.create(cache, Progress.SILENT)) {
      ServerPlace node = given(folder);

      assertThat(asAccount(node, "echo 1 > data/file && echo 2 > tmp/file && cat init.sql"))
          .isEqualTo("SELECT 1;");
      String attack =
          "mv data gone; ln -s / data; rm -f init.sql; ln -s / server.log; ln -s / server.record;"
              + " cd ..; mv node1 gone; ln -s / node1; cd ..; mv nodes gone; ln -s / nodes; ls";
      assertThat(asAccount(node, attack)).doesNotContain("node1\n", "nodes\n");
      assertThat(node.data()).isDirectory();
      assertThat(node.path().resolve("server.log")).doesNotExist();
      assertThat(node.path().resolve("server.record")).doesNotExist();
      assertThat(Files.readString(node.statements())).isEqualTo("SELECT 1;");
    }
  }

  private static ServerPlace given(ServerFolder folder) throws IOException {
    ServerPlace node = folder.place().node("node1");
    Folders.createPrivate(node.path());
    Folders.createPrivate(node.data());
    node.clear();
    Folders.writePrivate(node.statements(), "SELECT 1;");
    ServerUser.give(node);
    return node;
  }

  /** Output of a script of the account that works in the folder of its server. */
  private static String asAccount(ServerPlace node, String script) throws Exception {
    Process process =
        new ProcessBuilder(
                "setpriv",
                "--reuid=" + ServerUser.NAME,
                "--regid=" + ServerUser.NAME,
                "--clear-groups",
                "sh",
                "-c",
                script)
            .directory(node.path().toFile())
            .redirectErrorStream(true)
            .start();
    String said = new String(process.getInputStream().readAllBytes(), UTF_8);
    process.waitFor();
    return said;
  }

  private boolean hasAccount() throws Exception {
    try {
      cache.getFileSystem().getUserPrincipalLookupService().lookupPrincipalByName(ServerUser.NAME);
      return true;
    } catch (UserPrincipalNotFoundException e) {
      return false;
    }
  }
}
