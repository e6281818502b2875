package io.github.bmt4j.load.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.github.bmt4j.clock.Times;
import io.github.bmt4j.experiment.Made;
import io.github.bmt4j.load.Counts;
import io.github.bmt4j.load.ErrorLog;
import io.github.bmt4j.load.KindMeasurement;
import io.github.bmt4j.load.Latencies;
import io.github.bmt4j.load.Measurement;
import io.github.bmt4j.load.run.RunResult.ErrorCount;
import io.github.bmt4j.load.run.RunResult.KindFigures;
import io.github.bmt4j.load.run.RunResult.ServerCounts;
import io.github.bmt4j.outcome.ErrorPhase;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Figures of the kinds of operations, and what follows from their failures. */
class KindFiguresTest {
  @Test
  void aKindHasItsShareOfWhatBeganAndRanksWhatFailedAsTheSlowest() {
    Histogram times = new Histogram(3);
    for (int i = 1; i <= 20; i++) {
      times.recordValue(i * 1_000_000L);
    }
    KindMeasurement orders = new KindMeasurement("orders", RunFiguresTest.counts(), times);
    KindMeasurement none = new KindMeasurement("payments", Counts.ZERO, new Histogram(3));
    Measurement ofKinds = measured(List.of(orders, none));

    List<KindFigures> kinds = Objects.requireNonNull(RunFigures.kinds(ofKinds));
    KindFigures figures = kinds.get(0);
    assertThat(figures)
        .extracting(
            KindFigures::transactions,
            KindFigures::share,
            KindFigures::tps,
            KindFigures::queries,
            KindFigures::failed,
            KindFigures::unknown,
            KindFigures::errors,
            KindFigures::retries,
            KindFigures::rollbacks)
        .containsExactly(20L, 1.0, 10.0, 90L, 3L, 2L, 7L, 5L, 0L);
    // The 23rd of 25 is one of those that failed, and the 13th took 13 ms.
    assertThat(figures.response().p50()).isCloseTo(13, within(0.02));
    assertThat(figures.response().p90()).isNull();
    assertThat(kinds.get(1).share()).isZero();
    assertThat(RunFigures.kinds(measured(List.of()))).isNull();
  }

  @Test
  void aRareKindThatNeverSucceededMakesTheRunInvalidAndOneThatFailedTooOftenIsNoted() {
    KindFigures often = kind("pay.sql", 9_990, 10, 0);
    assertThat(failing(true, often, kind("report.sql", 0, 40, 10)))
        .containsExactly("report.sql: 50 of 50 operations did not succeed (100.0 %)");
    assertThat(failing(false, often, kind("report.sql", 0, 40, 10))).isEmpty();

    KindFigures seldom = kind("report.sql", 48, 1, 1);
    assertThat(failing(true, often, seldom)).isEmpty();
    assertThat(failing(false, often, seldom))
        .containsExactly("report.sql: 2 of 50 operations did not succeed (4.0 %)");
  }

  @Test
  void aKindOfWhichFewOperationsEndedOrTheOnlyOneSpoilsNothing() {
    KindFigures often = kind("pay.sql", 9_990, 10, 0);
    assertThat(failing(true, often, kind("few", 0, 9, 0), kind("none", 0, 0, 0))).isEmpty();
    assertThat(failing(false, often, kind("few", 0, 9, 0), kind("none", 0, 0, 0)))
        .containsExactly("few: 9 of 9 operations did not succeed (100.0 %)");
    assertThat(failing(true, often, kind("ten", 0, 10, 0))).hasSize(1);
    assertThat(failing(true, kind("only", 0, 50, 0))).as("said of all operations").isEmpty();
    assertThat(Judgement.failingKinds(null, false)).isEmpty();
  }

  @Test
  void errorsKeepTheirOrderAndSayWhereTheyHappened() {
    assertThat(
            RunFigures.errors(
                List.of(
                    new ErrorLog.Line(ErrorPhase.COMMIT, 1213, "40001", "", 5, 4, "Deadlock"),
                    new ErrorLog.Line(ErrorPhase.CONNECT, 0, "08000", "", 2, 1, "refused")),
                Set.of()))
        .containsExactly(
            new ErrorCount("commit", 1213, "40001", 5, 4, "Deadlock"),
            new ErrorCount("connect", 0, "08000", 2, 1, "refused"));
  }

