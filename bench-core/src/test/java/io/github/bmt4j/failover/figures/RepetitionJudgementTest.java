package io.github.bmt4j.failover.figures;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.bmt4j.experiment.Made;
import io.github.bmt4j.experiment.Verdict;
import io.github.bmt4j.experiment.Verdict.Status;
import io.github.bmt4j.failover.figures.Repetition.Moment;
import io.github.bmt4j.failover.figures.Summary.Block;
import io.github.bmt4j.failover.figures.Summary.Spread;
import io.github.bmt4j.failover.figures.TimelineEvent.Kind;
import io.github.bmt4j.failover.report.SampleFailover;
import io.github.bmt4j.outcome.ErrorPhase;
import io.github.bmt4j.outcome.Outcome;
import io.github.bmt4j.report.Reason.Code;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@NullUnmarked
class RepetitionJudgementTest {
  private static final double BEGIN = Story.BEGIN;
  private static final double END = 30_000;

  private static List<String> reasons(Story story) {
    return story.repetition().verdict().texts();
  }

  @Test
  void aCleanRepetitionIsValid() {
    assertThat(Story.outage(0, 3000).repetition().verdict())
        .isEqualTo(new Verdict(Status.VALID, List.of()));
  }

  @Test
  void whatSpoiledItIsSaid() {
    Repetition repetition =
        new FailoverAnalysis(Story.outage(0, 3000).evidence(), Limits.USUAL)
            .repetition(1, List.of(Code.ENDED_EARLY.of("the client ended early")));

    assertThat(repetition.verdict())
        .isEqualTo(
            new Verdict(Status.INVALID, List.of(Code.ENDED_EARLY.of("the client ended early"))));
  }

  /** With a stall limit longer than the baseline nothing is late, and nothing is known to work. */
  @Test
  void aBaselineInWhichNothingEndedIsInvalid() {
    Story story = new Story();
    for (double due = BEGIN; due < END; due += 5) {
      story.add(story.attempt(ProbeKind.WRITER, due));
    }
    long stall = 12_000_000_000L;
    Limits patient = new Limits(stall, stall + 1, 1_000_000_000, 0, 0.95, stall);

    assertThat(
            new FailoverAnalysis(story.evidence(), patient)
                .repetition(1, List.of())
                .verdict()
                .texts())
        .anyMatch(
            reason ->
                reason.startsWith(
                    "operations failed or were missing before the fault: 0 of 2,000 "));
  }

  @Test
  void aFaultThatWasNotInjectedIsInvalid() {
    Story story = Story.outage(0, 3000);
    story.timeline.removeIf(event -> event.kind() == TimelineEvent.Kind.INJECTED);

    assertThat(reasons(story)).containsExactly("nothing shows that the fault was injected");
  }

