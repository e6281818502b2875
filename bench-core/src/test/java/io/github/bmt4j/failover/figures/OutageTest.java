package io.github.bmt4j.failover.figures;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.bmt4j.outcome.ErrorPhase;
import io.github.bmt4j.outcome.Outcome;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Test;

@NullUnmarked
class OutageTest {
  private static final double BEGIN = Story.BEGIN;

  @Test
  void lastsFromTheEndOfTheLastOkWriteToTheEndOfTheFirstOneAfter() {
    FailoverFigures figures =
        Story.outage(10, 3000).fail(ProbeKind.WRITER, 10, 3000, 1927).figures();

    assertThat(figures.writeOutageMs()).isEqualTo(3001.0 - 6.0);
    assertThat(figures.writeOutageSumMs()).isNull();
    assertThat(figures.writeOutageAtLeastMs()).isNull();
    assertThat(figures.resolutionMs()).isEqualTo(5.0);
    assertThat(figures.windowMs()).isEqualTo(30_000.0);
  }

  @Test
  void nothingIsSeenWhenNothingHappens() {
    FailoverFigures figures = new Story().ok(BEGIN, 30_000).figures();

    assertThat(figures.writeOutageMs()).isNull();
    assertThat(figures.writeOutageSumMs()).isNull();
    assertThat(figures.writeOutageAtLeastMs()).isNull();
    assertThat(figures.readOutageMs()).isNull();
    assertThat(figures.connectOutageMs()).isNull();
    assertThat(figures.detectionMs()).isNull();
    assertThat(figures.recoveryMs()).isNull();
    assertThat(figures.serverOutageMs()).isNull();
    assertThat(figures.clientAddedOutageMs()).isNull();
    assertThat(figures.observerResolutionMs()).isNull();
    assertThat(figures.lostWrites()).isNull();
    assertThat(figures.unavailability()).isZero();
  }

  @Test
  void aRepetitionWithoutAnOutageSaysWhatItCouldNotHaveSeen() {
    assertThat(new Story().ok(BEGIN, 30_000).repetition().notes())
        .containsExactly(
            "no write outage was seen; one of up to 45.0 ms without an error could not be told"
                + " from noise");
  }

  @Test
  void gapsAreNeverMergedOverTimeThatWentWell() {
    FailoverFigures figures =
        new Story()
            .ok(BEGIN, 0)
            .ok(2000, 4000) // then a gap of 3 s, which begins 2 s after the first OK
            .ok(7000, 30_000)
            .figures();

    assertThat(figures.writeOutageMs()).isEqualTo(7001.0 - 3996);
    assertThat(figures.writeOutageSumMs()).isEqualTo((2001.0 + 4) + (7001.0 - 3996));
  }

  @Test
  void aLongGapAfterTheSettleTimeIsInTheSum() {
    FailoverFigures figures =
        new Story().ok(BEGIN, 0).ok(2000, 15_000).ok(17_000, 30_000).figures();

    assertThat(figures.writeOutageMs()).isEqualTo(2005.0);
    assertThat(figures.writeOutageSumMs()).isEqualTo(2005.0 + 2005.0);
  }

  @Test
  void aShortGapBeforeOrAfterALongOneIsInTheSum() {
    FailoverFigures figures =
        new Story()
            .ok(BEGIN, 0)
            .ok(50, 500)
            .ok(2500, 3000)
            .fail(ProbeKind.WRITER, 3000, 3100, 1927)
            .ok(3100, 30_000)
            .figures();

    assertThat(figures.writeOutageMs()).isEqualTo(2501.0 - 496);
    assertThat(figures.writeOutageSumMs()).isEqualTo(55.0 + 2005 + 105);
  }

  @Test
  void withoutASignOfTheFaultItIsTheFirstThatFollowsAStepOfIt() {
    FailoverFigures figures = new Story().ok(BEGIN, 0).ok(30, 500).ok(1000, 30_000).figures();

    assertThat(figures.writeOutageMs()).isEqualTo(35.0);
    assertThat(figures.writeOutageSumMs()).isEqualTo(505.0 + 35);
    assertThat(figures.otherStalls()).isEqualTo(new OtherStalls(1, 505.0, 505.0));
  }

