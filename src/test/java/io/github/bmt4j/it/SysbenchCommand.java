package io.github.bmt4j.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.bmt4j.server.ItServers;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The real sysbench. A machine without it leaves the test out aloud. */
final class SysbenchCommand {
  private static final int PATIENCE_SECONDS = 60;

  private SysbenchCommand() {}

  /** Runs a script on a database to its good end, and gives what it wrote. */
  static String run(Database database, String script, String command, String... more) {
    Matcher port = Pattern.compile(":(\\d+)/").matcher(database.url());
    assertThat(port.find()).isTrue();
    List<String> words =
        new ArrayList<>(
            List.of(
                ItServers.sysbench().toString(),
                script,
                "--mysql-host=127.0.0.1",
                "--mysql-port=" + port.group(1),
                "--mysql-user=" + database.user(),
                "--mysql-password=" + database.password(),
                "--mysql-db=" + database.name()));
    words.addAll(List.of(more));
    words.add(command);
    File log = Bmt.newFolder("sysbench").resolve("log").toFile();
    try {
      Process process =
          new ProcessBuilder(words).redirectErrorStream(true).redirectOutput(log).start();
      boolean ended = process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS);
      process.destroyForcibly();
      String report = Ended.text(log.toPath());
      assertThat(ended).as(report).isTrue();
      assertThat(process.exitValue()).as(report).isZero();
      return report;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }
}
