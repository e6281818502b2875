package io.github.bmt4j.failover.figures;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.github.bmt4j.outcome.ErrorPhase;
import io.github.bmt4j.outcome.Outcome;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Test;

@NullUnmarked
class OutageTest {
  private static final double BEGIN = Story.BEGIN;

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
    assertThat(figures.writes().unavailability()).isZero();
    assertThat(story.repetition().errors())
        .containsExactly(
            new Repetition.ErrorCount(
                ProbeKind.WRITER, "statement", 1927, "HY000", Outcome.FAILED, 41, 1.0, 201.0));
  }

  @Test
  void errorsComeInTheOrderOfTheirFirstEndFromTheBeginOn() {
    Story story = new Story().ok(BEGIN, 30_000);
    story.add(failing(BEGIN - 5, BEGIN - 1, 1040));
    story.add(failing(100, 300, 1927)).add(failing(100, 200, 2013)).add(failing(400, 500, 1927));
    // A change that had its first error just when it began has had it.
    story.add(failing(-5, 0, 1290));

    assertThat(story.repetition().errors())
        .extracting(
            Repetition.ErrorCount::code,
            Repetition.ErrorCount::count,
            Repetition.ErrorCount::firstMs,
            Repetition.ErrorCount::lastMs)
        .containsExactly(
            tuple(1290, 1L, 0.0, 0.0),
            tuple(2013, 1L, 200.0, 200.0),
            tuple(1927, 2L, 300.0, 500.0));
    assertThat(story.repetition().timeline())
        .filteredOn(moment -> moment.what() == TimelineEvent.Kind.FIRST_ERROR)
        .extracting(Repetition.Moment::atMs)
        .containsExactly(0.0);
  }

  private static Story.Attempt failing(double due, double end, int code) {
    return new Story()
        .attempt(ProbeKind.WRITER, due)
        .fails(end, Outcome.FAILED, code, ErrorPhase.STATEMENT);
  }

  @Test
  void anOperationWhoseNextAttemptNeverCameHasNotEnded() {
    Story story = new Story().ok(BEGIN, 30_000);
    story.add(
        story
            .attempt(ProbeKind.WRITER, 20_000)
            .fails(20_001, Outcome.FAILED, 1927, ErrorPhase.STATEMENT)
            .retried());

    assertThat(story.figures().attempts().stuck()).isEqualTo(new Stuck(1, 10_000.0, 1));
    assertThat(story.figures().detectionMs()).isEqualTo(21_000.0);
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
      assertThat(story.figures().writes().stalls().sumMs()).isNull();
      assertThat(story.figures().writes().stalls().number()).isEqualTo(1);
      assertThat(story.figures().unrecovered()).isEmpty();
    }
  }

  /** The end of the observation cuts off what is under way: it has neither failed nor stalled. */
  @Test
  void anAttemptThatTheEndCutsOffDoesNotProlongAnOutage() {
    for (double begin : new double[] {28_900, 29_100, 29_990}) {
      Story story = Story.outage(0, 3000).fail(ProbeKind.WRITER, 0, 3000, 1927);
      drop(story, begin - 20, begin + 5);
      story.add(story.attempt(ProbeKind.WRITER, begin));

      boolean stalled = begin < 29_000;
      assertThat(story.figures().writeOutageMs())
          .as("under way since %s", begin)
          .isEqualTo(stalled ? null : (Double) 3005.0);
      assertThat(story.figures().haveWritesRecovered()).isEqualTo(!stalled);
    }
  }

  /** A trial does not wait after it: no write failed or stalled. */
  @Test
  void aShortGapInWhichAServerRefusedDoesNotProlongAnOutage() {
    Story story = Story.outage(0, 3000).fail(ProbeKind.WRITER, 0, 3000, 1927);
    story.looks("node1", "1", BEGIN, 0, Story.Look.PRIMARY);
    story.looks("node1", "1", 0, 3000, Story.Look.REPLICA);
    story.looks("node1", "1", 3000, 29_500, Story.Look.PRIMARY);
    story.look("node1", "1", 29_500, 29_501, Story.Look.REPLICA);
    story.looks("node1", "1", 29_520, 30_000, Story.Look.PRIMARY);
    drop(story, 29_490, 29_550);

    assertThat(story.figures().writeOutageMs()).isEqualTo(3005.0);
    assertThat(story.figures().writes().stalls().number()).isEqualTo(2);
    assertThat(story.figures().unrecovered()).isEmpty();
  }

  /** A proxy spreads the connections over several servers that take writes. */
  @Test
  void aShortGapBetweenWritesOfTwoServersDoesNotProlongAnOutage() {
    Story story = new Story().ok(BEGIN, 0).fail(ProbeKind.WRITER, 0, 3000, 1927);
    story.ok(3000, 29_500).ok(ProbeKind.WRITER, 29_530, 30_000, "2");
    story.newPrimary = "2";

    assertThat(story.figures().writeOutageMs()).isEqualTo(3005.0);
    assertThat(story.figures().writes().stalls().number()).isEqualTo(2);
    assertThat(story.figures().unrecovered()).isEmpty();
  }

  /** A trial waits for the settle time after a step, not after what follows it soon. */
  @Test
  void aShortGapSoonAfterTheLastStepDoesNotProlongAnOutage() {
    Story story = Story.outage(0, 3000).fail(ProbeKind.WRITER, 0, 3000, 1927);
    story.event(20_000, TimelineEvent.Kind.NOTE, "node1", "is back");
    drop(story, 20_950, 21_550);

    assertThat(story.figures().writeOutageMs()).isEqualTo(3005.0);
    assertThat(story.figures().writes().stalls().number()).isEqualTo(2);
  }

  /** The settle time of the outage itself was not observed, whatever quiet gap came after it. */
  @Test
  void aShortGapDoesNotEndTheOutageBeforeIt() {
    Story story = Story.outage(2000, 10_000).fail(ProbeKind.WRITER, 2000, 10_000, 1927);
    story.event(9_100, TimelineEvent.Kind.NOTE, "node1", "is back");
    drop(story, 10_050, 10_950);
    story.operations.removeIf(one -> one.intendedNanos() >= Story.ns(12_000));
    story.end = 12_000;
    long second = 1_000_000_000;
    Limits board = new Limits(second, 3 * second, 5 * second, 0, 0.95, second);

    assertThat(story.figures(board).writeOutageMs()).isNull();
    assertThat(story.figures(board).writes().outageAtLeastMs()).isEqualTo(8_005.0);
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
}
