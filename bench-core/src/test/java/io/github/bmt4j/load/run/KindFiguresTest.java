package io.github.bmt4j.load.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.github.bmt4j.clock.Times;
import io.github.bmt4j.experiment.Made;
import io.github.bmt4j.load.Counts;
import io.github.bmt4j.load.ErrorLog;
import io.github.bmt4j.load.KindShare;
import io.github.bmt4j.load.Latencies;
import io.github.bmt4j.load.Measurement;
import io.github.bmt4j.load.run.RunResult.ErrorCount;
import io.github.bmt4j.load.run.RunResult.KindFigures;
import io.github.bmt4j.outcome.ErrorPhase;
import java.util.List;
import java.util.Objects;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

/** Figures of the kinds of operations, and what follows from their failures. */
class KindFiguresTest {
  @Test
  void aKindHasItsShareOfWhatBeganAndRanksWhatFailedAsTheSlowest() {
    Histogram times = new Histogram(3);
    for (int i = 1; i <= 20; i++) {
      times.recordValue(i * 1_000_000L);
    }
    KindShare orders = new KindShare("orders", FiguresTest.counts(), times);
    KindShare none = new KindShare("payments", Counts.ZERO, new Histogram(3));
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
                false))
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
    assertThat(RunFigures.errors(lines, true))
        .extracting(ErrorCount::phase)
        .containsExactly("certification", "statement", "certification");
    assertThat(RunFigures.errors(lines, false))
        .extracting(ErrorCount::phase)
        .containsExactly("commit", "statement", "certification");
  }

  private static List<String> failing(boolean spoils, KindFigures... kinds) {
    return Judgement.failingKinds(List.of(kinds), spoils);
  }

  private static KindFigures kind(String name, long ok, long failed, long unknown) {
    Times times = new Times(ok, null, null, null, null, null, null, null, null);
    return new KindFigures(name, ok, null, null, ok, failed, unknown, 0, 0, 0, times);
  }

  private static Measurement measured(List<KindShare> kinds) {
    return Made.of(Measurement.class)
        .set("counts", FiguresTest.counts())
        .set("warmup", Counts.ZERO)
        .set("latencies", new Latencies())
        .set("elapsedNanos", 2_000_000_000L)
        .set("kinds", kinds)
        .record();
  }
}
