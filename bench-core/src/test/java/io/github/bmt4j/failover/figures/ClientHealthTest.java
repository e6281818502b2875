package io.github.bmt4j.failover.figures;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.bmt4j.failover.figures.ClientLog.Pause;
import io.github.bmt4j.outcome.Outcome;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class ClientHealthTest {
  private static final double BEGIN = Story.BEGIN;
  private static final double END = 30_000;

  @Test
  void oneInAHundredOperationsMayBeginLateBeforeTheFault() {
    assertThat(reasons(late(20, 21))).isEmpty();
    assertThat(reasons(late(21, 21)))
        .containsExactly(
            "the client was not punctual: before the fault 1 % of the operations began 21.0 ms late"
                + " or more");
    assertThat(reasons(late(21, 20))).as("20 ms are punctual").isEmpty();
  }

  /** 20 s are not made by 0.2 s. */
  @Test
  void anInvalidRepetitionSaysTheOutageAndHowMuchOfItTheClientExplains() {
    Story story = Story.outage(0, 20_000);
    for (double due = -1000; due < 0; due += 5) {
      story.add(story.attempt(ProbeKind.WRITER, due).begins(due + 230).ends(due + 231, Outcome.OK));
    }
    story.pause(Pause.Kind.HICCUP, 5000, 5090);

    Repetition repetition = story.repetition();
    assertThat(repetition.valid()).isFalse();
    assertThat(Sums.values(repetition.figures())).containsEntry("writes.bmtDelaysMs", 230.0);
    assertThat(Headline.of(Summary.block(List.of(repetition), Set.of())).sentence())
        .startsWith(
            "Writes stopped for 19.8 s without a single error (bmt's own delays explain at most 230"
                + " ms of it); ");

    story.pause(Pause.Kind.GC, 6000, 6900);
    assertThat(Sums.values(story.figures())).containsEntry("writes.bmtDelaysMs", 990.0);
  }

  @Test
  void aHundredOperationsAreEnoughToJudgePunctuality() {
    Story story = new Story().rate(ProbeKind.WRITER, 10).ok(BEGIN, -200).ok(0, END);
    for (double due = -200; due < 0; due += 100) {
      story.add(story.attempt(ProbeKind.WRITER, due).begins(due + 30).ends(due + 31, Outcome.OK));
    }
    assertThat(reasons(story)).hasSize(1);
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
    return story.repetition().verdict().texts();
  }
}
