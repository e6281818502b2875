package io.github.bmt4j.cli.series;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.bmt4j.cli.InProcess;
import io.github.bmt4j.cli.screen.ExitCode;
import io.github.bmt4j.compare.Published;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PresetTest {
  private final InProcess bmt = new InProcess();

  @Test
  void allAreListedWithWhatTheyAre() {
    assertThat(bmt.run("preset", "list")).isZero();

    assertThat(bmt.out().lines()).hasSize(Preset.all().size()).allMatch(line -> line.length() > 60);
    assertThat(bmt.out()).contains("thread-sweep-2-1024         Aurora MySQL on Graviton2");
  }

  /** The command line takes what a preset says, and a dry run measures nothing. */
  @ParameterizedTest
  @ValueSource(doubles = {1, 0.000_001})
  void everyPresetIsAcceptedInFullAndScaled(double scale) {
    for (Preset preset : Preset.all()) {
      InProcess dry = new InProcess();
      if (preset.isFailover() && (scale != 1 || preset.name().equals("failover-full"))) {
        continue; // It has no scale; the full matrix is below.
      }
      assertThat(
              dry.run(
                  "preset", "run", preset.name(), "--dry-run", "--repeat=2", "--scale=" + scale))
          .as("%s: %s", preset.name(), dry.err())
          .isZero();
      assertThat(dry.out().lines())
          .hasSizeGreaterThanOrEqualTo(2 * preset.parts().size())
          .allMatch(line -> line.contains(" --label=cell="));
    }
  }

  @Test
  void aScaleShrinksRowsThreadsAndTimes() {
    assertThat(bmt.run("preset", "run", "thread-sweep-2-1024", "--dry-run", "--scale=0.01"))
        .isZero();

    assertThat(bmt.out())
        .contains("run oltp_read_write", "--tables=1 ", "--table-size=50000 ", "--time=1.0s")
        .contains("--warmup=1.0s ")
        .contains("--threads=1,3,5,10 ", "--db-ps-mode=disable");
  }

  @Test
  void serversTakeTurns() {
    assertThat(
            bmt.run(
                "preset",
                "run",
                "aws-2016-oltp-read-500",
                "--dry-run",
                "--repeat=2",
                "--url=jdbc:mariadb://one/x",
                "--url=jdbc:mariadb://two/x"))
        .isZero();

    assertThat(bmt.out().lines())
        .hasSize(4)
        .element(2)
        .asString()
        .contains(
            "jdbc:mariadb://one/x", "--threads=500", "--label=cell=3", "--range-selects=false");
  }

  @Test
  void whatAStudyPublishedIsShownWithItsSource() {
    assertThat(bmt.run("preset", "show", "aws-2016-oltp-read-write")).isZero();

    assertThat(bmt.out())
        .contains("Source: ", "idc-fusionio", "2084.99")
        .doesNotContain("oltp-read-500t");

    InProcess shares = new InProcess();
    assertThat(shares.run("preset", "show", "aurora-local-storage")).isZero();
    assertThat(shares.out()).contains("temporary-table", "149");
  }

  @Test
  void cellsOfPublishedFiguresMayBeQuotedOrEmpty() {
    Published published = Objects.requireNonNull(Preset.named("aws-2016-catch-up").published(1));

    assertThat(published.source()).startsWith("Source: ").doesNotContain("#");
    assertThat(published.head()).hasSize(6).startsWith("scenario", "system");
    assertThat(published.rows()).allMatch(row -> row.size() == 6);
    assertThat(published.rows().get(0)).endsWith("176495", "");
    assertThat(published.rows().get(1)).element(5).asString().startsWith("given as 4 h 26 min; ");
  }

  @Test
  void whatAPresetDoesHowLongAndInHowMuchSpaceIsShown() {
    assertThat(bmt.run("preset", "show", "thread-sweep-2-1024")).isZero();
    assertThat(bmt.out())
        .contains("does     run oltp_read_write with 10 numbers of threads\n")
        .contains("takes    about 11 minutes for each server, and the loading of the tables\n")
        .containsPattern("space    about [23]\\d\\.\\d GiB of rows");

    InProcess study = new InProcess();
    assertThat(study.run("preset", "show", "aws-2016")).isZero();
    assertThat(study.out())
        .contains("does     alter of a table of 1,000,000,000 rows\n")
        .containsPattern("space    about [12]\\d\\d\\.\\d GiB of rows")
        .contains("takes    as long as 1,000,000 transactions take, and")
        .contains("takes    as long as its statements take, and");
  }

  @Test
  void aCatchUpOnServersOfTheUserNeedsTheirReplicas() {
    String url = "--url=jdbc:mariadb://a/x";
    assertThat(bmt.run("preset", "run", "aws-2016-catch-up", "--dry-run", url))
        .isEqualTo(ExitCode.BAD_INPUT);
    assertThat(bmt.err()).contains("for your own servers, run bmt catch-up");

    InProcess study = new InProcess();
    int ended = study.run("preset", "run", "aws-2016", "--dry-run", url);
    assertThat(ended).as(study.err()).isZero();
    assertThat(study.err()).startsWith("left out aws-2016-catch-up: ");
    assertThat(study.out().lines()).hasSize(5);
  }

  @Test
  void microbenchmarksAreSingleStatementsByOneConnection() {
    assertThat(
            bmt.run(
                "preset",
                "run",
                "microbench",
                "--dry-run",
                "--target=container:mysql:8.4",
                "--target=container:mysql:9.7"))
        .isZero();

    assertThat(bmt.out().lines())
        .hasSize(3 * 2 * 29)
        .allMatch(line -> line.contains(" --threads=1 "))
        .allMatch(line -> line.matches(".* --label=target=mysql:(8\\.4|9\\.7) .*"));
    assertThat(bmt.out().lines().map(line -> line.replaceAll(".*--label=workload=(\\S+).*", "$1")))
        .startsWith("point-query", "point-query", "hot-points")
        .contains("scan", "range-not-covered-secondary", "random-points-1000", "update-zipf");
  }

  /** Each file is there, has no error, and is one statement. */
  @Test
  void microbenchmarksAreSqlFilesThatCanBeReadAndRunAlone() {
    assertThat(bmt.run("preset", "show", "microbench")).isZero();

    assertThat(bmt.out())
        .contains("\n-- preset:microbench/scan.sql\n", "SELECT COUNT(*) FROM sbtest1 WHERE LENGTH")
        .contains("does     run 29 workloads, 3 times each\n")
        .containsPattern("takes    about \\d+ (minutes|hours) for each server\n")
        .containsPattern("space    about 1\\d\\d\\.\\d MiB of rows");
    List<String> files = bmt.out().lines().filter(line -> line.startsWith("-- preset:")).toList();
    assertThat(files).hasSize(24).doesNotHaveDuplicates();
    for (String file : files) {
      InProcess check = new InProcess();
      int ended =
          check.run("run", file.substring(3), "--tables-of=oltp_point_select", "-Dn=0", "--check");
      assertThat(ended).as(check.err()).isZero();
      assertThat(check.out()).startsWith("1 statement: variables and meta commands have no errors");
    }
  }

  @Test
  void oneRoundCanBeAskedForWhereThePresetHasThree() {
    assertThat(bmt.run("preset", "run", "microbench", "--dry-run", "--repeat=1")).isZero();

    assertThat(bmt.out()).containsOnlyOnce("/scan.sql");
  }

  @Test
  void aFileThatIsNotPartOfBmtIsRefused() {
    assertThat(bmt.run("run", "preset:microbench/none.sql")).isEqualTo(ExitCode.BAD_INPUT);

    assertThat(bmt.err())
        .contains("preset:microbench/none.sql: cannot be read: there is no such file");
  }

  @Test
  void settingsByFaultsSayBeforehandHowLongTheyTake() {
    assertThat(bmt.run("preset", "show", "failover-quick")).isZero();

    assertThat(bmt.out())
        .contains("does     failover of 12 cells at most\n")
        .containsPattern(
            "takes    for each target, about (9|1[0-3]) minutes; at most \\d+ minutes, if");

    InProcess scaled = new InProcess();
    assertThat(scaled.run("preset", "run", "failover-quick", "--scale=0.5"))
        .isEqualTo(ExitCode.BAD_INPUT);
    assertThat(scaled.err()).contains("failover-quick has nothing that can be scaled");
  }

  /** Those whose fault needs another mode of connection. */
  @Test
  void combinationsOfTheFullMatrixThatDoNotFitAreLeftOut() {
    assertThat(bmt.run("preset", "run", "failover-full", "--dry-run")).isZero();

    assertThat(bmt.out().lines())
        .hasSizeBetween(130, 164)
        .allMatch(line -> line.contains(" --label=cell="));
    assertThat(bmt.err().lines()).isNotEmpty().allMatch(line -> line.startsWith("left out "));
  }

  @Test
  void targetsHaveNamesOfTheirServersOrLetters() {
    List<String> servers =
        List.of("container:bmt4j/mysql:9.7", "local:/usr/sbin/mariadbd", "local");

    assertThat(Preset.targets(List.of("u"), servers).keySet())
        .containsExactly("a", "mysql:9.7", "mariadbd", "local");
    assertThat(Preset.targets(List.of(), List.of("embedded", "embedded")).keySet())
        .containsExactly("embedded", "b");
  }
}
