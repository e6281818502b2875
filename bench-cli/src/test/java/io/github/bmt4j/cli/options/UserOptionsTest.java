package io.github.bmt4j.cli.options;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.bmt4j.cli.InProcess;
import io.github.bmt4j.failure.BadInputException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Options that the user's own file adds to a command line. */
class UserOptionsTest {
  @TempDir Path config;

  private final List<String> notes = new ArrayList<>();

  @Test
  void aCommandGetsItsOptionsUnlessItsLineGivesThem() throws IOException {
    Path file = file("# mine\nthreads = 4\n--percentile=99\nskip_trx\nnum-threads=8\nlabel=a=b\n");

    assertThat(added("run", "oltp_insert", "--max-time=1", "--percentile=90", "--label=c=d"))
        .containsExactly("--threads=4", "--skip-trx=on", "--threads=8", "--label=a=b");
    assertThat(notes)
        .containsExactly("from " + file + ": --threads=4 --skip-trx=on --threads=8 --label=a=b");
    notes.clear();
    assertThat(added("list")).isEmpty();
    assertThat(added("--version")).isEmpty();
    assertThat(notes).isEmpty();
  }

  @Test
  void anotherFileOrNoneIsNamedByAVariable() throws IOException {
    file("threads=4\n");
    assertThat(added(Map.of("XDG_CONFIG_HOME", config.toString(), "BMT_OPTIONS", ""), "run"))
        .isEmpty();
    Path other = Files.writeString(config.resolve("other"), "threads=5\n");
    assertThat(added(Map.of("BMT_OPTIONS", other.toString()), "run"))
        .containsExactly("--threads=5");
  }

  @Test
  void aPasswordIsNotShown() throws IOException {
    file("password=geheim\n");
    assertThat(added("run")).containsExactly("--password=geheim");
    assertThat(notes.toString()).doesNotContain("geheim");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"url=jdbc:mariadb://h/d", "target=local", "mysql-host=h", "defaults-file=f"})
  void namesNoServer(String line) throws IOException {
    Path file = file(line);
    assertThatThrownBy(() -> added("run"))
        .isInstanceOf(BadInputException.class)
        .hasMessageStartingWith(file + ": no option of this file may name a server");
  }

  @Test
  void anOptionThatNoCommandHasIsRefused() throws IOException {
    Path file = file("treads=4\n");
    assertThatThrownBy(() -> added("run"))
        .isInstanceOf(BadInputException.class)
        .hasMessage(file + ": no command has the option --treads");
  }

  private List<String> added(String... words) {
    return added(Map.of("XDG_CONFIG_HOME", config.toString()), words);
  }

  private List<String> added(Map<String, String> environment, String... words) {
    return UserOptions.added(
        List.of(words), InProcess.commands(), InProcess::commands, environment, notes);
  }

  private Path file(String text) throws IOException {
    return Files.writeString(
        Files.createDirectories(config.resolve("bmt")).resolve("options"), text);
  }
}
