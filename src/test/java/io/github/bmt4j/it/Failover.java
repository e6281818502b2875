package io.github.bmt4j.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.bmt4j.experiment.BusyMachine;
import io.github.bmt4j.experiment.Verdict.Status;
import io.github.bmt4j.failover.figures.FailoverFigures;
import io.github.bmt4j.failover.figures.Repetition;
import io.github.bmt4j.failover.figures.Sums;
import io.github.bmt4j.failover.report.FailoverResult;
import io.github.bmt4j.server.ItServers;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A run of {@code bmt failover} that has ended, as tests look at it. */
record Failover(Ended ended, FailoverResult result) {
  /** What other tests on the same processors may add to a figure. */
  static final double BUSY_MS = 1500;

  /** One short repetition, without a JVM of connectors, unless the words say otherwise. */
  static Failover run(Servers server, String... words) {
    return of(Bmt.command().run(words(server, words)));
  }

  /** The same on MySQL as processes. */
  static Failover runOnMySql(String... words) {
    List<String> all = new ArrayList<>(words(words));
    all.addAll(List.of("--target", ItServers.mysql().word()));
    all.addAll(List.of("--cache-dir", ItServers.cache().toString()));
    return of(Bmt.command().run(all.toArray(String[]::new)));
  }

  static Running start(Servers server, String... words) {
    return Bmt.command().start(words(server, words));
  }

  private static final double STALL_MS = 1_000;
  private static final Pattern MISSING =
      Pattern.compile(
          "operations failed or were missing before the fault: ([\\d,]+) of ([\\d,]+) operations of"
              + " the (\\w+) ended OK.*");

  private static String[] words(Servers server, String... words) {
    return server.started(words(words).toArray(String[]::new));
  }

  private static List<String> words(String... words) {
    Signals.needProc();
    List<String> all = new ArrayList<>(List.of("failover"));
    for (String usual :
        List.of(
            "--repeat=1",
            "--baseline=2s",
            "--settle=1500ms",
            "--write-rate=100",
            "--read-rate=50",
            "--connect-rate=0")) {
      String name = usual.substring(0, usual.indexOf('=') + 1);
      if (Arrays.stream(words).noneMatch(word -> word.startsWith(name))) {
        all.add(usual);
      }
    }
    all.addAll(Arrays.asList(words));
    return all;
  }

  static Failover of(Ended ended) {
    FailoverResult result = ended.result(FailoverResult.class);
    result.failover().repetitions().forEach(Sums::checked);
    return new Failover(ended, result);
  }

  /**
   * Checks that its repetitions count, but for what a busy machine does to the client: what was
   * lost and what was refused is right all the same.
   */
  Failover counts() {
    for (Repetition repetition : result.failover().repetitions()) {
      List<String> reasons =
          repetition.verdict().texts().stream()
              .filter(reason -> !isLateness(reason, repetition.number()))
              .toList();
      BusyMachine.atMost(reasons, "stdout:\n%s\nstderr:\n%s", ended.out(), ended.err());
    }
    return this;
  }

  /**
   * Whether operations before the fault are missing just because they ended after it: those that
   * were due more than the stall limit before, which no others count, are enough and all are well.
   */
  private boolean isLateness(String reason, int repetition) {
    Matcher missing = MISSING.matcher(reason);
    if (!missing.matches()) {
      return false;
    }
    List<String[]> due =
        operations().stream()
            .filter(row -> row[0].equals(Integer.toString(repetition)))
            .filter(row -> row[1].equals(missing.group(3)))
            .filter(row -> Double.parseDouble(row[5]) < -STALL_MS)
            .toList();
    long late =
        due.stream().filter(row -> !row[7].isEmpty() && Double.parseDouble(row[7]) >= 0).count();
    return Ended.number(missing.group(1)) + late >= 0.95 * Ended.number(missing.group(2))
        && due.stream()
            .allMatch(
                row ->
                    !row[7].isEmpty() && (row[8].equals("OK") || Double.parseDouble(row[7]) >= 0));
  }

  Failover isInvalidBecause(String words) {
    assertThat(result.verdict().status()).isEqualTo(Status.INVALID);
    assertThat(String.join("\n", result.verdict().texts()))
        .as("stdout:\n%s", ended.out())
        .contains(words);
    ended.exits(1);
    return this;
  }

  /** The figures of its one repetition. */
  FailoverFigures figures() {
    assertThat(result.failover().repetitions()).hasSize(1);
    return result.failover().repetitions().get(0).figures();
  }

  /** What is said beside the figures of its repetitions. */
  List<String> notes() {
    return result.failover().repetitions().stream()
        .flatMap(repetition -> repetition.notes().stream())
        .toList();
  }

  /** Number of attempts that failed with a code. */
  long errors(int code) {
    return result.failover().repetitions().stream()
        .flatMap(repetition -> repetition.errors().stream())
        .filter(error -> error.code() == code)
        .mapToLong(Repetition.ErrorCount::count)
        .sum();
  }

  /**
   * Whether writes succeeded until the end of its one repetition: on a busy machine too few of them
   * may be in time for a recovery.
   */
  boolean writesAtTheEnd() {
    List<String[]> writes = operations().stream().filter(row -> row[1].equals("writer")).toList();
    double last = writes.stream().mapToDouble(row -> Double.parseDouble(row[5])).max().orElse(0);
    return writes.stream()
        .anyMatch(row -> row[8].equals("OK") && Double.parseDouble(row[5]) > last - STALL_MS);
  }

  /** The rows of {@code operations.csv.gz}, without the head. */
  List<String[]> operations() {
    return ended.operations();
  }
}
