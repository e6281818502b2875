package io.github.bmt4j.cli.series;

import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.bmt4j.cli.InProcess;
import io.github.bmt4j.cli.screen.ExitCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ScenarioCommandTest {
  private static final String NIGHT =
      """
      repeat: 2
      options:
        time: 30s
        skip_trx: true
      targets:
        old: {target: "container:mysql:8.0"}
        new: {target: "container:mysql:8.4"}
      settings:
        safe: {server-option: [sync_binlog=1, innodb_flush_log_at_trx_commit=1]}
      workloads:
        oltp_read_write: {table-size: 100000}
      loads:
        sweep: {threads: [1, 2, 4]}
      """;

  private final InProcess bmt = new InProcess();

  @TempDir Path folder;

  @Test
  void everyCombinationIsACommandAndTargetsTakeTurns() throws IOException {
    assertThat(run(NIGHT, "--dry-run")).isZero();

    assertThat(bmt.out().lines().toList()).hasSize(4);
    assertThat(bmt.out().lines().findFirst().orElseThrow())
        .startsWith(
            "bmt run oltp_read_write --time=30s --skip-trx=true --table-size=100000 --threads=1,2,4"
                + " --server-option=sync_binlog=1 --server-option=innodb_flush_log_at_trx_commit=1"
                + " --target=container:mysql:8.0 --runs-dir=")
        .contains(
            " --label=target=old --label=setting=safe --label=load=sweep"
                + " --label=workload=oltp_read_write --label=scenario=")
        .endsWith(" --label=cell=1/4");
    assertThat(bmt.out().lines().map(line -> line.replaceAll(".*--label=target=(\\w+) .*", "$1")))
        .containsExactly("old", "new", "old", "new");
    assertThat(folder.resolve("runs")).doesNotExist();
  }

  /** YAML 1.1 has octal, sexagesimal and other numbers, and more words for true. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "threads: 010 | --threads=010",
        "threads: [1, 010] | --threads=1,010",
        "time: 1_000 | ",
        "time: 1:30 | ",
        "time: .inf | ",
        "threads: 0x10 | ",
        "threads: '4' | --threads=4",
        "skip-trx: yes | --skip-trx=yes",
        "skip-trx: off | --skip-trx=off",
        "skip-trx: y | ",
        "label: day=2026-01-01 | --label=day=2026-01-01",
        "label: version=1.10 | --label=version=1.10",
        "label: [zip=01234] | --label=zip=01234",
        "threads: ~ | ",
      })
  void aValueIsTheWordThatStandsThereAsOnTheCommandLine(String option, String word)
      throws IOException {
    int code = run("options: {" + option + "}\nworkloads: {oltp_read_only: }\n", "--dry-run");
    if (word == null) {
      assertThat(code).as(bmt.out()).isEqualTo(2);
      assertThat(bmt.err()).contains("line 1").hasLineCount(1);
    } else {
      assertThat(code).as(bmt.err()).isZero();
      assertThat(bmt.out()).contains(" " + word + " ");
    }
  }

  @Test
  void aTerminalShowsThatCellsAreChecked() throws IOException {
    Path file = Files.writeString(folder.resolve("night.yaml"), NIGHT);
    InProcess terminal = new InProcess(Map.of("BMT_TERMINAL", "1", "COLUMNS", "80"));

    assertThat(terminal.run("scenario", "run", file.toString(), "--dry-run")).isZero();
    assertThat(terminal.err()).contains("Checking ");
  }

  @Test
  void everyCellGetsTheLabelsThatAreGiven() throws IOException {
    assertThat(run(NIGHT, "--dry-run", "--label", "ticket=42", "--label", "who=me")).isZero();
    assertThat(bmt.out().lines())
        .allMatch(line -> line.contains(" --label=ticket=42 --label=who=me --runs-dir="));

    assertThat(new InProcess().run("preset", "run", "aws-2016", "--dry-run", "--label=x"))
        .isEqualTo(2);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "workload: {} | line 1: unknown key workload: did you mean workloads?",
        "workloads: {oltp_read_write: {treads: 4}} | line 1: unknown key treads: did you mean"
            + " threads?",
        "'workloads:~  oltp_read_write:~    treads: 4' | line 3: unknown key treads",
        "'workloads:~  oltp_read_write:~  oltp_read_write:' | line 3: this key occurs twice",
        "workloads: {oltp_read_write: {password: S3CRET}} | line 1: passwords are not accepted",
        "workloads: {w: {url: 'jdbc:mysql://h/d?password=S3CRET'}} | passwords are not accepted",
        "workloads: {oltp_read_write: {output: json}} | output is an option of the command line",
        "workloads: {oltp_read_write: {runs_dir: x}} | runs_dir is an option of the command line",
        "workloads: {oltp_read_write: {repeat: 3}} | repeat belongs to the top level of a scenario",
        "workloads: {oltp_read_write: {threads: {a: 1}}} | line 1: give threads a value",
        "command: sleep | line 1: choose one of run, alter",
        "repeat: 0 | line 1: give a number from 1",
        "repeat: often | line 1: this is not a valid value of its key",
        "'workloads: {' | no YAML; close each { and [, and put words",
        "'options: {url: ${DB}}' | put words such as ${DB}",
        "# only a comment | the file is empty",
        "command: run | run needs workloads",
        "repeat: 1.5 | line 1: this is not a valid value of its key",
        "repeat: 0x2 | line 1: this is not a valid value of its key",
        "'workloads: {oltp_insert: }~---~workloads: {oltp_delete: }' | line 3: another document"
            + " begins here",
        "'~~options: {time: 1}~workload: {}~repeat: 2' | line 4: unknown key workload",
        "'loads:~  a: {threads: 2}~  b:~    threads: 0~workloads: {oltp_insert: }' | line 4:"
            + " --threads=0",
        "'loads:~  a: {threads: 2}~  b:~    treads: 1~workloads: {oltp_insert: }' | line 4: unknown"
            + " key treads",
        "'options:~  rand_type: nope~workloads: {oltp_insert: }' | line 2: --rand-type=nope",
        "'workloads:~  oltp_insert:~  oltp_inserts:' | line 3: unknown workload oltp_inserts",
        "'workloads:~  /nowhere/x.sql:' | line 2: /nowhere/x.sql",
        "'targets:~  a: {target: local}~  b:~    url: jdbc:mariadb://h/d?sslMode=foo~workloads:"
            + " {oltp_insert: }' | line 4: --url",
        "'targets:~  a: {target: locale}~workloads: {oltp_insert: }' | line 2: --target=locale",
        "'targets:~  a: {target: local}~  b: {target: \"container:redis\"}~workloads: {oltp_insert:"
            + " }' | line 3: --target container:redis: the image's name must say",
        "'targets:~  a: {target: \"container:mysql:9\"}~options:~  data-dir: x~workloads:"
            + " {oltp_insert: }' | line 4: --data-dir requires",
        "'settings:~  a: {driver: nope}~workloads: {oltp_insert: }' | line 2: --driver=nope",
        "'workloads:~  local_storage: {form: nope}' | line 2: --form=nope",
        "'command: failover~settings:~  a: {fault: kil}' | unknown fault kil",
        "'command: failover~settings:~  a: {fault: kill}~  b: {stall: 1ms}' | line 4: --stall=1ms",
        "'command: alter~options: {change: nope}' | line 2: --change=nope",
        "'command: balance~options: {ha: dns}' | line 2: --ha=dns",
        "'command: failover~faults:~  kill:~  hangs:' | line 4: unknown fault hangs",
        "'command: failover~faults:~  soon: {fault: kil}' | line 3: unknown fault kil",
        "'command: failover~faults: {dns-flip: }' | line 2: --fault dns-flip does not fit",
        "'command: failover~settings: {a: }~faults: {kill: , dns-flip: }' | line 3: --fault"
            + " dns-flip",
        "'workloads: {oltp_insert: }~faults: {kill: }' | line 2: faults are for command: failover",
      })
  void whatIsWrongIsOneLineWithItsPlace(String text, String why) throws IOException {
    assertThat(run(text.replace("~", "\n"))).isEqualTo(ExitCode.BAD_INPUT);

    assertThat(bmt.out()).isEmpty();
    assertThat(folder.resolve("runs")).doesNotExist();
    assertThat(bmt.err())
        .startsWith("bmt: " + folder.resolve("night.yaml"))
        .hasLineCount(1)
        .contains(why)
        .doesNotContain("S3CRET");
  }

  @Timeout(30)
  @Test
  void tooManyCellsAreRefusedByTheirNumber() throws IOException {
    String keys =
        IntStream.range(0, 200).mapToObj(i -> "k" + i + ": {}").collect(joining(", ", "{", "}"));

    assertThat(run("workloads: " + keys + "\nloads: " + keys + "\nsettings: " + keys))
        .isEqualTo(ExitCode.BAD_INPUT);
    assertThat(bmt.err())
        .isEqualTo(
            "bmt: %s: 8,000,000 cells are too many, give at most 10,000%n",
            folder.resolve("night.yaml"));
  }

  /** Which ones that are, is said; a value that fits nowhere is a mistake. */
  @Test
  void settingsAndFaultsThatDoNotFitEachOtherAreLeftOut() throws IOException {
    assertThat(
            run(
                """
                command: failover
                faults:
                  kill: {promotion-delay: 1s}
                  later: {fault: kill, promotion-delay: 9s}
                  dns-flip:
                settings:
                  plain: {repeat: 2}
                  names: {ha: dns}
                """,
                "--dry-run"))
        .as(bmt.err())
        .isZero();

    assertThat(bmt.out().lines())
        .hasSize(5)
        .element(0)
        .asString()
        .startsWith("bmt failover --fault=kill --promotion-delay=1s --repeat=2 --runs-dir=")
        .contains(" --label=setting=plain --label=fault=kill --label=scenario=")
        .endsWith(" --label=cell=1/5");
    assertThat(bmt.out())
        .contains("--fault=kill --promotion-delay=9s", "--fault=dns-flip --ha=dns")
        .doesNotContain("--fault=dns-flip --repeat");
    assertThat(bmt.err())
        .startsWith("left out plain dns-flip: " + folder)
        .contains("line 5: --fault dns-flip does not fit --ha endpoint: it needs --ha dns")
        .hasLineCount(1);
  }

  /** Otherwise results of the old file would count as measured. */
  @Test
  void aChangedFileOfOwnSqlIsAnotherScenario() throws IOException {
    Path sql = Files.writeString(folder.resolve("a.sql"), "SELECT 1;\n");
    String text = "workloads: {\"" + sql + "@2\": }\n";
    assertThat(run(text, "--dry-run")).isZero();
    Files.writeString(sql, "SELECT 2;\n");
    assertThat(run(text, "--dry-run")).isZero();

    assertThat(bmt.out().lines())
        .hasSize(2)
        .allMatch(line -> line.startsWith("bmt run " + sql + "@2 "))
        .extracting(line -> line.replaceAll(".*--label=scenario=(\\w+) .*", "$1"))
        .doesNotHaveDuplicates();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "run | sample-command: touch PWNED",
        "run | sample_command: touch PWNED",
        "run | agent-command: touch PWNED",
        "run | agent: ['local:2', 'ssh://host/PWNED']",
        "run | driver: com.evil:drv:1.0",
        "run | driver-with: com.evil:drv:1.0",
        "run | target: 'local:PWNED'",
        "run | server-option: [sync_binlog=1, plugin-load-add=/PWNED.so]",
        "run | server-option: wsrep_notify_cmd=/PWNED",
        "run | cache-dir: PWNED",
        "failover | trigger: touch PWNED",
        "failover | driver: com.evil:drv:1.0",
        "alter | tool: touch PWNED",
        "catch-up | start-command: CALL pwned",
        "catch-up | stop-command: CALL pwned",
      })
  void aFileHasNothingExecutedUnlessItsReaderAllowsIt(String command, String option)
      throws IOException {
    String pwned = folder.resolve("pwned").toString();
    String name = option.substring(0, option.indexOf(':')).replace('_', '-');
    String text =
        "command: "
            + command
            + "\noptions:\n  "
            + option.replace("PWNED", pwned)
            + (command.equals("run") ? "\nworkloads: {oltp_insert: }\n" : "\n");
    assertThat(run(text)).isEqualTo(2);
    assertThat(bmt.err())
        .hasLineCount(1)
        .contains(
            "night.yaml, line 3: " + name + " has something executed", "give --allow-commands");
    assertThat(run(text, "--dry-run")).isZero();
    assertThat(bmt.out()).contains("--" + name + "=");
    assertThat(folder).isDirectoryNotContaining("glob:**{pwned,runs}");
  }

  /** As an argument file, or an option, it would be read by another rule. */
  @ParameterizedTest
  @ValueSource(strings = {"@/tmp/words", "--sample-command=touch /tmp/pwned"})
  void aWorkloadIsNoWordOfAnotherKind(String workload) throws IOException {
    assertThat(run("workloads: {'" + workload + "': }", "--dry-run")).isEqualTo(2);
    assertThat(bmt.err()).hasLineCount(1).contains("is no name of a workload");
  }

  private int run(String text, String... words) throws IOException {
    Path file = Files.writeString(folder.resolve("night.yaml"), text);
    List<String> line = new ArrayList<>(List.of("scenario", "run", file.toString()));
    line.add("--runs-dir=" + folder.resolve("runs"));
    line.addAll(List.of(words));
    return bmt.run(line.toArray(String[]::new));
  }
}
