package io.github.bmt4j.failover.figures;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.bmt4j.experiment.Made;
import io.github.bmt4j.experiment.Verdict;
import io.github.bmt4j.experiment.Verdict.Status;
import io.github.bmt4j.failover.SampleFailover;
import io.github.bmt4j.failover.figures.ClientLog.Pause;
import io.github.bmt4j.failover.figures.FailoverFigures.Block;
import io.github.bmt4j.failover.figures.FailoverFigures.Moment;
import io.github.bmt4j.failover.figures.FailoverFigures.Repetition;
import io.github.bmt4j.failover.figures.FailoverFigures.Spread;
import io.github.bmt4j.outcome.ErrorPhase;
import io.github.bmt4j.outcome.Outcome;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Test;

@NullUnmarked
class RepetitionJudgementTest {
  private static final double BEGIN = Story.BEGIN;
  private static final double END = 30_000;

  private static List<String> reasons(Story story) {
    return story.repetition().verdict().reasons();
  }

  @Test
  void aCleanRepetitionIsValid() {
    assertThat(Story.outage(0, 3000).repetition().verdict())
        .isEqualTo(new Verdict(Status.VALID, List.of()));
  }

  @Test
  void whatSpoiledItIsSaid() {
    Repetition repetition =
        FailoverAnalysis.repetition(
            1, Story.outage(0, 3000).evidence(), Limits.USUAL, List.of("the client ended early"));

    assertThat(repetition.verdict())
        .isEqualTo(new Verdict(Status.INVALID, List.of("the client ended early")));
  }

  @Test
  void aFaultThatWasNotInjectedIsInvalid() {
    Story story = Story.outage(0, 3000);
    story.timeline.removeIf(event -> event.kind() == TimelineEvent.Kind.INJECTED);

    assertThat(reasons(story)).containsExactly("nothing shows that the fault was injected");
  }

  @Test
  void anApplicationThatNeverRecoversIsAnAnswer() {
    Story story =
        new Story()
            .rate(ProbeKind.READER, 200)
            .ok(BEGIN, 0)
            .ok(ProbeKind.READER, BEGIN, END - 5000, "2");

    assertThat(story.repetition().verdict()).isEqualTo(new Verdict(Status.VALID, List.of()));
    FailoverFigures figures = story.figures();
    assertThat(figures.unrecovered()).containsExactly("writes", "reads");
    assertThat(figures.writeOutageAtLeastMs()).isEqualTo(30_004.0);
    assertThat(figures.readOutageAtLeastMs()).isEqualTo(5_004.0);
    assertThat(figures.recoveryMs()).isNull();
    assertThat(figures.recoveryAtLeastMs()).isEqualTo(30_000.0);
    assertThat(Story.outage(0, 3000).figures().unrecovered()).isEmpty();
    assertThat(Story.outage(0, 3000).figures().recoveryAtLeastMs()).isNull();
  }

  @Test
  void whatDriverAndPoolAddToAnOutageThatNeverEndsHasALowerBound() {
    Story story =
        new Story()
            .ok(BEGIN, 0)
            .promotes("2", "node2", 1000)
            .looks("node1", "1", BEGIN, 0, Story.Look.PRIMARY)
            .looks("node1", "1", 0, END, Story.Look.DOWN)
            .looks("node2", "2", BEGIN, 1000, Story.Look.REPLICA)
            .looks("node2", "2", 1000, END, Story.Look.PRIMARY);

    FailoverFigures figures = story.figures();
    assertThat(figures.clientAddedOutageMs()).isNull();
    assertThat(figures.clientAddedOutageAtLeastMs()).isBetween(28_950.0, 29_010.0);
    assertThat(figures.serverOutageMs()).isNull();
    assertThat(figures.serverOutageAtLeastMs()).isBetween(950.0, 1020.0);
    assertThat(figures.serverOutages().longestMs()).isBetween(980.0, 1020.0);
  }

  @Test
  void aServerWithoutBmtsTablesIsNoAnswer() {
    assertThat(reasons(new Story().ok(BEGIN, 0).fail(ProbeKind.WRITER, 0, END, 1146)))
        .containsExactly(
            "a server did not have bmt's tables (error 1146): they had not been replicated to it"
                + " when it was used; let it catch up before the change");
    assertThat(reasons(new Story().ok(BEGIN, 0).fail(ProbeKind.WRITER, 0, END, 1290))).isEmpty();
  }

