package io.github.bmt4j.cli.options;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.bmt4j.failure.BadInputException;
import io.github.bmt4j.load.run.Job;
import io.github.bmt4j.load.run.Search;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

class JobOptionsTest {
  private static final String A = "jdbc:mariadb://a:3306/sbtest?password=secret";
  private static final String B = "jdbc:mariadb://b:3306/sbtest";

  @Test
  void severalNumbersOfThreadsAreStepsInTheOrderGiven() {
    JobOptions options = options("--threads", "8,1,4");

    assertThat(options.steps()).containsExactly(8, 1, 4);
    assertThat(options.mostThreads()).isEqualTo(8);
    assertThatThrownBy(options::threads)
        .isInstanceOf(BadInputException.class)
        .hasMessageContaining("give one number");
  }

  @Test
  void oneNumberIsNoSweep() {
    assertThat(options().steps()).containsExactly(1);
    assertThat(options("--threads=16").threads()).isEqualTo(16);
  }

  @Test
  void aRangeIsSearchedFromItsFirstNumberToItsLast() {
    JobOptions options = options("--threads", "3..50");

    assertThat(options.mostThreads()).isEqualTo(50);
    assertThat(options.search(load("--limit=p99=20ms")))
        .contains(new Search(3, 50, 0.03, "p99=20ms", false));
    assertThat(options("--threads=1,2").search(load())).isEmpty();
  }

  @Test
  void aRangeOfRatesIsSearchedWithOneNumberOfThreads() {
    assertThat(options("--threads=8").search(load("--rate=100..5000")))
        .contains(new Search(100, 5000, 0.03, null, true));
    assertThat(options().search(load("--rate=100"))).isEmpty();
    assertThatThrownBy(() -> options().search(load("--rate=5..2")))
        .isInstanceOf(BadInputException.class)
        .hasMessage("--rate=5..2: a range begins with its smaller number");
  }

  private static LoadOptions load(String... words) {
    return Parsed.of(new LoadOptions(), words);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "1,,2", "1,", ",1", "two", "1;2", "1,2,1", "0,1", "4,-2", "1,30000", "", "4..2", "0..8",
        "1..", "..8"
      })
  void refusesNumbersThatMakeNoSense(String threads) {
    assertThatThrownBy(() -> options("--threads=" + threads).steps())
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

    assertThat(options.target.specs()).hasSize(2);
    assertThat(options.shownTarget())
        .isEqualTo("jdbc:mariadb://a:3306/sbtest?password=*** jdbc:mariadb://b:3306/sbtest");
    assertThatThrownBy(options.target::spec)
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
    JobOptions options = options("--url", A, "--url", B);

    assertThat(
            options
                .jobOfTables(new WorkloadOptions(), LoadOptions.defaults())
                .scenario()
                .load()
                .threads())
        .isEqualTo(1);
  }

  private static Job job(JobOptions options) {
    return options.job(new WorkloadOptions(), LoadOptions.defaults());
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
