package io.github.bmt4j.cli.options;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.bmt4j.cli.InProcess;
import io.github.bmt4j.failure.BadInputException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ConfigFileTest {
  @TempDir Path folder;

  @Test
  void itsOptionsStandInThePlaceOfTheOptionThatNamesIt() throws IOException {
    Path file = file("# sysbench\n\nthreads=4\ntable_size = 77\nskip_trx\n");

    assertThat(expanded(words("run", "x", "--config-file=" + file, "--time=1")))
        .containsExactly("run", "x", "--threads=4", "--table_size=77", "--skip_trx", "--time=1");
    assertThat(expanded(words("run", "--config_file", file.toString(), "x")))
        .containsExactly("run", "--threads=4", "--table_size=77", "--skip_trx", "x");
  }

  @Test
  void anOptionThatFollowsReplacesThatOfTheFile() throws IOException {
    Path file = file("threads=4\ntable_size=77\n");

    assertThat(expanded(words("--config-file=" + file, "--threads=8", "--table-size=1")))
        .containsExactly("--threads=8", "--table-size=1");
  }

  @Test
  void anOptionIsReplacedUnderItsOtherNameToo() throws IOException {
    Path file = file("num-threads=4\ntime=9\n");

    assertThat(expanded(words("--config-file=" + file, "--threads=8", "--max_time=1")))
        .containsExactly("--threads=8", "--max_time=1");
  }

  @Test
  void whatMayBeRepeatedReplacesNothing() throws IOException {
    Path file = file("threads=4\nserver-option=a=1\ntable-size=5\n");
    String[] after = {"--server-option=b=2", "--against", "--threads=8"};

    assertThat(
            expanded(
                Stream.concat(Stream.of("--config-file=" + file), Stream.of(after))
                    .toArray(String[]::new)))
        .containsExactly(
            "--threads=4",
            "--server-option=a=1",
            "--table-size=5",
            "--server-option=b=2",
            "--against",
            "--threads=8");
  }

  @Test
  void aValueMayHaveAnEqualsSign() throws IOException {
    Path file = file("mysql-password=a = b\n");

    assertThat(expanded(words("--config-file=" + file))).containsExactly("--mysql-password=a = b");
  }

  @Test
  void namesNothingThatIsExecuted() throws IOException {
    Path file = file("threads=4\nsample_command = touch /tmp/x\n");
    assertThatThrownBy(() -> expanded(words("--config-file=" + file)))
        .isInstanceOf(BadInputException.class)
        .hasMessage(
            "--config-file="
                + file
                + ": sample-command has something executed: give it on the command line");
  }

  private Path file(String text) throws IOException {
    return Files.writeString(folder.resolve("sysbench.cnf"), text);
  }

  private static String[] expanded(String... words) {
    return ConfigFile.expanded(
        words, OptionNames.repeated(InProcess.commands(name -> name.equals("run"))));
  }

  private static String[] words(String... words) {
    return words;
  }
}