  @Test
  void aPauseOfTheClientIsOursAndNotAnOutage() {
    assertThat(reasons(Story.outage(0, 700).pause(Pause.Kind.HICCUP, 0, 690)))
        .containsExactly(
            "the client itself stood still for 690 ms (hiccup), 0 ms after the fault",
            "the client itself stood still for 690 ms of the write outage of 705 ms");
    assertThat(reasons(Story.outage(0, 3000).pause(Pause.Kind.GC, -2000, -1500)))
        .containsExactly(
            "the client itself stood still for 500 ms (garbage collection), 2,000 ms before the"
                + " fault");
  }

  @Test
  void pausesBelowTheLimitMatterWhenTheyMakeHalfTheOutage() {
    Story story = Story.outage(0, 50).pause(Pause.Kind.HICCUP, 0, 30);
    story.pause(Pause.Kind.GC, 2, 30); // the same, seen twice
    assertThat(reasons(story))
        .containsExactly("the client itself stood still for 30 ms of the write outage of 55 ms");
    assertThat(reasons(Story.outage(0, 50).pause(Pause.Kind.HICCUP, 0, 27))).isEmpty();
  }

  @Test
  void aPauseThatIsSmallBesideTheOutageIsNotedOnly() {
    Story story = Story.outage(0, 3000).pause(Pause.Kind.HICCUP, 5000, 5120);
    assertThat(reasons(story)).isEmpty();
    assertThat(story.repetition().notes())
        .contains("the client itself stood still for 120 ms (hiccup), 5,000 ms after the fault");

    assertThat(reasons(Story.outage(0, 2000).pause(Pause.Kind.HICCUP, 2900, 3020))).hasSize(1);
    assertThat(reasons(new Story().ok(BEGIN, END).pause(Pause.Kind.HICCUP, 900, 1000))).hasSize(1);
    // Long after the outage it spoils nothing.
    assertThat(reasons(Story.outage(0, 2000).pause(Pause.Kind.HICCUP, 3100, 3220))).isEmpty();
    assertThat(reasons(new Story().ok(BEGIN, END).pause(Pause.Kind.HICCUP, 5000, 5099))).isEmpty();
  }

  @Test
  void aPauseOutsideTheObservationDoesNotMatter() {
    assertThat(
            reasons(
                Story.outage(0, 3000)
                    .pause(Pause.Kind.GC, BEGIN - 5000, BEGIN - 1)
                    .pause(Pause.Kind.GC, END, END + 1000)))
        .isEmpty();
  }

  @Test
  void aClientWithoutAWorkerForAnArrivalIsSaturated() {
    Story story = Story.outage(0, 3000);
    story.add(story.attempt(ProbeKind.WRITER, 2500).unserved());
    assertThat(reasons(story))
        .containsExactly("the client was saturated: 1 arrivals found no worker");

    Story late = Story.outage(0, 3000);
    late.add(late.attempt(ProbeKind.WRITER, 2500).begins(3001).ends(3002, Outcome.OK));
    assertThat(reasons(late))
        .containsExactly(
            "the client was saturated: 1 arrivals waited longer than 500 ms for a worker");
  }

  @Test
  void aClientThatIsSaturatedInAnOutageWithoutEndMustWorkAtTheEnd() {
    Story story = new Story().ok(BEGIN, 0);
    story.add(story.attempt(ProbeKind.WRITER, 15_000).begins(15_900).ends(15_901, Outcome.FAILED));
    story.add(story.attempt(ProbeKind.WRITER, 15_005).unserved());
    assertThat(reasons(story)).isEmpty();

    story.add(story.attempt(ProbeKind.WRITER, 25_000).begins(25_900).ends(25_901, Outcome.FAILED));
    story.add(story.attempt(ProbeKind.WRITER, 25_005).unserved());
    assertThat(reasons(story))
        .containsExactly(
            "the client was saturated: 1 arrivals found no worker",
            "the client was saturated: 1 arrivals waited longer than 500 ms for a worker");
  }

  @Test
  void writesThatWaitForAConnectionUpToTheEndWouldHaveSeenARecovery() {
    // A hang under an application as shipped: each write waits twice 30 s, and at 40 s all 8,000
    // workers wait.
    Story story = new Story().ok(BEGIN, 0);
    story.end = 60_000;
    for (double due = 0; due < 40_000; due += 5) {
      story.add(story.attempt(ProbeKind.WRITER, due).in(ErrorPhase.BORROW));
    }
    for (double due = 40_000; due < 60_000; due += 5) {
      story.add(story.attempt(ProbeKind.WRITER, due).unserved());
    }
    assertThat(reasons(story)).isEmpty();
    assertThat(story.figures().writeOutageAtLeastMs()).isEqualTo(60_004);

    story.add(story.attempt(ProbeKind.WRITER, 55_000).begins(55_900).ends(55_901, Outcome.FAILED));
    assertThat(reasons(story))
        .containsExactly(
            "the client was saturated: 1 arrivals waited longer than 500 ms for a worker");
  }