  @Test
  void writesThatNeverComeBackHaveAnOutageOfAtLeastTheRest() {
    FailoverFigures figures =
        new Story().ok(BEGIN, 0).fail(ProbeKind.WRITER, 0, 30_000, 1290).figures();

    assertThat(figures.writeOutageMs()).isNull();
    assertThat(figures.writeOutageSumMs()).isNull();
    assertThat(figures.writeOutageAtLeastMs()).isEqualTo(30_004.0);
    assertThat(figures.recoveryMs()).isNull();
  }

  @Test
  void writesThatComeBackAndGoForGoodHaveNotRecovered() {
    FailoverFigures figures = new Story().ok(BEGIN, 0).ok(5000, 12_000).figures();

    assertThat(figures.writeOutageMs()).isNull();
    assertThat(figures.writeOutageAtLeastMs()).isEqualTo(18_004.0);
  }

  @Test
  void writesThatGoAgainAfterTheSettleTimeHaveNotRecovered() {
    Story story = new Story().ok(BEGIN, 0).ok(5000, 25_000);

    assertThat(story.figures().writeOutageMs()).isNull();
    assertThat(story.figures().writeOutageAtLeastMs()).isEqualTo(5005.0);
    assertThat(story.figures().writeOutageSumMs()).isNull();
    assertThat(story.repetition().verdict().reasons()).isEmpty();
    assertThat(story.repetition().notes())
        .contains("writes had stopped again when the observation ended");
    Story longer = new Story().ok(BEGIN, 0).ok(2000, 20_000);
    assertThat(longer.figures().writeOutageAtLeastMs()).isEqualTo(10_004.0);
  }

  @Test
  void anOutageIsNotOverUntilItsSettleTimeWasObserved() {
    Story early = new Story().ok(BEGIN, 0).ok(5000, 14_000);
    early.end = 14_000;
    assertThat(early.figures().writeOutageMs()).isNull();
    assertThat(early.figures().writeOutageAtLeastMs()).isEqualTo(5005.0);

    Story nearly = new Story().ok(BEGIN, 0).ok(5000, 14_900);
    nearly.end = 14_900;
    assertThat(nearly.figures().writeOutageMs()).isEqualTo(5005.0);
  }

  @Test
  void theObservationMayEndAnIntervalAndAFifthOfASecondBeforeTheSettleTimeIsOver() {
    Story settled = new Story().ok(BEGIN, 0).ok(5000, 14_796);
    settled.end = 14_796;
    assertThat(settled.figures().writeOutageMs()).isEqualTo(5005.0);

    Story early = new Story().ok(BEGIN, 0).ok(5000, 14_795);
    early.end = 14_795;
    assertThat(early.figures().writeOutageMs()).isNull();
  }

  @Test
  void theSettleTimeOfAShortOutageMayEndAStallEarlier() {
    Story settled = new Story().ok(BEGIN, 0).ok(500, 9700);
    settled.end = 9700;
    assertThat(settled.figures().writeOutageMs()).isEqualTo(505.0);

    Story early = new Story().ok(BEGIN, 0).ok(500, 9200);
    early.end = 9200;
    assertThat(early.figures().writeOutageMs()).isNull();
    assertThat(early.figures().writeOutageAtLeastMs()).isEqualTo(505.0);
  }

  @Test
  void aGapOfExactlyTheStallLimitIsNoLongOne() {
    FailoverFigures figures = new Story().ok(BEGIN, 0).ok(995, 3000).ok(4000, 30_000).figures();

    assertThat(figures.writeOutageMs()).as("the one over the limit").isEqualTo(4001.0 - 2996);
    assertThat(figures.writeOutageSumMs()).isEqualTo(1000.0 + 1005);
  }

  @Test
  void aStallWithoutAnErrorIsAnOutage() {
    FailoverFigures figures =
        new Story().ok(BEGIN, 0).hang(0, 6200, 6200).ok(6200, 30_000).figures();

    assertThat(figures.writeOutageMs()).isEqualTo(6204.0);
    assertThat(figures.detectionMs()).isEqualTo(1000.0);
    assertThat(figures.largestStallMs()).isEqualTo(6200.0);
    // Due in the last second of the stall: served within the stall limit.
    assertThat(figures.unavailability()).isCloseTo(1040 / 1241.0, offset());
  }

