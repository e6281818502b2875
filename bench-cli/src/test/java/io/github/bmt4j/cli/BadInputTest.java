package io.github.bmt4j.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.bmt4j.cli.screen.ExitCode;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvFileSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Words that cannot work: exit code 2, one line, and no server is fetched or started. */
class BadInputTest {
  private static final Set<String> WITH_A_SERVER =
      Set.of("run", "prepare", "cleanup", "alter", "doctor", "failover", "balance", "watch");

  private static final Set<String> WITH_A_RESULT = Set.of("run", "failover", "balance", "watch");

  private final InProcess bmt = new InProcess();

  @TempDir Path folder;

  @ParameterizedTest
  @CsvFileSource(resources = "/bad-input.txt", delimiter = '|')
  void isRefusedWithOneLineThatSaysWhyBeforeAnythingIsTouched(String line, String why) {
    Path cache = folder.resolve("cache");
    Path runs = folder.resolve("runs");
    List<String> words = new ArrayList<>(Arrays.asList(line.split(" ", -1)));
    String command = words.get(0);
    if ((words.size() > 1 && WITH_A_SERVER.contains(command))
        || line.matches("lab (up|promote) .*")) {
      words.addAll(List.of("--cache-dir", cache.toString()));
    }
    if (words.size() > 1 && WITH_A_RESULT.contains(command) && !line.contains("--runs-dir")) {
      words.addAll(List.of("--runs-dir", runs.toString()));
    }
    int code = bmt.run(words.toArray(String[]::new));

    assertThat(code).as(line).isEqualTo(ExitCode.BAD_INPUT);
    assertThat(bmt.out()).isEmpty();
    assertThat(bmt.err().lines())
        .singleElement()
        .asString()
        .startsWith("bmt: ")
        .contains(why)
        .doesNotContain("\tat ", "Exception", "mistake", "S3CRET");
    assertThat(cache.resolve("servers")).doesNotExist();
    assertThat(runs).doesNotExist();
  }

  @ParameterizedTest
  @ValueSource(strings = {"run oltp_point_select", "prepare oltp_insert", "failover", "balance"})
  void aDefaultsFileWithoutAServerStartsNone(String line) throws IOException {
    Path file = Files.writeString(folder.resolve("g.cnf"), "[clinet]\nhost=db\n");

    isRefusedWithOneLineThatSaysWhyBeforeAnythingIsTouched(
        line + " --defaults-file=" + file, "g.cnf has no [client] with host, port, user");
  }

  @Test
  void aPortThatIsTakenIsRefusedBeforeAnythingIsTouched() throws IOException {
    try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      isRefusedWithOneLineThatSaysWhyBeforeAnythingIsTouched(
          "run oltp_read_write --metrics-port=" + taken.getLocalPort(),
          ": Address already in use; choose another port");
    }
  }
}