  @Test
  void writesThatAllHangWouldNotHaveSeenARecovery() {
    Story story = new Story().ok(BEGIN, 0);
    story.add(story.attempt(ProbeKind.WRITER, 10).in(ErrorPhase.STATEMENT));
    story.add(story.attempt(ProbeKind.WRITER, 25_005).unserved());
    assertThat(reasons(story))
        .containsExactly("the client was saturated: 1 arrivals found no worker");
  }

  @Test
  void aClientThatIsSaturatedInAnOutageShorterThanTheSettleTimeIsInvalid() {
    Story story = new Story().ok(BEGIN, 22_000);
    story.add(story.attempt(ProbeKind.WRITER, 22_005).in(ErrorPhase.BORROW));
    story.add(story.attempt(ProbeKind.WRITER, 25_005).unserved());
    assertThat(reasons(story))
        .containsExactly("the client was saturated: 1 arrivals found no worker");
  }

  @Test
  void readersThatAreSaturatedInAnOutageOfReadsWithoutEndAreAnAnswer() {
    Story story = new Story().rate(ProbeKind.READER, 200).ok(BEGIN, 1000).ok(3000, END);
    story.ok(ProbeKind.READER, BEGIN, 0, "2");
    story.add(story.attempt(ProbeKind.READER, 15_000).begins(15_900).ends(15_901, Outcome.FAILED));
    story.add(story.attempt(ProbeKind.READER, 15_005).unserved());
    assertThat(reasons(story)).isEmpty();

    story.add(story.attempt(ProbeKind.WRITER, 15_005).unserved());
    assertThat(reasons(story))
        .containsExactly("the client was saturated: 1 arrivals found no worker");
  }

  @Test
  void aClientThatBeginsLateBeforeTheFaultIsInvalid() {
    Story story = new Story().ok(BEGIN, -200).ok(0, END);
    for (double due = -200; due < 0; due += 5) {
      story.add(story.attempt(ProbeKind.WRITER, due).begins(due + 21).ends(due + 22, Outcome.OK));
    }

    assertThat(reasons(story))
        .containsExactly(
            "the client was not punctual: before the fault 1 % of the operations began 21.0 ms late"
                + " or more");
  }

  @Test
  void theApplicationMustBeWellBeforeTheFault() {
    assertThat(reasons(new Story().ok(BEGIN, -5000).ok(-4400, 0).ok(3000, END)))
        .containsExactly(
            "operations failed or were missing before the fault: 1,880 of 2,000 operations of the"
                + " writer ended OK; if the servers are too slow, lower --write-rate");
    assertThat(reasons(Story.outage(0, 3000).fail(ProbeKind.WRITER, -500, -490, 1213)))
        .containsExactly("2 attempts failed in the last second before the fault");
    assertThat(reasons(Story.outage(0, 3000).fail(ProbeKind.WRITER, -5000, -4990, 1213))).isEmpty();
  }

  @Test
  void whatWasUnderWayWhenTheFaultCameWasWell() {
    Story story = new Story().rate(ProbeKind.CONNECTOR, 1);
    story.ok(BEGIN, 0).ok(3000, END).ok(ProbeKind.CONNECTOR, BEGIN, -1000, "1");
    story.add(story.attempt(ProbeKind.CONNECTOR, -900).ends(1, Outcome.FAILED));
    story.ok(ProbeKind.CONNECTOR, 3000, END, "1");

    assertThat(reasons(story)).isEmpty();
  }

  @Test
  void aBaselineMustBeLongEnough() {
    Evidence full = Story.outage(0, 3000).evidence();
    Evidence cut = Made.like(full).set("fromNanos", full.t0Nanos() - 1_900_000_000).record();

    assertThat(FailoverAnalysis.repetition(1, cut, Limits.USUAL, List.of()).verdict().reasons())
        .containsExactly("only 1.9 s of load were observed before the fault");
  }

  @Test
  void theSummaryLeavesInvalidRepetitionsOut() {
    Block block =
        Summary.block(
            List.of(
                Story.outage(0, 3000).repetition(),
                Story.outage(0, 9000).fail(ProbeKind.WRITER, -500, -490, 1213).repetition(),
                Story.outage(0, 4000).repetition(),
                new Story().ok(BEGIN, END).repetition()),
            Set.of());

    assertThat(block.summary().get("writeOutageMs"))
        .isEqualTo(SampleFailover.spread(2, 3505, 3005, 4005));
    assertThat(block.summary().get("unavailability")).isEqualTo(SampleFailover.spread(3, 0, 0, 0));
    assertThat(block.summary()).doesNotContainKey("readOutageMs");
    assertThat(RepetitionJudgement.overall(block.repetitions(), 4).reasons())
        .containsExactly("repetition 1: 2 attempts failed in the last second before the fault");
  }

