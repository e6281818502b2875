package io.github.bmt4j.cli.options;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.bmt4j.failure.BadInputException;
import io.github.bmt4j.load.run.Job;
import io.github.bmt4j.load.sweep.Search;
import io.github.bmt4j.workload.Catalogue;
import io.github.bmt4j.workload.Workload;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

class JobOptionsTest {
  private static final String A = "jdbc:mariadb://a:3306/sbtest?password=secret";
  private static final String B = "jdbc:mariadb://b:3306/sbtest";

  @Test
  void severalNumbersOfThreadsAreStepsInTheOrderGiven() {
    Threads threads = Threads.of("8,1,4");

    assertThat(threads.steps()).containsExactly(8, 1, 4);
    assertThat(threads.most()).isEqualTo(8);
    assertThatThrownBy(() -> threads.one(""))
        .isInstanceOf(BadInputException.class)
        .hasMessageContaining("give one number");
  }

  @Test
  void oneNumberIsNoSweep() {
    assertThat(Threads.of(options().threads).steps()).containsExactly(1);
    assertThat(Threads.of("16").one("")).isEqualTo(16);
  }

  @Test
  void aRangeIsSearchedFromItsFirstNumberToItsLast() {
    assertThat(Threads.of("3..50").most()).isEqualTo(50);
    assertThat(search("3..50", "--limit=p99=20ms"))
        .isEqualTo(new Search(3, 50, 0.03, "p99=20ms", false));
    assertThat(search("1,2")).isNull();
  }

  @Test
  void aRangeOfRatesIsSearchedWithOneNumberOfThreads() {
    assertThat(search("8", "--rate=100..5000")).isEqualTo(new Search(100, 5000, 0.03, null, true));
    assertThat(search("1", "--rate=100")).isNull();
    assertThatThrownBy(() -> search("1", "--rate=5..2"))
        .isInstanceOf(BadInputException.class)
        .hasMessage("--rate=5..2: a range begins with its smaller number");
  }

  private static @Nullable Search search(String threads, String... words) {
    return JobOptions.search(Threads.of(threads), Parsed.of(new LoadOptions(), words));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "1,,2", "1,", ",1", "two", "1;2", "1,2,1", "0,1", "4,-2", "1,30000", "", "4..2", "0..8",
        "1..", "..8"
      })
  void refusesNumbersThatMakeNoSense(String threads) {
    assertThatThrownBy(() -> Threads.of(threads))
        .isInstanceOf(BadInputException.class)
        .hasMessageStartingWith("--threads=");
  }

  @Test
  void everyStepOfASweepHasASeedOfItsOwnThatHangsOnTheFirst() {
    Job first = job(options("--threads=1,2,4"));

    assertThat(first.step(0, 1).scenario().load().seed()).isEqualTo(first.scenario().load().seed());
    assertThat(first.step(1, 2).scenario().load().seed())
        .isBetween(1L, 1L << 31)
        .isNotEqualTo(first.scenario().load().seed())
        .isNotEqualTo(first.step(2, 4).scenario().load().seed())
        .isEqualTo(first.step(1, 8).scenario().load().seed());
    assertThat(first.step(2, 4).scenario().load().threads()).isEqualTo(4);
  }

  @Test
  void severalServersAreShownWithoutTheirPasswords() {
    JobOptions options = options("--url", A, "--url", B);

    assertThat(options.target.specs(UrlKind.OWN)).hasSize(2);
    assertThat(TargetOptions.shown(options.target.specs(UrlKind.OWN)))
        .isEqualTo("jdbc:mariadb://a:3306/sbtest?password=*** jdbc:mariadb://b:3306/sbtest");
    assertThatThrownBy(() -> options.target.spec(UrlKind.OWN))
        .isInstanceOf(BadInputException.class)
        .hasMessageContaining("give one --url");
  }

  @Test
  void everyServerNeedsAThreadInEveryStep() {
    assertThatThrownBy(() -> job(options("--url", A, "--url", B, "--threads=2,1")))
        .isInstanceOf(BadInputException.class)
        .hasMessageContaining("--threads=1: give at least 2");
  }

  @Test
  void tablesOfSeveralServersNeedNoThreadForEach() {
    TableOptions options = Parsed.of(new TableOptions(), "oltp_read_write", "--url", A, "--url", B);

    assertThat(options.tables(new WorkloadOptions()).threads()).isEqualTo(1);
  }

  @Test
  void aServerThatBmtStartsHasRoomForAllConnections() {
    JobOptions options = options("--threads=4");

    assertThat(wanted(options, LoadOptions.defaults()).servers().start().connections())
        .isEqualTo(4);
    LoadOptions load = Parsed.of(new LoadOptions(), "--idle-connections=1000", "--connect-rate=10");
    assertThat(wanted(options, load).servers().start().connections()).isEqualTo(4 + 1000 + 10);
  }

  private static Job job(JobOptions options) {
    return wanted(options, LoadOptions.defaults()).job();
  }

  private static JobOptions.Wanted wanted(JobOptions options, LoadOptions load) {
    Workload workload = Catalogue.byName(options.workload);
    JobOptions.Around around =
        new JobOptions.Around(
            Parsed.of(new RunClusterOptions()),
            new NodeOptions(),
            new ScriptOptions(),
            new ServerSeriesOptions(),
            UrlKind.OWN,
            List.of());
    return options.load(
        workload,
        new WorkloadOptions().params(workload),
        Threads.of(options.threads),
        load,
        around);
  }

  private static JobOptions options(String... words) {
    JobOptions options = new JobOptions();
    String[] all = new String[words.length + 1];
    all[0] = "oltp_read_write";
    System.arraycopy(words, 0, all, 1, words.length);
    new CommandLine(options).parseArgs(all);
    return options;
  }
}
