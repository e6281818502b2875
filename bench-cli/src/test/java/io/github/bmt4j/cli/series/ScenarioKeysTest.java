package io.github.bmt4j.cli.series;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.bmt4j.cli.InProcess;
import io.github.bmt4j.cli.screen.ExitCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The keys of settings and targets that are no options, as a dry run shows and checks them. */
class ScenarioKeysTest {
  private final InProcess bmt = new InProcess();

  @TempDir Path folder;

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "'workloads: {oltp_insert: }~options: {before: x}' | line 2: before belongs to a setting or"
            + " a target",
        "'workloads: {oltp_insert: }~loads: {a: {after-sql: x}}' | line 2: after-sql belongs to",
        "'workloads: {oltp_insert: }~settings: {a: {before: \"\"}}' | line 2: give a command",
        "'workloads: {oltp_insert: }~settings:~  a:~    before: x~    before_timeout: soon' |"
            + " line 5: give seconds",
        "'workloads: {oltp_insert: }~settings: {a: {before: x, before-timeout: 0}}' | line 2:"
            + " before-timeout=0s: give 1s or more",
        "'workloads: {oltp_insert: }~targets: {a: {price: 1.23}}' | line 2: price=1.23: give a price"
            + " for a time, such as 1.23/h",
        "'workloads: {oltp_insert: }~options: {price: 1/h}' | line 2: price belongs to a setting or"
            + " a target",
        "'workloads: {oltp_insert: }~settings: {a: {at-least: 5 tps}}' | line 2: give search a"
            + " resource with its range",
        "'workloads: {oltp_insert: }~settings: {a: {search: {n: 5..2}, at-least: 5 tps, threads:"
            + " \"{n}\"}}' | line 2: n=5..2: a range begins with its smaller number",
        "'workloads: {oltp_insert: }~settings: {a: {search: {n: 2..5}, threads: \"{n}\"}}' | line 2:"
            + " give search what is wanted: match or at-least",
        "'workloads: {oltp_insert: }~settings: {a: {search: {n: 2..5}, at-least: 5 qps, threads:"
            + " \"{n}\"}}' | line 2: at-least=5 qps: give a rate such as 5000 tps",
        "'workloads: {oltp_insert: }~settings: {a: {search: {n: 2..5}, keep: p95=5ms, threads:"
            + " \"{n}\"}}' | line 2: keep='p95=5ms': give a figure",
        "'workloads: {oltp_insert: }~settings: {a: {search: {n: 2..5}, match: none, threads:"
            + " \"{n}\"}}' | line 2: no result none",
        "'workloads: {oltp_insert: }~settings: {a: {search: {n: 2..5}, at-least: 5}}' | line 2: {n}"
            + " is in no before and in no option",
        "'workloads: {oltp_insert: }~settings: {a: {search: {n: 2..5}, at-least: 5, rate: \"{n}\","
            + " threads: [1, 2]}}' | line 2: search needs a load of bmt run, with one number",
        "'workloads: {oltp_insert: }~settings: {a: {search: {n: 2..5000}, at-least: 5, threads:"
            + " \"{n}00\"}}' | line 2: --threads=500000",
        "'workloads: {a: {workload: oltp_inserts}}' | line 1: unknown workload oltp_inserts",
        "'workloads: {oltp_insert: }~settings: {a: {befor-sql: y}}' | line 2: unknown"
            + " key befor-sql",
      })
  void whatIsWrongIsOneLineWithItsPlace(String text, String why) throws IOException {
    assertThat(run(text.replace("~", "\n"))).isEqualTo(ExitCode.BAD_INPUT);

    assertThat(folder.resolve("runs")).doesNotExist();
    assertThat(bmt.err())
        .startsWith("bmt: " + folder.resolve("night.yaml"))
        .hasLineCount(1)
        .contains(why);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "settings: {a: {before: touch PWNED}}",
        "targets: {a: {before_sql: [SELECT 1, DROP TABLE PWNED], url: 'jdbc:mariadb://h/d'}}",
        "settings: {a: {after: touch PWNED}}",
        "targets: {a: {after-sql: DROP TABLE PWNED, url: 'jdbc:mariadb://h/d'}}",
      })
  void commandsAroundCellsNeedTheReadersPermissionToo(String option) throws IOException {
    String text =
        "workloads: {oltp_insert: }\n"
            + option.replace("PWNED", folder.resolve("pwned").toString());
    assertThat(run(text)).isEqualTo(2);
    assertThat(bmt.err())
        .hasLineCount(1)
        .containsPattern("line 2: (before|after)(-sql)? has something executed: ")
        .contains("give --allow-commands");
    assertThat(run(text, "--dry-run")).isZero();
    assertThat(bmt.out()).contains(folder.resolve("pwned").toString());
    assertThat(folder).isDirectoryNotContaining("glob:**{pwned,runs}");
  }

  @Test
  void commandsAroundCellsAreShownInTheirOrderWithoutSecrets() throws IOException {
    String text =
        """
        workloads: {oltp_insert: }
        settings:
          cheap:
            before-sql: [SET GLOBAL a = 1, SET GLOBAL b = 2]
            after: cli back --token S3CRET
            before-timeout: 90s
        targets:
          a: {url: "jdbc:mariadb://h/d", before: "cli resize", after: "cli stop"}
        """;
    assertThat(run(text, "--dry-run", "--allow-commands")).as(bmt.err()).isZero();

    assertThat(bmt.out().lines().map(line -> line.replaceAll("^(bmt run).*", "$1")))
        .containsExactly(
            "# before of target a, at most 600s: cli resize",
            "# before-sql of setting cheap, at most 90s: SET GLOBAL a = 1",
            "# before-sql of setting cheap, at most 90s: SET GLOBAL b = 2",
            "bmt run",
            "# after of setting cheap, at most 90s: cli back --token ***",
            "# after of target a, at most 600s: cli stop");
  }

  @Test
  void sqlAroundACellNeedsAServerThatIsThereBeforeIt() throws IOException {
    String text =
        "workloads: {oltp_insert: }\ntargets: {a: {target: embedded, after-sql: SELECT 1}}\n";
    assertThat(run(text, "--dry-run", "--allow-commands")).isEqualTo(ExitCode.BAD_INPUT);

    assertThat(bmt.err())
        .hasLineCount(1)
        .contains("line 2: SQL around a cell needs a server that is there before it: give");
  }

  @Test
  void aPriceIsALabelOfItsResults() throws IOException {
    String text = "workloads: {oltp_insert: }\ntargets: {a: {price: 1.23 EUR/h}}\n";
    assertThat(run(text, "--dry-run")).as(bmt.err()).isZero();

    assertThat(bmt.out()).contains(" '--label=price=1.23 EUR/h' ");
  }

  @Test
  void aSearchIsShownWithItsFirstRun() throws IOException {
    String text =
        """
        workloads: {oltp_insert: }
        settings:
          volume:
            search: {iops: 1000..20000}
            at-least: 5000 tps
            keep: p95<20ms
            before: resize --iops {iops}
            threads: 4
        """;
    assertThat(run(text, "--dry-run", "--allow-commands")).as(bmt.err()).isZero();

    assertThat(bmt.out().lines().map(line -> line.replaceAll("^(bmt run \\S+ \\S+).*", "$1")))
        .containsExactly(
            "# search for the least iops from 1,000 to 20,000 for 5,000"
                + " transactions/s with p95<20ms, beginning with",
            "# before of setting volume, at most 600s: resize --iops 1000",
            "bmt run oltp_insert --threads=4");
  }

  /** So that two sorts of one workload can be in a file. */
  @Test
  void aWorkloadMayHaveANameOfItsOwn() throws IOException {
    String text =
        "workloads: {few: {workload: oltp_read_only, range-size: 1}, many: {workload: "
            + "oltp_read_only, range-size: 9}}";
    assertThat(run(text, "--dry-run")).as(bmt.err()).isZero();

    assertThat(bmt.out().lines())
        .hasSize(2)
        .element(1)
        .asString()
        .startsWith("bmt run oltp_read_only --range-size=9 ")
        .contains(" --label=workload=many ");
  }

  /** The time of {@code bmt alter --after} keeps its name. */
  @Test
  void whatIsAnOptionOfTheCommandStaysOne() throws IOException {
    String text = "command: alter\nsettings: {a: {after: 7}}\n";
    assertThat(run(text, "--dry-run")).as(bmt.err()).isZero();

    assertThat(bmt.out()).contains("--after=7");
  }

  private int run(String text, String... words) throws IOException {
    Path file = Files.writeString(folder.resolve("night.yaml"), text);
    List<String> line = new ArrayList<>(List.of("scenario", "run", file.toString()));
    line.add("--runs-dir=" + folder.resolve("runs"));
    line.addAll(List.of(words));
    return bmt.run(line.toArray(String[]::new));
  }
}
