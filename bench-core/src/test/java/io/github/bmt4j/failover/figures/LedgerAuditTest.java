package io.github.bmt4j.failover.figures;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.bmt4j.experiment.Verdict.Status;
import io.github.bmt4j.failover.figures.FailoverFigures.AmbiguousWrites;
import io.github.bmt4j.outcome.ErrorPhase;
import io.github.bmt4j.outcome.Outcome;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Test;

@NullUnmarked // A figure that is absent fails the test.
class LedgerAuditTest {
  /** Sequences 0 to 3 end OK, 4 and 5 UNKNOWN, 6 FAILED, 7 is stuck. */
  private static Story story() {
    Story story = new Story().promotes("2", 100);
    for (int i = 0; i < 4; i++) {
      story.add(story.attempt(ProbeKind.WRITER, 5 * i).ends(5 * i + 1, Outcome.OK).by("1"));
    }
    for (int i = 4; i < 6; i++) {
      story.add(
          story
              .attempt(ProbeKind.WRITER, 5 * i)
              .fails(5 * i + 1, Outcome.UNKNOWN, 1927, ErrorPhase.COMMIT));
    }
    return story
        .add(
            story
                .attempt(ProbeKind.WRITER, 30)
                .fails(31, Outcome.FAILED, 1290, ErrorPhase.STATEMENT))
        .add(story.attempt(ProbeKind.WRITER, 35));
  }

  private static long[] row(long sequence, int attempt) {
    return new long[] {sequence, attempt};
  }

  @Test
  void acknowledgedWritesThatAreNowhereOnTheFinalPrimaryAreLost() {
    FailoverFigures figures =
        story()
            .ledger("1", row(0, 1), row(1, 1), row(2, 1), row(3, 1))
            .ledger("2", row(0, 1), row(1, 1))
            .figures();

    assertThat(figures.lostWrites()).isEqualTo(2);
    assertThat(figures.ledger().duplicates()).isZero();
    assertThat(figures.ledger().divergentRows()).isEqualTo(2);
  }

  @Test
  void unknownWritesAreAmbiguousBothWays() {
    FailoverFigures figures =
        story()
            .ledger("2", row(0, 1), row(1, 1), row(2, 1), row(3, 1), row(5, 1), row(7, 1))
            .figures();

    assertThat(figures.ledger().ambiguousWrites()).isEqualTo(new AmbiguousWrites(1, 1));
    assertThat(figures.lostWrites()).isZero();
    assertThat(figures.ledger().divergentRows()).isNull();
  }

  @Test
  void aSequenceWithTwoRowsIsADuplicateByWhicheverAttempt() {
    Story story = story();
    Story.Attempt first =
        story
            .attempt(ProbeKind.WRITER, 40)
            .fails(41, Outcome.UNKNOWN, 1927, ErrorPhase.COMMIT)
            .retried();
    story.add(first).add(first.next(45).ends(46, Outcome.OK).by("2"));
    FailoverFigures figures =
        story
            .ledger(
                "2", row(0, 1), row(0, 1), // a driver sent it again
                row(1, 1), row(2, 1), row(3, 1), row(8, 1), // the application did
                row(8, 2))
            .figures();

    assertThat(figures.ledger().duplicates()).isEqualTo(2);
    assertThat(figures.ledger().ambiguousWrites()).isEqualTo(new AmbiguousWrites(1, 2));
    assertThat(figures.lostWrites()).isZero();
  }

  /** The commit of the first attempt was not acknowledged; the row of the second is not needed. */
  @Test
  void aRetriedWriteWhoseFirstAttemptIsInTheLedgerIsNeitherLostNorDuplicated() {
    Story story = story();
    Story.Attempt first =
        story
            .attempt(ProbeKind.WRITER, 40)
            .fails(41, Outcome.UNKNOWN, 1927, ErrorPhase.COMMIT)
            .retried();
    story.add(first).add(first.next(45).ends(46, Outcome.OK).by("2"));
    FailoverFigures figures =
        story.ledger("2", row(0, 1), row(1, 1), row(2, 1), row(3, 1), row(8, 1)).figures();

    assertThat(figures.lostWrites()).isZero();
    assertThat(figures.ledger().duplicates()).isZero();
    assertThat(figures.ledger().ambiguousWrites()).isEqualTo(new AmbiguousWrites(1, 2));
  }

