package io.github.bmt4j.cli.options;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.bmt4j.cli.InProcess;
import io.github.bmt4j.cli.screen.ExitCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import picocli.CommandLine;

/** Command lines of sysbench as they are, from {@code sysbench-lines.txt}. */
class SysbenchLineTest {
  private static final Pattern WORD = Pattern.compile("(?:[^\\s']|'[^']*')+");

  private static final CommandLine BMT = InProcess.commands();

  @TempDir Path folder;

  static Stream<Arguments> lines() throws IOException {
    List<String> text =
        Files.readAllLines(Path.of("src/test/resources/sysbench-lines.txt")).stream()
            .filter(line -> !line.isBlank() && !line.startsWith("#"))
            .toList();
    List<Arguments> lines = new ArrayList<>();
    for (int i = 0; i < text.size(); i += 2) {
      lines.add(Arguments.of(text.get(i).replaceFirst("^\\S+ ", ""), text.get(i + 1)));
    }
    return lines.stream();
  }

  @Test
  void thereAreFortyLines() throws IOException {
    assertThat(lines()).hasSizeGreaterThanOrEqualTo(40);
  }

  @ParameterizedTest
  @MethodSource("lines")
  void isRunAsItIsOrRefusedWithTheReason(String line, String expected) {
    InProcess bmt = new InProcess();
    List<String> words = onRefusingPort(line);
    int code = bmt.run(words.toArray(String[]::new));

    if (expected.startsWith("!! ")) {
      assertThat(code).as(bmt.err()).isEqualTo(ExitCode.BAD_INPUT);
      assertThat(bmt.err()).hasLineCount(1).startsWith("bmt: ").contains(expected.substring(3));
    } else {
      assertThat(bmt.err()).contains("127.0.0.1:1");
      assertThat(code).as(bmt.err()).isEqualTo(ExitCode.NO_TARGET);
      assertThat(inBmtsOrder(words(line))).isEqualTo(words(expected.substring(3)));
    }
    assertThat(bmt.out()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "run oltp_read_write -h db -P 3307 -u root -p | run oltp_read_write --mysql-host=db"
            + " --mysql-port=3307 --mysql-user=root --password",
        "run oltp_read_write -hdb -P3307 -uroot -psecret | run oltp_read_write --mysql-host=db"
            + " --mysql-port=3307 --mysql-user=root --password=secret",
        "-h db run oltp_insert -p --threads=2 | run oltp_insert --mysql-host=db --threads=2"
            + " --password",
        "prepare oltp_insert --host=db --port 3307 --database=d | prepare oltp_insert"
            + " --mysql-host=db --mysql-port 3307 --mysql-db=d",
        "doctor --url jdbc:mariadb://h/d -u me | doctor --url jdbc:mariadb://h/d --user=me",
        "run -h | run -h",
        "--test oltp --oltp-table-count=3 --mysql-table-type=InnoDB run | run oltp_read_write"
            + " --tables=3 --mysql-storage-engine=InnoDB",
        "--mysql-engine-trx=yes --test=oltp prepare | prepare oltp_read_write"
            + " --mysql-engine-trx=yes",
        "update_index.lua --oltp-test-mode=nontrx prepare | prepare oltp_update_index",
        "run oltp_insert -h --threads=2 | run oltp_insert -h --threads=2",
        "--threads 4 oltp_insert run | run oltp_insert --threads 4",
        "--threads=4 run oltp_insert | run oltp_insert --threads=4",
        "--mysql-db tpcc oltp_insert run | run oltp_insert --mysql-db tpcc",
        "--last=3 runs | --last=3 runs",
        "--help run | --help run",
        "order.sql@3 run -D a=1 | run order.sql@3 -D a=1",
        "run oltp --oltp-write-only=on | run oltp_write_only",
      })
  void wordsOfOtherClientsAreBmts(String line, String expected) {
    assertThat(inBmtsOrder(words(line))).isEqualTo(words(expected));
  }

  @Test
  void whatTheOldScriptDoesOtherwiseIsSaid() {
    InProcess bmt = new InProcess();
    bmt.run(onRefusingPort("--test=db/oltp.lua --oltp-read-only=on run").toArray(String[]::new));

    assertThat(bmt.err().lines())
        .contains(
            "note     oltp.lua of sysbench 0.5 is run as oltp_read_only, its statements as text, as"
                + " the script sends them");
  }

  private static List<String> inBmtsOrder(List<String> words) {
    String[] normalised = Spelling.normalised(words.toArray(String[]::new), OptionNames.flags(BMT));
    return SysbenchLine.of(List.of(normalised), BMT.getSubcommands()::containsKey).words();
  }

  /** The words with an address at which no server listens. */
  private List<String> onRefusingPort(String line) {
    List<String> words = new ArrayList<>(words(line));
    words.removeIf(word -> word.startsWith("--mysql-host=") || word.startsWith("--mysql-port="));
    words.addAll(0, List.of("--mysql-host=127.0.0.1", "--mysql-port=1", "--cache-dir=" + folder));
    return words;
  }

  private static List<String> words(String line) {
    return WORD.matcher(line).results().map(word -> word.group().replace("'", "")).toList();
  }
}