  @Test
  void failuresOfCertificationAreApartFromDeadlocksOfOneServer() {
    List<ErrorLog.Line> lines =
        List.of(
            new ErrorLog.Line(ErrorPhase.COMMIT, 1213, "40001", "", 5, 4, "Deadlock"),
            new ErrorLog.Line(ErrorPhase.STATEMENT, 1213, "40001", "", 3, 3, "Deadlock"),
            new ErrorLog.Line(ErrorPhase.COMMIT, 3101, "40000", "", 2, 0, "Plugin"));
    assertThat(phases(lines, true, counts(0, 2, 0)))
        .containsExactly("certification", "conflict", "certification");
    assertThat(phases(lines, true, null))
        .containsExactly("certification", "conflict", "certification");
    assertThat(phases(lines, true, counts(2, 0, 3)))
        .as("no node aborted a transaction for another")
        .containsExactly("certification", "statement", "certification");
    assertThat(phases(lines, false, counts(0, 2, 0)))
        .containsExactly("commit", "statement", "certification");
  }

  private static List<String> phases(
      List<ErrorLog.Line> lines, boolean galera, @Nullable ServerCounts server) {
    return RunFigures.errors(lines, Conflicts.phases(galera, server)).stream()
        .map(ErrorCount::phase)
        .toList();
  }

  private static ServerCounts counts(long failures, long aborts, long deadlocks) {
    return new ServerCounts(
        0,
        0,
        Map.of(
            "wsrep_local_cert_failures",
            failures,
            "wsrep_local_bf_aborts",
            aborts,
            "Innodb_deadlocks",
            deadlocks));
  }

  @Test
  void theServersCountersSplitTheDeadlocksOfGalera() {
    List<ErrorCount> errors =
        List.of(
            new ErrorCount("certification", 1213, "40001", 53, 53, "Deadlock"),
            new ErrorCount("statement", 1020, "HY000", 7, 7, "Record has changed"),
            new ErrorCount("conflict", 1213, "40001", 112, 112, "Deadlock"));
    assertThat(Conflicts.of(errors, counts(53, 199, 0)))
        .hasValue(
            "165 attempts with 1213, 112 of them in statements: all conflicts with other nodes; the"
                + " servers counted 53 certification failures, 199 aborts by other nodes, 0"
                + " deadlocks within a node");
    assertThat(Conflicts.of(errors, counts(53, 109, 5)))
        .hasValueSatisfying(
            line ->
                assertThat(line)
                    .contains(
                        ": 160 to 162 conflicts with other nodes, the others deadlocks within a"
                            + " node;"));
    assertThat(Conflicts.of(errors, counts(53, 100, 0)))
        .as("of nodes behind a proxy")
        .hasValueSatisfying(
            line -> assertThat(line).contains("not all by nodes whose counters are known"));
    assertThat(Conflicts.of(errors.subList(1, 2), counts(0, 3, 0))).isEmpty();
    assertThat(Conflicts.of(errors, null)).isEmpty();
    assertThat(Conflicts.of(errors, new ServerCounts(0, 0, Map.of("Innodb_deadlocks", 5L))))
        .as("not Galera")
        .isEmpty();
  }

  private static List<String> failing(boolean spoils, KindFigures... kinds) {
    return Judgement.failingKinds(List.of(kinds), spoils);
  }

  private static KindFigures kind(String name, long ok, long failed, long unknown) {
    Times times = new Times(ok, null, null, null, null, null, null, null, null);
    return new KindFigures(name, ok, null, null, ok, failed, unknown, 0, 0, 0, times);
  }

  private static Measurement measured(List<KindMeasurement> kinds) {
    return Made.of(Measurement.class)
        .set("counts", RunFiguresTest.counts())
        .set("warmup", Counts.ZERO)
        .set("latencies", new Latencies())
        .set("elapsedNanos", 2_000_000_000L)
        .set("kinds", kinds)
        .record();
  }
}
