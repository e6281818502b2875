package io.github.bmt4j.heavy;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.bmt4j.clock.Times;
import io.github.bmt4j.experiment.Made;
import io.github.bmt4j.heavy.StatementEvidence.Place;
import io.github.bmt4j.heavy.StatementResult.Caches;
import io.github.bmt4j.heavy.StatementResult.Execution;
import io.github.bmt4j.heavy.StatementResult.Spill;
import io.github.bmt4j.heavy.StatementResult.Step;
import io.github.bmt4j.heavy.StatementResult.Timing;
import io.github.bmt4j.heavy.StatementResult.Variant;
import io.github.bmt4j.heavy.StatementResult.VariantFigures;
import io.github.bmt4j.heavy.StatementScenario.Form;
import io.github.bmt4j.load.concurrent.ConcurrentPhase;
import io.github.bmt4j.load.concurrent.ConcurrentPhase.Phase;
import io.github.bmt4j.outcome.OutcomeKind;
import io.github.bmt4j.outcome.StatementOutcome;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class StatementFiguresTest {
  private static final Variant WARM = new Variant("sort", Form.WHOLE, 1, Caches.WARM, false);
  private static final Variant COLD = new Variant("sort", Form.WHOLE, 1, Caches.COLD, false);
  private static final Variant BESIDE = new Variant("sort", Form.WHOLE, 1, Caches.WARM, true);

  @Test
  void takesMediansOverAllOfWhichSomeWereAtLeastSoLong() {
    List<VariantFigures> figures =
        StatementFigures.of(
            List.of(
                timing(WARM, null, done(10, 30, Place.MEMORY)),
                timing(WARM, null, endedAfter(60)),
                timing(COLD, null, done(500, 600, Place.MEMORY)),
                timing(WARM, null, done(20, 50, Place.MEMORY)),
                timing(WARM, null, done(12, 40, Place.MEMORY))));
    assertThat(figures).extracting(VariantFigures::variant).containsExactly(WARM, COLD);
    VariantFigures warm = figures.get(0);
    assertThat(warm.runs()).isEqualTo(4);
    assertThat(warm.done()).isEqualTo(3);
    assertThat(warm.firstRow()).isEqualTo(16.0);
    assertThat(warm.lastRow()).isEqualTo(45.0);
    assertThat(warm.lastRowMin()).isEqualTo(30.0);
    assertThat(warm.lastRowMax()).isEqualTo(50.0);
    assertThat(warm.place()).isEqualTo(Place.MEMORY);
    assertThat(warm.endings()).extracting(StatementOutcome::code).containsExactly(2013);
    assertThat(warm.oltpTps()).isNull();
    assertThat(figures.get(1).lastRow()).isEqualTo(600.0);
  }

  /** The time of the one that was ended decides the median. */
  @Test
  void aMedianThatIsOpenIsAbsent() {
    for (int atLeast : new int[] {7, 30, 49}) {
      VariantFigures figures =
          StatementFigures.of(
                  List.of(
                      timing(WARM, null, done(10, 30, null)),
                      timing(WARM, null, done(10, 50, null)),
                      timing(WARM, null, done(10, 40, null)),
                      timing(WARM, null, endedAfter(atLeast))))
              .get(0);
      assertThat(figures.lastRow()).as("at least %d ms", atLeast).isNull();
      assertThat(figures.lastRowMin()).isEqualTo(30.0);
    }
  }

  /** Its first row came, then a limit ended it. */
  @Test
  void aFirstRowIsKnownAlsoOfOneThatWasEnded() {
    Execution ended = Made.like(endedAfter(60)).set("firstRowMs", 9.0).record();
    VariantFigures figures =
        StatementFigures.of(
                List.of(
                    timing(WARM, null, done(10, 30, null)),
                    timing(WARM, null, done(12, 50, null)),
                    timing(WARM, null, ended)))
            .get(0);
    assertThat(figures.firstRow()).isEqualTo(10.0);
    assertThat(figures.lastRow()).isEqualTo(50.0);
  }

  @Test
  void timesOfNoneAreAbsent() {
    VariantFigures figures = StatementFigures.of(List.of(timing(WARM, null, lost()))).get(0);
    assertThat(figures.done()).isZero();
    assertThat(figures.lastRow()).isNull();
    assertThat(figures.rows()).isNull();
    assertThat(figures.place()).isNull();
  }

  @Test
  void placesThatDifferAreMixed() {
    VariantFigures figures =
        StatementFigures.of(
                List.of(
                    timing(WARM, null, done(1, 2, Place.MEMORY)),
                    timing(WARM, null, done(1, 2, Place.SPILLED))))
            .get(0);
    assertThat(figures.place()).isEqualTo(Place.MIXED);
  }

  @Test
  void aPlaceThatIsNotKnownOfEachIsNotSaid() {
    VariantFigures figures =
        StatementFigures.of(
                List.of(
                    timing(WARM, null, done(1, 2, Place.MEMORY)),
                    timing(WARM, null, done(1, 2, null))))
            .get(0);
    assertThat(figures.place()).isNull();
  }

  @Test
  void theLoadBesideIsWeightedByTimeAndItsWorstTimesAreKept() {
    VariantFigures figures =
        StatementFigures.of(
                List.of(
                    timing(BESIDE, oltp(1, 100, 5.0, 7.0), done(1, 2, null)),
                    timing(BESIDE, oltp(3, 100, 9.0, 8.0), done(1, 2, null))))
            .get(0);
    assertThat(figures.oltpTps()).isEqualTo(50.0);
    assertThat(figures.oltpP95Ms()).isEqualTo(9.0);
    assertThat(figures.oltpLongestMs()).isEqualTo(8.0);
  }

  @Test
  void aSpillLiesBetweenTheLastStepInMemoryAndTheFirstThatSpilled() {
    List<Spill> spills =
        StatementFigures.spills(
            List.of(
                new Step(10, "sort", done(1, 2, Place.MEMORY)),
                new Step(10, "group", done(1, 2, Place.MEMORY)),
                new Step(10, "temp_table", done(1, 2, Place.TABLESPACE)),
                new Step(100, "sort", done(1, 2, Place.SPILLED)),
                new Step(100, "group", lost()),
                new Step(200, "group", lostAfter(Place.SPILLED)),
                new Step(5, "sort", done(1, 2, Place.SPILLED)),
                new Step(1000, "sort", done(1, 2, Place.SPILLED)),
                new Step(1000, "group", done(1, 2, Place.MEMORY))));
    assertThat(spills)
        .containsExactly(
            new Spill("sort", 10L, 100L, List.of(5L)),
            new Spill("group", 1000L, null, List.of()),
            new Spill("temp_table", null, null, List.of()));
  }

  private static Timing timing(Variant way, @Nullable ConcurrentPhase oltp, Execution execution) {
    return new Timing(way, 1, List.of(execution), oltp);
  }

  private static Execution done(double first, double last, @Nullable Place place) {
    return new Execution(
        1,
        new StatementOutcome(OutcomeKind.DONE, last, null, null, null),
        first,
        last,
        5,
        null,
        List.of(),
        List.of(),
        null,
        new StatementEvidence(
            place, List.of(), null, null, null, null, null, null, null, Map.of(), Map.of()));
  }

  /** A statement that was lost although the server had said where it kept the rows. */
  private static Execution lostAfter(Place place) {
    return Made.like(done(1, 2, place)).set("ending", lost().ending()).record();
  }

  private static Execution lost() {
    return endedAfter(7);
  }

  private static Execution endedAfter(double ms) {
    StatementOutcome outcome =
        new StatementOutcome(OutcomeKind.CONNECTION_LOST, ms, 2013, "08S01", "lost");
    return new Execution(1, outcome, null, null, 0, null, List.of(), List.of(), null, null);
  }

  private static ConcurrentPhase oltp(
      double seconds, long transactions, double p95, double longest) {
    Times times = new Times(transactions, null, null, null, null, p95, null, null, null);
    return new ConcurrentPhase(Phase.DURING, seconds, transactions, null, times, longest, 0, 0);
  }
}
