package io.github.bmt4j.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.abort;

import io.github.bmt4j.experiment.Verdict.Status;
import io.github.bmt4j.failover.figures.Advice;
import io.github.bmt4j.failover.figures.FailoverFigures;
import io.github.bmt4j.failover.figures.Repetition;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Advice on servers: what is advised, run, is better, and is not advised again. {@link
 * FailoverModesIT} proves the advice on servers that are read-only, writes on both sides, kept
 * connections and primaries that the driver does not use; {@link BalanceIT} proves that of {@code
 * bmt balance}.
 */
@Execution(ExecutionMode.CONCURRENT)
@Tag("extended")
class AdviceIT {
  /** Few operations: the machine has other work. */
  private static final String[] LOAD = {"--write-rate=40", "--read-rate=5"};

  /** Rows that a busy machine may leave out, of seven. */
  private static final int MOST_LEFT_OUT = 2;

  private static final Queue<String> LEFT_OUT = new ConcurrentLinkedQueue<>();

  @AfterAll
  static void mostRowsWereProved() {
    assertThat(LEFT_OUT).hasSizeLessThanOrEqualTo(MOST_LEFT_OUT);
  }

  /**
   * The run before and the run after go on at the same time: both mostly wait. HikariCP tries a
   * connection 1.27 and 2.55 s after its first try: writes may go on again far from either.
   */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "maxLifetime   | --pool-property=maxLifetime=30s | --fault=switchover --replicas=1 --deadline=36s",
        "socketTimeout | --socket-timeout=3s"
            + " | --fault=hang --replicas=1 --ha=sequential --deadline=8s",
        "backOff       | --ha=sequential --replicas=1 | --promotion-delay=1900ms",
        "backOff       | --pool=none | --fault=refuse --duration=1900ms --replicas=1",
        "dns           | --dns-ttl=1s | --replicas=1 --ha=dns --dns-ttl=15s --deadline=22s",
        "connectTimeout| --connect-timeout=1s"
            + " | --fault=hang --replicas=1 --socket-timeout=1s --promotion-delay=2s --deadline=8s",
        "deniedList    | --denied-list-timeout=1s"
            + " | --fault=refuse --duration=1s --replicas=1 --ha=sequential --settings=tuned"
            + " --denied-list-timeout=5s"
      })
  void whatIsAdvisedShortensTheOutageAndIsNotAdvisedAgain(
      String cause, String trying, String line) {
    isBetter(cause, trying, line);
  }

  /** The same advice after other faults and with other drivers: FailoverAdviceTest decides it. */
  @EnabledIfSystemProperty(named = "bmt.it.drivers", matches = "all")
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "deniedList    | --denied-list-timeout=1s"
            + " | --fault=all-down --return-after=1s --replicas=1 --ha=sequential --settings=tuned"
            + " --denied-list-timeout=5s --deadline=12s",
        "dns           | --dns-ttl=1s"
            + " | --driver=mariadb:2.7.15 --ha=aurora --replicas=1 --promotion-delay=1s"
            + " --dns-ttl=60s --deadline=11s",
        "socketTimeout | --socket-timeout=3s"
            + " | --driver=aws:4.3.0 --driver-with=mariadb:3.5.11 --ha=aurora --fault=hang"
            + " --replicas=1 --deadline=11s"
      })
  void soItDoesAfterOtherFaultsAndWithOtherDrivers(String cause, String trying, String line) {
    isBetter(cause, trying, line);
  }

  private static void isBetter(String cause, String trying, String line) {
    String[] given = words(line.split(" ", -1));
    String[] advised = with(given, trying);
    CompletableFuture<Failover> first =
        CompletableFuture.supplyAsync(() -> Failover.run(Servers.EMBEDDED, given));
    Failover better = Failover.run(Servers.EMBEDDED, advised);
    Repetition before = only(first.join().counts());
    Repetition after = only(better.counts());

    // One that a busy machine made INVALID is no evidence, as its users know.
    valid(before, given);
    valid(after, advised);
    assertThat(before.advice())
        .filteredOn(one -> one.cause().equals(cause))
        .extracting(Advice::trying)
        .containsExactly(trying);
    assertThat(after.advice())
        .as("of %s", List.of(advised))
        .noneMatch(one -> one.cause().equals(cause));
    assertThat(better.writesAtTheEnd()).isTrue();
    shorter(before, after, "%s after %s".formatted(List.of(advised), line));
  }

  /** The words with the options that are advised, instead of what they say of the same. */
  private static String[] with(String[] words, String advised) {
    List<String> options = new ArrayList<>(Arrays.asList(words));
    for (String option : advised.split(" ", -1)) {
      options.removeIf(word -> word.startsWith(option.replaceFirst("=.*", "=")));
      options.add(option);
    }
    return options.toArray(String[]::new);
  }

  private static String[] words(String... words) {
    List<String> all = new ArrayList<>(Arrays.asList(words));
    all.addAll(Arrays.asList(LOAD));
    return all.toArray(String[]::new);
  }

  private static void valid(Repetition repetition, String... words) {
    if (repetition.verdict().status() != Status.VALID) {
      String line = "advice on " + List.of(words) + ", because " + repetition.verdict().texts();
      LEFT_OUT.add(line);
      abort(line);
    }
  }

  private static Repetition only(Failover failover) {
    assertThat(failover.result().failover().repetitions()).hasSize(1);
    return failover.result().failover().repetitions().get(0);
  }

  /**
   * By the time that driver, pool and names added; by the whole outage where that is unknown,
   * because the observers on a busy machine had no answer either.
   */
  private static void shorter(Repetition before, Repetition after, String what) {
    Double added = clientAddedMs(before.figures());
    Double addedAfter = clientAddedMs(after.figures());
    if (added != null && addedAfter != null) {
      assertThat(addedAfter).as(what).isLessThan(added);
    } else {
      assertThat(outageMs(after.figures())).as(what).isLessThan(outageMs(before.figures()));
    }
  }

  /** Or its bound; 0 where writes never stopped. */
  private static @Nullable Double clientAddedMs(FailoverFigures figures) {
    Double added = figures.clientAddedMs();
    if (added == null && figures.client() != null) {
      added = figures.client().addedAtLeastMs();
    }
    return added == null && figures.writeOutageOrBoundMs() == null ? (Double) 0.0 : added;
  }

  private static double outageMs(FailoverFigures figures) {
    return Objects.requireNonNullElse(figures.writeOutageOrBoundMs(), 0.0);
  }
}