  @Test
  void aFaultFarBelowTheStallLimitIsSeen() {
    FailoverFigures figures = new Story().ok(BEGIN, 0).hang(0, 50, 50).ok(50, 30_000).figures();

    assertThat(figures.writeOutageMs()).isBetween(40.0, 60.0);
    assertThat(figures.detectionMs()).isNull();
    assertThat(figures.largestStallMs()).isEqualTo(50.0);
  }

  @Test
  void aGapThatTheBaselineHasTooIsNoise() {
    assertThat(new Story().ok(BEGIN, -5000).ok(-4940, 0).ok(50, 30_000).figures().writeOutageMs())
        .isNull();
    assertThat(new Story().ok(BEGIN, -5000).ok(-4940, 0).ok(70, 30_000).figures().writeOutageMs())
        .isEqualTo(75.0);
  }

  @Test
  void aGapOfThreeIntervalsIsNoise() {
    assertThat(new Story().ok(BEGIN, 0).ok(10, 30_000).figures().writeOutageMs()).isNull();
    assertThat(new Story().ok(BEGIN, 0).ok(15, 30_000).figures().writeOutageMs()).isEqualTo(20.0);
  }

  @Test
  void theEndOfTheObservationIsNoOutage() {
    Story story = new Story().ok(BEGIN, 0).ok(3000, 29_300);

    assertThat(story.figures().writeOutageMs()).isEqualTo(3005.0);
    assertThat(story.figures().writeOutageAtLeastMs()).isNull();
    assertThat(story.repetition().verdict().reasons()).isEmpty();
    assertThat(new Story().ok(BEGIN, 29_300).figures().writeOutageAtLeastMs()).isNull();
  }

  @Test
  void aRetriedOperationCountsByItsLastAttempt() {
    Story story = new Story().ok(BEGIN, 0).ok(205, 30_000);
    for (double due = 0; due < 205; due += 5) {
      Story.Attempt first =
          story
              .attempt(ProbeKind.WRITER, due)
              .fails(due + 1, Outcome.FAILED, 1927, ErrorPhase.STATEMENT)
              .retried();
      story.add(first).add(first.next(200).ends(203, Outcome.OK).by("1"));
    }
    FailoverFigures figures = story.figures();

    assertThat(figures.writeOutageMs()).isEqualTo(207.0);
    assertThat(figures.detectionMs()).isNull();
    assertThat(figures.unavailability()).isZero();
    assertThat(story.repetition().errors())
        .containsExactly(
            new FailoverFigures.ErrorCount(
                "writer", "statement", 1927, "HY000", "FAILED", 41, 1.0, 201.0));
  }

  @Test
  void anOperationWhoseNextAttemptNeverCameHasNotEnded() {
    Story story = new Story().ok(BEGIN, 30_000);
    story.add(
        story
            .attempt(ProbeKind.WRITER, 20_000)
            .fails(20_001, Outcome.FAILED, 1927, ErrorPhase.STATEMENT)
            .retried());

    assertThat(story.figures().stuck()).isEqualTo(new FailoverFigures.Stuck(1, 10_000.0, 1L));
    assertThat(story.figures().detectionMs()).isEqualTo(21_000.0);
  }

  @Test
  void readersAndConnectorsHaveOutagesOfTheirOwn() {
    Story story =
        new Story()
            .rate(ProbeKind.READER, 200)
            .rate(ProbeKind.CONNECTOR, 10)
            .ok(BEGIN, 30_000)
            .ok(ProbeKind.READER, BEGIN, 0, "2")
            .ok(ProbeKind.READER, 400, 30_000, "3")
            .ok(ProbeKind.CONNECTOR, BEGIN, 0, "2")
            .ok(ProbeKind.CONNECTOR, 25_000, 30_000, "3");

    assertThat(story.figures().writeOutageMs()).isNull();
    assertThat(story.figures().readOutageMs()).isEqualTo(405.0);
    assertThat(story.figures().readOutageAtLeastMs()).isNull();
    assertThat(story.figures().connectOutageMs()).isNull();
    assertThat(story.figures().connectOutageAtLeastMs()).isEqualTo(25_100.0);
  }