  /** 200 threads hang for 20 s, and later arrivals wait for them, or are never begun. */
  @Test
  void arrivalsThatWaitForAThreadInAnOutageAreTheApplications() {
    Story story = new Story().ok(BEGIN, 0);
    for (double due = 0; due < 1000; due += 5) {
      story.add(story.attempt(ProbeKind.WRITER, due).begins(due).ends(20_000, Outcome.OK));
    }
    for (double due = 1000; due < 20_000; due += 5) {
      story.add(story.attempt(ProbeKind.WRITER, due).begins(20_000).ends(20_100, Outcome.OK));
    }
    assertThat(reasons(story.ok(20_100, END))).isEmpty();
    assertThat(story.figures().attempts().largestStallMs()).isEqualTo(20_000.0);

    Story never = new Story().ok(BEGIN, 0);
    for (double due = 0; due < END; due += 5) {
      Story.Attempt attempt = never.attempt(ProbeKind.WRITER, due);
      never.add(due < 1000 ? attempt.in(ErrorPhase.BORROW) : attempt.unserved());
    }
    assertThat(reasons(never)).isEmpty();
    assertThat(never.figures().attempts().stuck().operations()).isEqualTo(200);
    assertThat(never.figures().writes().unavailability()).isEqualTo(1);
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
  void whatWasUnderWayWhenTheFaultCameWasWell() {
    Story story = new Story().rate(ProbeKind.CONNECTOR, 1);
    story.ok(BEGIN, 0).ok(3000, END).ok(ProbeKind.CONNECTOR, BEGIN, -1000, "1");
    story.add(story.attempt(ProbeKind.CONNECTOR, -900).ends(1, Outcome.FAILED));
    story.ok(ProbeKind.CONNECTOR, 3000, END, "1");

    assertThat(reasons(story)).isEmpty();
  }

  /** 1,899 of 2,000 writes ended OK before the fault; one more is enough. */
  @ParameterizedTest
  @CsvSource({"0, false", "-0.001, true", "-1000, true", "-1000.001, false"})
  void whatWasUnderWayForMoreThanTheStallLimitWasNotWell(double due, boolean well) {
    Story story = new Story().ok(BEGIN, -505).ok(1, END);
    story.add(story.attempt(ProbeKind.WRITER, due).ends(0.5, Outcome.OK).by("1"));

    assertThat(reasons(story).stream().noneMatch(one -> one.contains("1,899 of 2,000")))
        .isEqualTo(well);
  }

  @Test
  void aBaselineMustBeLongEnough() {
    Evidence full = Story.outage(0, 3000).evidence();
    Evidence cut = Made.like(full).set("fromNanos", full.t0Nanos() - 1_900_000_000).record();

    assertThat(new FailoverAnalysis(cut, Limits.USUAL).repetition(1, List.of()).verdict().texts())
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

    assertThat(block.summary().get("writes.outageMs"))
        .isEqualTo(SampleFailover.spread(2, 3505, 3005, 4005));
    assertThat(block.summary().get("writes.unavailability"))
        .isEqualTo(SampleFailover.spread(3, 0, 0, 0));
    assertThat(block.summary()).doesNotContainKey("reads.outageMs");
    assertThat(RepetitionJudgement.overall(block.repetitions(), 4).texts())
        .containsExactly("repetition 1: 2 attempts failed in the last second before the fault");
  }

  @Test
  void repetitionsThatDidNotRecoverAreInTheSummaryAsLowerBounds() {
    Repetition three = Story.outage(0, 3000).repetition();
    Repetition four = Story.outage(0, 4000).repetition();
    Repetition never = new Story().ok(BEGIN, 0).repetition();

    assertThat(Summary.of(List.of(never, three, four), Set.of()).get("writes.outageMs"))
        .isEqualTo(new Spread(3, 4005, 3005, 30_004, List.of("max")));
    assertThat(Summary.of(List.of(three, never), Set.of()).get("writes.outageMs"))
        .isEqualTo(new Spread(2, (3005 + 30_004) / 2.0, 3005, 30_004, List.of("median", "max")));
    assertThat(Summary.of(List.of(never), Set.of()).get("writes.outageMs"))
        .isEqualTo(new Spread(1, 30_004, 30_004, 30_004, List.of("median", "min", "max")));
    assertThat(Summary.of(List.of(never, three, four), Set.of()).get("writes.outageAtLeastMs"))
        .isEqualTo(SampleFailover.spread(1, 30_004, 30_004, 30_004));
    // A bound below the middle may be anything above it.
    Story soon = new Story().ok(BEGIN, 0).ok(2000, 10_000);
    soon.end = 10_000;
    assertThat(Summary.of(List.of(soon.repetition(), three, four), Set.of()).get("writes.outageMs"))
        .isEqualTo(new Spread(3, 3005, 2005, 4005, List.of("median", "min", "max")));
  }

  @Test
  void theMedianOfCountsIsACountThatOccurred() {
    Story none = Story.outage(0, 3000);
    Story two = Story.outage(0, 3000).fail(ProbeKind.WRITER, 0, 10, 1290);

    assertThat(
            Summary.block(List.of(none.repetition(), two.repetition()), Set.of())
                .summary()
                .get("roles.misrouted.writes")
                .median())
        .isEqualTo(2.0);
    Story one = Story.outage(0, 3000).fail(ProbeKind.WRITER, 0, 5, 1290);
    assertThat(
            Summary.block(List.of(none.repetition(), one.repetition()), Set.of())
                .summary()
                .get("roles.misrouted.writes")
                .median())
        .isEqualTo(1.0);
  }

  @Test
  void aRunNeedsEveryRepetitionThatWasAskedFor() {
    Repetition valid = Story.outage(0, 3000).repetition();

    assertThat(RepetitionJudgement.overall(List.of(valid, valid), 2))
        .isEqualTo(new Verdict(Status.VALID, List.of()));
    assertThat(RepetitionJudgement.overall(List.of(valid), 2).texts())
        .containsExactly("interrupted: 1 of 2 repetitions");
    assertThat(RepetitionJudgement.overall(List.of(), 1).status()).isEqualTo(Status.INVALID);
  }

  @Test
  void theTimelineHasWhatWasDoneAndWhatWasSeenInOneOrder() {
    Story story =
        Story.outage(0, 3000)
            .fail(ProbeKind.WRITER, 5, 3000, 1927)
            .promotes("2", 1000)
            .event(1000, TimelineEvent.Kind.PROMOTED, "node2", "promoted");

    assertThat(story.repetition().timeline())
        .containsExactly(
            new Moment(-4, Kind.LAST_WRITE, "", ""),
            new Moment(0, Kind.FAULT, "node1", "kill"),
            new Moment(2, Kind.INJECTED, "node1", "killed"),
            new Moment(6, Kind.FIRST_ERROR, "", "writer, statement, 1927 (HY000), FAILED"),
            new Moment(6, Kind.DETECTED, "", ""),
            new Moment(1000, Kind.PROMOTED, "node2", "promoted"),
            new Moment(3001, Kind.WRITE_AGAIN, "", ""),
            new Moment(3001, Kind.RECOVERED, "", ""));
  }
}