  @Test
  void aWriteWhoseFirstAttemptWasAppliedIsNotLost() {
    FailoverFigures figures =
        retried(Outcome.UNKNOWN)
            .ledger("2", row(0, 1), row(1, 1), row(2, 1), row(3, 1), row(8, 1))
            .figures();

    assertThat(figures.lostWrites()).isZero();
    assertThat(figures.ledger().duplicates()).isZero();
    assertThat(figures.ledger().ambiguousWrites()).isEqualTo(new AmbiguousWrites(1, 2));
  }

  @Test
  void ofARetriedWriteOnlyTheAttemptThatFailedMustNotBeThere() {
    assertThat(retried(Outcome.FAILED).ledger("2", row(8, 2)).repetition().verdict().texts())
        .noneMatch(reason -> reason.contains("ledger"));
    assertThat(retried(Outcome.FAILED).ledger("2", row(8, 1)).repetition().verdict().texts())
        .anyMatch(reason -> reason.startsWith("1 writes counted as FAILED"));
  }

  @Test
  void aRowOfAWriteThatWasNeverBegunIsOfNobody() {
    Story story = story();
    story.add(story.attempt(ProbeKind.WRITER, 40).unserved());

    assertThat(story.ledger("2", row(8, 1)).repetition().verdict().texts())
        .contains("1 rows in the ledger of 2 are of writes that the client does not know");
  }

  /** Write 8, whose second attempt ends OK. */
  private static Story retried(Outcome first) {
    Story story = story();
    Story.Attempt attempt =
        story.attempt(ProbeKind.WRITER, 40).fails(41, first, 1927, ErrorPhase.COMMIT).retried();
    return story.add(attempt).add(attempt.next(45).ends(46, Outcome.OK).by("2"));
  }

  @Test
  void aRowOfAFailedWriteSpoilsTheRepetition() {
    assertThat(story().ledger("2", row(0, 1), row(6, 1)).repetition().verdict().texts())
        .contains(
            "1 writes counted as FAILED (certainly not applied) are in the ledger of 2:"
                + " outcomes were misjudged");
    assertThat(story().ledger("1", row(6, 1)).repetition().verdict().status())
        .isEqualTo(Status.INVALID);
  }

  @Test
  void onlyRowsOfTheOldPrimaryThatTheFinalOneLacksAreDivergent() {
    FailoverFigures figures =
        story()
            .ledger("1", row(0, 1), row(1, 1), row(2, 1), row(3, 1))
            .ledger("2", row(0, 1), row(1, 1), row(2, 1))
            .figures();

    assertThat(figures.ledger().divergentRows()).isEqualTo(1);
    assertThat(figures.lostWrites()).isEqualTo(1);
  }

  @Test
  void readsAreNoLostWrites() {
    Story story = story().rate(ProbeKind.READER, 200).ok(ProbeKind.READER, 100, 200, "2");

    assertThat(story.ledger("2", row(0, 1), row(1, 1), row(2, 1), row(3, 1)).figures().lostWrites())
        .isZero();
  }

  @Test
  void aLedgerOfWritesThatTheClientKnowsAndThatDidNotFailIsNoProblem() {
    assertThat(
            story()
                .ledger("2", row(-1, 1), row(0, 1), row(1, 1), row(4, 1), row(7, 1))
                .repetition()
                .verdict()
                .texts())
        .noneMatch(reason -> reason.contains("ledger"));
    assertThat(
            story()
                .ledger("2", row(0, 1), row(1, 1), row(6, 1), row(9, 1))
                .repetition()
                .verdict()
                .texts())
        .contains(
            "1 writes counted as FAILED (certainly not applied) are in the ledger of 2:"
                + " outcomes were misjudged",
            "1 rows in the ledger of 2 are of writes that the client does not know");
  }

  @Test
  void aRowThatNobodyWroteSpoilsTheRepetition() {
    assertThat(story().ledger("2", row(0, 1), row(0, 2)).repetition().verdict().texts())
        .contains("1 rows in the ledger of 2 are of writes that the client does not know");
  }

  @Test
  void withoutTheFinalPrimarysLedgerNothingIsSaid() {
    FailoverFigures figures = story().ledger("1", row(0, 1)).figures();

    assertThat(figures.lostWrites()).isNull();
    assertThat(figures.ledger()).isNull();
  }

  @Test
  void aPrimaryThatStaysHasNoDivergentRows() {
    Story story = story().promotes("1", 0).ledger("1", row(0, 1));

    assertThat(story.figures().ledger().divergentRows()).isNull();
    assertThat(story.figures().lostWrites()).isEqualTo(3);
  }
}
