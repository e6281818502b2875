package io.github.bmt4j.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.github.bmt4j.experiment.Verdict.Status;
import io.github.bmt4j.failover.figures.Advice;
import io.github.bmt4j.failover.figures.FailoverFigures.Repetition;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Each advice on servers: what is advised, run, is better, and is not advised again. */
@Execution(ExecutionMode.CONCURRENT)
@Tag("extended")
class AdviceIT {
  @BeforeAll
  static void onLinux() {
    assumeTrue(
        Files.isDirectory(Path.of("/proc/self")), "LEFT OUT: failover, as there is no /proc");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "socketTimeout | --fault=hang --replicas=1 --ha=sequential --deadline=8s",
        "readOnly      | --fault=switchover --replicas=1 --deadline=6s",
        "readOnly      | --fault=switchover --replicas=1 --ha=sequential --deadline=6s",
        "unusedPrimary | --replicas=1 --ha=replication --semi-sync --deadline=6s",
        "backOff       | --promotion-delay=1500ms",
        "dns           | --replicas=1 --ha=dns --deadline=30s",
        "connectTimeout| --fault=hang --replicas=1 --socket-timeout=1s --promotion-delay=3s"
            + " --deadline=12s"
      })
  void whatIsAdvisedShortensTheOutageAndIsNotAdvisedAgain(String cause, String line) {
    String[] given = line.strip().split(" ", -1);
    Repetition before = run(given);
    List<Advice> found =
        before.advice().stream().filter(advice -> advice.cause().equals(cause)).toList();
    assertThat(found).as("of %s: %s", line, before).hasSize(1);
    String trying = found.get(0).trying();
    assertThat(trying).startsWith("try --");

    List<String> options = new ArrayList<>(Arrays.asList(given));
    for (String option : trying.substring("try ".length()).split(" ", -1)) {
      options.removeIf(word -> word.startsWith(option.replaceFirst("=.*", "=")));
      options.add(option);
    }
    Repetition after = run(options.toArray(String[]::new));
    assertThat(after.advice()).as("of %s", options).noneMatch(one -> one.cause().equals(cause));
    assertThat(clientAddedMs(after))
        .as("%s after %s", options, line)
        .isLessThan(clientAddedMs(before));
  }

  private static Repetition run(String... words) {
    Failover failover = Failover.run(Servers.EMBEDDED, words);
    Repetition repetition = failover.result().failover().repetitions().get(0);
    // A busy machine may stop the client: that is no evidence, and gives no advice.
    assumeTrue(
        repetition.verdict().status() == Status.VALID,
        () -> "LEFT OUT: " + List.of(words) + repetition.verdict().reasons());
    return repetition;
  }

  /** What driver, pool and names added, or its bound; nothing where the change was not noticed. */
  private static double clientAddedMs(Repetition one) {
    Double added = one.figures().clientAddedOutageMs();
    return Objects.requireNonNullElse(
        added == null ? one.figures().clientAddedOutageAtLeastMs() : added, 0.0);
  }
}
