package io.github.bmt4j.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Words that cannot work: exit code 2, one line, and no server is fetched or started. */
class BadInputTest {
  private static final Shutdown SHUTDOWN = new Shutdown();

  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();

  @TempDir Path folder;

  @AfterAll
  static void nothingIsWaitedFor() {
    SHUTDOWN.commandEnded();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "nope",
        "run",
        "run nope",
        "run oltp_read_write extra",
        "doctor --output=sysbench",
        "doctor --repeat=3",
        "doctor --driver=nope",
        "doctor --url=jdbc:mysql://h/d",
        "doctor local_storage --consume=all",
        "doctor local_storage --parity=none",
        "doctor local_storage --url=jdbc:mariadb://a/d --url=jdbc:mariadb://b/d",
        "run oltp_read_write --nope",
        "run oltp_read_write --nope=1",
        "run oltp_read_write --threads 0",
        "run oltp_read_write --threads=-1",
        "run oltp_read_write --threads=two",
        "run oltp_read_write --threads=1000000",
        "run oltp_read_write --rand-type nope",
        "run oltp_read_write --time 0",
        "run oltp_read_write --time=-1",
        "run oltp_read_write --time=soon",
        "run oltp_read_write --time=1 --time=2",
        "run oltp_read_write --time",
        "run oltp_read_write --warmup=-1",
        "run oltp_read_write --warmup=1y",
        "run oltp_read_write --events=-1",
        "run oltp_read_write --events=many",
        "run oltp_read_write --rate=-1",
        "run oltp_read_write --rate=NaN",
        "run oltp_read_write --rate=fast",
        "run oltp_read_write --arrivals=uniform",
        "run oltp_read_write --rate=10 --arrivals=nope",
        "run oltp_read_write --report-interval=-1",
        "run oltp_read_write --percentile=100",
        "run oltp_read_write --percentile=-1",
        "run oltp_read_write --percentile=NaN",
        "run oltp_read_write --pool=nope",
        "run oltp_read_write --db-ps-mode=nope",
        "run oltp_read_write --mysql-ignore-errors=nope",
        "run oltp_read_write --max-retries=-1",
        "run oltp_read_write --consume=some",
        "run oltp_read_write --output=sysbench --percentile=99.9",
        "run local_storage --output=sysbench",
        "run local_storage --by-statement",
        "run oltp_read_write --output=xml",
        "run oltp_read_write --mysql-ignore-errors=1213,none",
        "run oltp_read_write --runs-dir=/proc/none",
        "run oltp_read_write --tables=0",
        "run oltp_read_write --table-size=0",
        "run oltp_read_write --table-size=1e6",
        "run oltp_read_write --skip-trx=maybe",
        "run oltp_read_write --rand-zipfian-exp=NaN",
        "alter --change=nope",
        "alter --while=oltp_insert",
        "alter --size=1g --rows=5",
        "alter --lock-wait-timeout=1.5",
        "alter --table=mine",
        "alter --on-existing",
        "run select_random_points --tables=2",
        "run bulk_insert --table-size=5",
        "run oltp_read_write --target=nope",
        "run oltp_read_write --target=container:",
        "run oltp_read_write --target=container:redis",
        "run oltp_read_write --target=embedded --url=jdbc:mariadb://127.0.0.1:1/x",
        "run oltp_read_write --target=embedded --mysql-host=127.0.0.1",
        "run oltp_read_write --url=nope",
        "run oltp_read_write --url=jdbc:mysql://127.0.0.1:1/x",
        "run oltp_read_write --url=jdbc:mariadb://127.0.0.1:1/x --server-option=a=b",
        "run oltp_read_write --url=jdbc:mariadb://127.0.0.1:1/x --data-dir=data",
        "run oltp_read_write --url=jdbc:mariadb://127.0.0.1:1/x --password",
        "run oltp_read_write --user=u",
        "run oltp_read_write --password=p",
        "run oltp_read_write --mysql-port=0",
        "run oltp_read_write --mysql-port=65536",
        "run oltp_read_write --mysql-port=nope",
        "run oltp_read_write --server-option=--port",
        "run oltp_read_write --server-option=port=1",
        "run oltp_read_write --server-option=datadir=/tmp",
        "run oltp_read_write --data-dir=/etc/passwd",
        "run oltp_read_write --data-dir=/etc",
        "run oltp_read_write --repeat=2",
        "run oltp_read_write --ladder=1000",
        "run local_storage --rows=10",
        "run local_storage --repeat=0",
        "run local_storage --repeat=2 --time=3",
        "run local_storage --form=halves",
        "run local_storage --form=pieces",
        "run local_storage --pieces=1",
        "run local_storage --cold=maybe",
        "run local_storage --verify=maybe",
        "run local_storage --statement-timeout=0",
        "run local_storage --statement-timeout=soon",
        "run local_storage --ladder=many",
        "run local_storage --ladder=10",
        "run local_storage --ladder=1000 --while=oltp_read_write",
        "run local_storage --while=nope",
        "run local_storage --while=statistics",
        "run local_storage --while=oltp_read_write --while-threads=0",
        "run local_storage --while=oltp_read_write --alone=0",
        "run local_storage --table-size=10",
        "run local_storage --pool=none",
        "run local_storage --percentile=99",
        "run statistics --query=sort",
        "run statistics --ladder=1000",
        "prepare nope",
        "prepare oltp_read_write --time=1",
        "cleanup",
        "cleanup oltp_read_write --tables=0",
        "doctor nope",
        "doctor --output=xml",
        "doctor --threads=0",
        "list nope",
        "list a b",
      })
  void isRefusedWithOneLineBeforeAnythingIsTouched(String line) {
    Path cache = folder.resolve("cache");
    Path runs = folder.resolve("runs");
    List<String> words = new ArrayList<>(Arrays.asList(line.split(" ", -1)));
    if (List.of("run", "prepare", "cleanup", "alter", "doctor").contains(words.get(0))
        && words.size() > 1) {
      words.addAll(List.of("--cache-dir", cache.toString()));
    }
    if (words.get(0).equals("run") && words.size() > 1 && !line.contains("--runs-dir")) {
      words.addAll(List.of("--runs-dir", runs.toString()));
    }
    Screen screen = new Screen(print(out), print(err), false);
    int code = new CommandLineRunner(screen, SHUTDOWN).run(words.toArray(String[]::new));

    assertThat(code).as(line).isEqualTo(ExitCode.BAD_INPUT);
    assertThat(out.toString(StandardCharsets.UTF_8)).isEmpty();
    assertThat(err.toString(StandardCharsets.UTF_8).lines())
        .singleElement()
        .asString()
        .startsWith("bmt: ")
        .doesNotContain("\tat ", "Exception", "mistake");
    assertThat(cache.resolve("servers")).doesNotExist();
    assertThat(runs).doesNotExist();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "run oltp_read_write --output=sysbench --percentile=99.9 | whole number",
        "run oltp_read_write --output=sysbench --threads=1,2 | one number",
        "run local_storage --output=sysbench | text or json",
        "run local_storage --threads=1,2 | one number",
        "run oltp_read_write --url=jdbc:mysql://127.0.0.1:1/x | --driver",
        "run oltp_read_write --parity=none --db-ps-mode=disable | --parity=sysbench",
      })
  void saysWhichRuleItBreaks(String line, String word) {
    String[] words = (line + " --runs-dir=" + folder).split(" ", -1);
    Screen screen = new Screen(print(out), print(err), false);
    assertThat(new CommandLineRunner(screen, SHUTDOWN).run(words)).isEqualTo(ExitCode.BAD_INPUT);
    assertThat(err.toString(StandardCharsets.UTF_8)).startsWith("bmt: ").contains(word);
  }

  private static PrintStream print(ByteArrayOutputStream stream) {
    return new PrintStream(stream, true, StandardCharsets.UTF_8);
  }
}
