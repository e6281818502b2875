package io.github.bmt4j.failover.figures;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.bmt4j.failover.figures.Story.Look;
import io.github.bmt4j.outcome.ErrorPhase;
import io.github.bmt4j.outcome.Outcome;
import org.junit.jupiter.api.Test;

class FirstSignTest {
  private static final double NOTICED = 5000;

  @Test
  void withoutASignBeforeItIsTheMomentAtWhichTroubleWasNoticed() {
    assertThat(sign(new Story().ok(0, 6000))).isEqualTo(NOTICED);
  }

  @Test
  void isTheBeginOfTheFirstAttemptThatFailed() {
    Story story = new Story().ok(0, 4600);
    story.add(failed(story, 4700, 4750)).add(failed(story, 4650, 4900));

    assertThat(sign(story)).isEqualTo(4650);
  }

  @Test
  void anAttemptThatStalledOrHasNotEndedIsASignToo() {
    Story stalled = new Story();
    stalled.add(stalled.attempt(ProbeKind.WRITER, 3900).ends(4901, Outcome.OK));
    assertThat(sign(stalled)).isEqualTo(3900);

    Story slow = new Story();
    slow.add(slow.attempt(ProbeKind.WRITER, 3900).ends(4900, Outcome.OK));
    assertThat(sign(slow)).as("the stall limit is no stall").isEqualTo(NOTICED);

    Story stuck = new Story();
    stuck.add(stuck.attempt(ProbeKind.WRITER, 4100));
    assertThat(sign(stuck)).isEqualTo(4100);
  }

  @Test
  void signsComeAtMostTwoStallLimitsBefore() {
    Story story = new Story();
    story.add(failed(story, 2999, 3500));
    assertThat(sign(story)).isEqualTo(NOTICED);

    story.add(failed(story, 3000, 3500));
    assertThat(sign(story)).isEqualTo(3000);
  }

  @Test
  void whatNeverBeganIsNoSign() {
    Story story = new Story();
    story.add(story.attempt(ProbeKind.WRITER, 4000).unserved());

    assertThat(sign(story)).isEqualTo(NOTICED);
  }

  @Test
  void aLookThatFindsThePrimaryNotWritableIsASignAndOneAtAReplicaIsNot() {
    Story story =
        new Story()
            .looks("node1", "1", 0, 4000, Look.PRIMARY)
            .looks("node1", "1", 4020, 5000, Look.DOWN)
            .looks("node2", "2", 0, 5000, Look.REPLICA);
    assertThat(sign(story)).isEqualTo(4020);

    Story early =
        new Story()
            .look("node1", "1", 0, 1, Look.PRIMARY)
            .look("node1", "1", 2999, 3001, Look.DOWN);
    assertThat(sign(early)).isEqualTo(NOTICED);
    assertThat(sign(early.look("node1", "1", 3000, 3001, Look.DOWN))).isEqualTo(3000);
  }

  private static Story.Attempt failed(Story story, double from, double to) {
    return story
        .attempt(ProbeKind.WRITER, from)
        .fails(to, Outcome.FAILED, 1927, ErrorPhase.STATEMENT);
  }

  private static double sign(Story story) {
    Evidence evidence = story.evidence();
    long nanos =
        FirstSign.nanos(
            evidence.client(),
            evidence.servers().observations(),
            evidence.primaries().oldPrimary(),
            Story.ns(NOTICED),
            Limits.USUAL);
    return (nanos - Story.T0) / 1e6;
  }
}
