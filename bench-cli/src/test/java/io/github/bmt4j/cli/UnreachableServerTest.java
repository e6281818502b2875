package io.github.bmt4j.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.bmt4j.cli.screen.ExitCode;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Servers that nobody can reach: exit code 3, one line that names them, and no password in it. */
class UnreachableServerTest {
  private static final String SECRET = "S3cr-3t'Wort";

  private final InProcess bmt = new InProcess();

  @TempDir Path folder;

  @ParameterizedTest
  @ValueSource(
      strings = {
        "--url=jdbc:mariadb://127.0.0.1:1/x --user=u",
        "--url=jdbc:mariadb://no.such.host.invalid/x --user=u",
        "--mysql-host=127.0.0.1 --mysql-port=1",
      })
  void isNamed(String target) {
    for (String command : List.of("run", "prepare", "cleanup")) {
      List<String> words = new ArrayList<>(List.of(command, "oltp_read_write"));
      words.addAll(Arrays.asList(target.split(" ")));
      words.add((target.startsWith("--mysql") ? "--mysql-password=" : "--password=") + SECRET);
      InProcess once = new InProcess();
      assertThat(once.run(words.toArray(String[]::new)))
          .as(once.err())
          .isEqualTo(ExitCode.NO_TARGET);
      isOneLine(once);
      assertThat(once.err()).containsAnyOf("127.0.0.1:1", "no.such.host.invalid");
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "jdbc:mariadb://u:%s@127.0.0.1:1/x",
        "jdbc:mariadb://u:%s@127.0.0.1/x?password=%s",
        "jdbc:mysql://u:%s@127.0.0.1:1/x",
        "jdbc:mariadb://127.0.0.1:1/x?user=u&password=%s",
        "jdbc:mariadb://127.0.0.1:port/x?password=%s",
        "jdbc:mariadb:127.0.0.1/x?user=u&password=%s",
        "jdbc:other:x?password=%s",
        "jdbc:mariadb://address=(host=127.0.0.1)(port=1)(password=%s)/x",
      })
  void passwordIsNotInTheMessage(String url) {
    int code =
        bmt.run(
            "run",
            "oltp_read_write",
            "--url",
            url.replace("%s", SECRET),
            "--runs-dir",
            folder.resolve("runs").toString());

    assertThat(code).isIn(ExitCode.BAD_INPUT, ExitCode.NO_TARGET);
    isOneLine(bmt);
    assertThat(folder.resolve("runs")).doesNotExist();
  }

  @Test
  void everySideIsReachedBeforeTheFirstRun() throws IOException {
    try (ServerSocket listening = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      int code =
          bmt.run(
              "run",
              "oltp_read_write",
              "--url=jdbc:mariadb://127.0.0.1:" + listening.getLocalPort() + "/x",
              "--against=--url=jdbc:mariadb://127.0.0.1:1/x",
              "--runs-dir=" + folder.resolve("runs"));

      assertThat(code).isEqualTo(ExitCode.NO_TARGET);
      assertThat(bmt.err())
          .isEqualTo("bmt: cannot use side B: no program listens at 127.0.0.1:1\n");
    }
  }

  private static void isOneLine(InProcess bmt) {
    assertThat(bmt.out()).isEmpty();
    assertThat(bmt.err().lines()).singleElement().asString().startsWith("bmt: ");
    assertThat(bmt.err()).doesNotContain("\tat ", "Exception", SECRET);
  }
}
