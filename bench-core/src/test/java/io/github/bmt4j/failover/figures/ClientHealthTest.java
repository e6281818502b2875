package io.github.bmt4j.failover.figures;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.bmt4j.failover.figures.ClientLog.Pause;
import io.github.bmt4j.outcome.ErrorPhase;
import io.github.bmt4j.outcome.Outcome;
import java.util.List;
import org.junit.jupiter.api.Test;

class ClientHealthTest {
  private static final double BEGIN = Story.BEGIN;
  private static final double END = 30_000;

  @Test
  void aPauseOfHalfAStallSpoilsTheFiguresWheneverItComes() {
    assertThat(reasons(Story.outage(0, 3000).pause(Pause.Kind.GC, 20_000, 20_500)))
        .containsExactly(
            "the client itself stood still for 500 ms (garbage collection), 20,000 ms after the"
                + " fault");
    Story shorter = Story.outage(0, 3000).pause(Pause.Kind.GC, 20_000, 20_499);
    assertThat(reasons(shorter)).isEmpty();
    assertThat(notes(shorter)).hasSize(1);
  }

  @Test
  void pausesFromAHundredMillisecondsOnAreNoted() {
    assertThat(notes(Story.outage(0, 3000).pause(Pause.Kind.GC, 9000, 9100))).hasSize(1);
    assertThat(notes(Story.outage(0, 3000).pause(Pause.Kind.GC, 9000, 9099))).isEmpty();
    assertThat(notes(Story.outage(0, 700).pause(Pause.Kind.GC, 0, 150)))
        .as("a reason is no note")
        .isEmpty();
  }

  @Test
  void aPauseMattersUntilAStallAfterTheOutage() {
    assertThat(reasons(Story.outage(0, 2000).pause(Pause.Kind.HICCUP, 3001, 3121))).hasSize(1);
    assertThat(reasons(Story.outage(0, 2000).pause(Pause.Kind.HICCUP, 3002, 3122))).isEmpty();
  }

  @Test
  void halfTheOutageIsEnoughForPausesToMakeItTheClients() {
    assertThat(reasons(Story.outage(0, 50).pause(Pause.Kind.HICCUP, 0, 27.5))).hasSize(1);
    assertThat(reasons(Story.outage(0, 50).pause(Pause.Kind.HICCUP, 0, 27.4))).isEmpty();
  }

  @Test
  void arrivalsFromTheBaselineToTheEndNeedAWorkerAndNoOthers() {
    assertThat(reasons(unserved(BEGIN))).hasSize(1);
    assertThat(reasons(unserved(END))).hasSize(1);
    assertThat(reasons(unserved(BEGIN - 1))).isEmpty();
    assertThat(reasons(unserved(END + 1))).isEmpty();
  }

  @Test
  void aRetryThatBeginsLateDidNotWaitForAWorker() {
    Story story = Story.outage(0, 3000);
    Story.Attempt first = story.attempt(ProbeKind.WRITER, 2000);
    story.add(first.fails(2001, Outcome.FAILED, 1927, ErrorPhase.STATEMENT).retried());
    story.add(first.next(3500).ends(3501, Outcome.OK).by("1"));

    assertThat(reasons(story)).isEmpty();
  }

  @Test
  void onlyMoreThanHalfAStallIsALongWaitForAWorker() {
    Story story = Story.outage(0, 3000);
    story.add(story.attempt(ProbeKind.WRITER, 2500).begins(3000).ends(3001, Outcome.OK));
    assertThat(reasons(story)).isEmpty();

    story.add(story.attempt(ProbeKind.WRITER, 0).begins(500.1).ends(501, Outcome.OK));
    assertThat(reasons(story)).hasSize(1);
  }

  @Test
  void oneInAHundredOperationsMayBeginLateBeforeTheFault() {
    assertThat(reasons(late(20, 21))).isEmpty();
    assertThat(reasons(late(21, 21)))
        .containsExactly(
            "the client was not punctual: before the fault 1 % of the operations began 21.0 ms late"
                + " or more");
    assertThat(reasons(late(21, 20))).as("20 ms are punctual").isEmpty();
  }

  @Test
  void aHundredOperationsAreEnoughToJudgePunctuality() {
    Story story = new Story().rate(ProbeKind.WRITER, 10).ok(BEGIN, -200).ok(0, END);
    for (double due = -200; due < 0; due += 100) {
      story.add(story.attempt(ProbeKind.WRITER, due).begins(due + 30).ends(due + 31, Outcome.OK));
    }
    assertThat(reasons(story)).hasSize(1);
  }

  private static Story unserved(double due) {
    Story story = Story.outage(0, 3000);
    return story.add(story.attempt(ProbeKind.WRITER, due).unserved());
  }

  /** The last operations of 2,000 before the fault begin late. */
  private static Story late(int operations, double millis) {
    double from = -5.0 * operations;
    Story story = new Story().ok(BEGIN, from).ok(0, END);
    for (double due = from; due < 0; due += 5) {
      story.add(
          story
              .attempt(ProbeKind.WRITER, due)
              .begins(due + millis)
              .ends(due + millis + 1, Outcome.OK));
    }
    return story;
  }

  private static List<String> reasons(Story story) {
    return story.repetition().verdict().reasons();
  }

  private static List<String> notes(Story story) {
    return story.repetition().notes().stream().filter(note -> note.startsWith("the cl")).toList();
  }
}