  @Test
  void anAttemptThatHangsDoesNotExplainLaterGaps() {
    for (double until : new double[] {29_500, 50_000}) {
      Story story = Story.outage(0, 3000).fail(ProbeKind.WRITER, 0, 3000, 1927);
      Story.Attempt slow = story.attempt(ProbeKind.WRITER, 100).in(ErrorPhase.STATEMENT);
      story.add(
          until < 30_000 ? slow.fails(until, Outcome.FAILED, 1927, ErrorPhase.STATEMENT) : slow);
      drop(story, 10_000, 10_015);
      drop(story, 29_000, 29_015);

      assertThat(story.figures().writeOutageMs()).as("until %s", until).isEqualTo(3005.0);
      assertThat(story.figures().writeOutageSumMs()).isNull();
      assertThat(story.figures().writeOutages().number()).isEqualTo(1);
      assertThat(story.figures().unrecovered()).isEmpty();
    }
  }

  @Test
  void gapsThatAreAPauseOfTheClientAreNoOutages() {
    Story story =
        Story.outage(0, 3000)
            .rate(ProbeKind.READER, 200)
            .ok(ProbeKind.READER, BEGIN, 30_000, "1")
            .fail(ProbeKind.WRITER, 0, 3000, 1927);
    drop(story, 10_000, 10_460);
    assertThat(story.figures().writeOutageSumMs()).isEqualTo(3005.0 + 465);
    assertThat(story.figures().readOutageMs()).as("nothing failed, long after the fault").isNull();

    story.pause(ClientLog.Pause.Kind.HICCUP, 10_000, 10_230).pause(ClientLog.Pause.Kind.GC, 0, 1);
    assertThat(story.figures().writeOutageSumMs()).isEqualTo(3005.0 + 465);
    story.pause(ClientLog.Pause.Kind.HICCUP, 10_230, 10_450);
    assertThat(story.figures().writeOutageMs()).isEqualTo(3005.0);
    assertThat(story.figures().writeOutageSumMs()).isNull();
    assertThat(story.figures().readOutageMs()).isNull();
    assertThat(story.figures().writeOutages().number()).isEqualTo(1);
    assertThat(story.figures().writeOutages().degradedMs()).isEqualTo(3005.0);
    assertThat(story.repetition().verdict().reasons()).isEmpty();
  }

  private static void drop(Story story, double from, double to) {
    story.operations.removeIf(
        operation ->
            operation.intendedNanos() >= Story.ns(from)
                && operation.intendedNanos() < Story.ns(to));
  }

  @Test
  void detectionIsTheFirstFailureOfAnyProbeOrTheMomentAStallIsOne() {
    Story story = Story.outage(0, 3000).rate(ProbeKind.READER, 200);
    story.fail(ProbeKind.READER, 700, 705, 1927);
    assertThat(story.figures().detectionMs()).isEqualTo(701.0);

    Story waited = new Story().ok(BEGIN, 30_000);
    waited.add(waited.attempt(ProbeKind.WRITER, -400).begins(500).ends(800, Outcome.OK).by("1"));
    assertThat(waited.figures().detectionMs()).as("since it was due").isEqualTo(600.0);

    Story stalled = Story.outage(0, 3000);
    stalled.add(stalled.attempt(ProbeKind.WRITER, -400));
    assertThat(stalled.figures().detectionMs()).isEqualTo(600.0);
  }

  @Test
  void whatFailedBeforeTheFaultDetectsNothing() {
    assertThat(
            new Story()
                .ok(BEGIN, 30_000)
                .fail(ProbeKind.WRITER, -3000, -2990, 1213)
                .figures()
                .detectionMs())
        .isNull();
  }

  private static org.assertj.core.data.Offset<Double> offset() {
    return org.assertj.core.data.Offset.offset(1e-6);
  }
}