  @Test
  void repetitionsThatDidNotRecoverAreInTheSummaryAsLowerBounds() {
    Repetition three = Story.outage(0, 3000).repetition();
    Repetition four = Story.outage(0, 4000).repetition();
    Repetition never = new Story().ok(BEGIN, 0).repetition();

    assertThat(Summary.of(List.of(never, three, four), Set.of()).get("writeOutageMs"))
        .isEqualTo(new Spread(3, 4005, 3005, 30_004, List.of("max")));
    assertThat(Summary.of(List.of(three, never), Set.of()).get("writeOutageMs"))
        .isEqualTo(new Spread(2, (3005 + 30_004) / 2.0, 3005, 30_004, List.of("median", "max")));
    assertThat(Summary.of(List.of(never), Set.of()).get("writeOutageMs"))
        .isEqualTo(new Spread(1, 30_004, 30_004, 30_004, List.of("median", "min", "max")));
    assertThat(Summary.of(List.of(never, three, four), Set.of()).get("writeOutageAtLeastMs"))
        .isEqualTo(SampleFailover.spread(1, 30_004, 30_004, 30_004));
    // A bound below the middle may be anything above it.
    Story soon = new Story().ok(BEGIN, 0).ok(2000, 10_000);
    soon.end = 10_000;
    assertThat(Summary.of(List.of(soon.repetition(), three, four), Set.of()).get("writeOutageMs"))
        .isEqualTo(new Spread(3, 3005, 2005, 4005, List.of("median", "min", "max")));
  }

  @Test
  void theMedianOfCountsIsACountThatOccurred() {
    Story none = Story.outage(0, 3000);
    Story two = Story.outage(0, 3000).fail(ProbeKind.WRITER, 0, 10, 1290);

    assertThat(
            Summary.block(List.of(none.repetition(), two.repetition()), Set.of())
                .summary()
                .get("misrouted.writes")
                .median())
        .isEqualTo(2.0);
    Story one = Story.outage(0, 3000).fail(ProbeKind.WRITER, 0, 5, 1290);
    assertThat(
            Summary.block(List.of(none.repetition(), one.repetition()), Set.of())
                .summary()
                .get("misrouted.writes")
                .median())
        .isEqualTo(1.0);
  }

  @Test
  void aClientsSaturationDoesNotDependOnTheStallLimit() {
    Limits patient = new Limits(5_000_000_000L, 10_000_000_000L, 5_000_000_000L, 0, 0.95);
    Story late = Story.outage(0, 3000);
    late.add(late.attempt(ProbeKind.WRITER, 2500).begins(3001).ends(3002, Outcome.OK));

    assertThat(
            FailoverAnalysis.repetition(1, late.evidence(), patient, List.of()).verdict().reasons())
        .containsExactly(
            "the client was saturated: 1 arrivals waited longer than 500 ms for a worker");
  }

  @Test
  void aRunNeedsEveryRepetitionThatWasAskedFor() {
    Repetition valid = Story.outage(0, 3000).repetition();

    assertThat(RepetitionJudgement.overall(List.of(valid, valid), 2))
        .isEqualTo(new Verdict(Status.VALID, List.of()));
    assertThat(RepetitionJudgement.overall(List.of(valid), 2).reasons())
        .containsExactly("interrupted: 1 of 2 repetitions");
    assertThat(RepetitionJudgement.overall(List.of(), 1).status()).isEqualTo(Status.INVALID);
  }

  @Test
  void theTimelineHasWhatWasDoneAndWhatWasSeenInOneOrder() {
    Story story =
        Story.outage(0, 3000)
            .fail(ProbeKind.WRITER, 5, 3000, 1927)
            .promotes("2", "node2", 1000)
            .event(1000, TimelineEvent.Kind.PROMOTED, "node2", "promoted");

    assertThat(story.repetition().timeline())
        .containsExactly(
            new Moment(-4, "last write", "", ""),
            new Moment(0, "fault", "node1", "kill"),
            new Moment(2, "injected", "node1", "killed"),
            new Moment(6, "first error", "", "writer, statement, 1927 (HY000), FAILED"),
            new Moment(6, "detected", "", ""),
            new Moment(1000, "promoted", "node2", "promoted"),
            new Moment(3001, "write again", "", ""),
            new Moment(3001, "recovered", "", ""));
  }
}
