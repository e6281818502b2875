package io.github.bmt4j.failover.figures;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.github.bmt4j.outcome.ErrorPhase;
import io.github.bmt4j.outcome.Outcome;
import java.util.List;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Test;

/** Outages that are not one long gap with errors: brown-outs, flapping, and holds. */
@NullUnmarked
class DegradedTest {
  private static final double BEGIN = Story.BEGIN;

  /** Of the writes due in [0, to) one in {@code of} goes well. */
  private static Story oneOf(int of, double to) {
    Story story = new Story().ok(BEGIN, 0);
    for (int number = 0; number * 5 < to; number++) {
      double due = number * 5;
      story.add(
          number % of > 0
              ? story
                  .attempt(ProbeKind.WRITER, due)
                  .fails(due + 1, Outcome.FAILED, 1040, ErrorPhase.CONNECT)
              : story.attempt(ProbeKind.WRITER, due).ends(due + 1, Outcome.OK).by("1"));
    }
    return story;
  }

  @Test
  void aBrownOutHasNoWriteOutageButADegradedTimeAndUnavailability() {
    FailoverFigures figures = oneOf(2, 10_000).ok(10_000, 30_000).figures();

    assertThat(figures.writeOutageMs()).isNull();
    assertThat(figures.writes().outageAtLeastMs()).isNull();
    assertThat(figures.writes().stalls().number()).isZero();
    // A window that begins or ends with 0.2 s of the brown-out still has 90 % of its writes.
    assertThat(figures.writes().degradedMs()).isCloseTo(9_600.0, within(20.0));
    assertThat(figures.degradedIsLonger()).isTrue();
    assertThat(figures.writes().recoveryMs()).isBetween(9_900.0, 10_000.0);
    assertThat(figures.writes().unavailability()).isCloseTo(0.5, within(0.01));
    assertThat(figures.detectionMs()).isEqualTo(6.0);
  }

  /** Ten writes a second, of which some are never due in each second from 5 s to 15 s. */
  private static FailoverFigures missing(Integer... tenths) {
    Story story = new Story().rate(ProbeKind.WRITER, 10).ok(BEGIN, 5000);
    for (int number = 50; number < 150; number++) {
      if (!List.of(tenths).contains(number % 10)) {
        story.ok(number * 100, number * 100 + 1);
      }
    }
    return story.ok(15_000, 30_000).figures();
  }

  @Test
  void aWindowThatLacksTwoWritesIsNotLowHoweverFewThereAre() {
    assertThat(FailoverFigures.DEGRADED.of(missing(2))).isNull();
    assertThat(FailoverFigures.DEGRADED.of(missing(2, 7))).isNull();
    // From 5.8 s, when a third one is missing, to 14.2 s, after which two are.
    assertThat(missing(2, 5, 8).writes().degradedMs()).isCloseTo(8_400.0, within(20.0));
  }

  @Test
  void flappingIsDegradedForAsLongAsItGoesOn() {
    FailoverFigures figures = oneOf(180, 18_000).ok(18_000, 40_000).figures();
    assertThat(figures.writeOutageMs()).isEqualTo(900.0);
    assertThat(figures.writes().stalls().number()).isEqualTo(20);
    assertThat(figures.writes().degradedMs()).isCloseTo(18_000.0, within(10.0));

    FailoverFigures often = oneOf(10, 18_000).ok(18_000, 40_000).figures();
    assertThat(often.writeOutageMs()).isEqualTo(50.0);
    assertThat(often.writes().degradedMs()).isCloseTo(18_000.0, within(60.0));
  }

  @Test
  void aBrownOutThatDoesNotEndHasNotRecovered() {
    FailoverFigures figures = oneOf(2, 30_000).figures();

    assertThat(figures.writes().degradedMs()).isNull();
    assertThat(figures.writes().degradedAtLeastMs()).isCloseTo(29_800.0, within(20.0));
    assertThat(figures.unrecovered()).containsExactly("writes");
    assertThat(figures.writes().recoveryAtLeastMs()).isEqualTo(30_000.0);
  }

  @Test
  void writesThatOnlyBecomeSlowAreAChange() {
    Story story = triggered().ok(BEGIN, 0);
    for (double due = 0; due < 20_000; due += 5) {
      // Ever later, so that one ends every 5.5 ms: up to 2 s after it was due.
      story.add(story.attempt(ProbeKind.WRITER, due).ends(1.1 * due + 1, Outcome.OK).by("1"));
    }
    FailoverFigures figures = story.ok(20_000, 30_000).figures();

    assertThat(figures.writeOutageMs()).isNull();
    assertThat(FailoverFigures.DEGRADED.of(figures)).isNull();
    assertThat(figures.writes().unavailability()).isPositive();
    assertThat(showsNoChange(story)).isFalse();
    assertThat(showsNoChange(triggered().ok(BEGIN, 30_000))).isTrue();
  }

  @Test
  void aHiccupLongAfterATriggerIsNoChange() {
    assertThat(showsNoChange(triggered().ok(BEGIN, 20_000).ok(20_300, 30_000))).isTrue();
    assertThat(showsNoChange(triggered().ok(BEGIN, 4_100).ok(4_400, 30_000))).isTrue();
    assertThat(showsNoChange(triggered().ok(BEGIN, 3_900).ok(4_200, 30_000))).isFalse();
    Story noted = triggered().event(19_900, TimelineEvent.Kind.NOTE, "", "a word is no step");
    assertThat(showsNoChange(noted.ok(BEGIN, 20_000).ok(20_300, 30_000))).isTrue();
    Story failed = triggered().ok(BEGIN, 500).ok(600, 30_000);
    assertThat(showsNoChange(failed.fail(ProbeKind.WRITER, 500, 600, 1927))).isFalse();
  }

  private static boolean showsNoChange(Story story) {
    return new FailoverAnalysis(story.evidence(), Limits.USUAL).showsNoChange();
  }

  @Test
  void stallsWithoutAnErrorThatFollowTheOutageCount() {
    Story story = new Story().ok(BEGIN, 0).fail(ProbeKind.WRITER, 0, 3000, 1927).ok(3000, 5000);
    for (double second = 5000; second < 15_000; second += 1000) {
      story.hang(second, second + 900, second + 900).ok(second + 900, second + 1000);
    }
    FailoverFigures figures = story.ok(15_000, 30_000).figures();

    assertThat(figures.writeOutageMs()).isEqualTo(3005.0);
    assertThat(figures.writes().stalls().number()).isEqualTo(11);
    assertThat(figures.writes().stalls().withoutErrorMs()).isEqualTo(10 * 904.0);
    assertThat(figures.writes().stalls().sumMs()).isEqualTo(3005.0 + 10 * 904);
    assertThat(figures.writes().degradedMs()).isCloseTo(3005.0 + 9040, within(1.0));
    assertThat(figures.unrecovered()).isEmpty();
  }

  @Test
  void shortStallsThatDoNotEndHaveNotRecovered() {
    Story story = new Story().ok(BEGIN, 0).fail(ProbeKind.WRITER, 0, 3000, 1927);
    for (double stall = 3000; stall < 30_000; stall += 2000) {
      story.hang(stall, stall + 400, stall + 400).ok(stall + 400, stall + 2000);
    }
    FailoverFigures figures = story.figures();
    assertThat(figures.unrecovered()).containsExactly("writes");
    assertThat(figures.writes().degradedMs()).isNull();
    assertThat(figures.writes().degradedAtLeastMs()).isGreaterThan(3004.0 + 13 * 404);
    assertThat(figures.writes().recoveryMs()).isNull();
    assertThat(figures.writes().recoveryAtLeastMs()).isEqualTo(30_000.0);

    // Two of them are no more than 10 % of the settle time.
    Story seldom = new Story().ok(BEGIN, 0).ok(3000, 24_000).hang(24_000, 24_400, 24_400);
    seldom.ok(24_400, 27_000).hang(27_000, 27_400, 27_400).ok(27_400, 30_000);
    assertThat(seldom.figures().unrecovered()).isEmpty();
  }

  @Test
  void twoWritesOfTenThatFailEverySecondAreNoDegradedTimeAndThreeAre() {
    assertThat(failing(500).figures().writes().degradedMs()).isNull();
    assertThat(failing(300).figures().writes().degradedMs()).isCloseTo(4500.0, within(20.0));
  }

  /** With ten writes a second, of which one in so many ms fails from 5000 to 11,000. */
  private static Story failing(int every) {
    Story story = new Story().rate(ProbeKind.WRITER, 10).ok(BEGIN, 5000);
    for (int due = 5000; due < 11_000; due += every) {
      story.fail(ProbeKind.WRITER, due, due + 100, 1213).ok(due + 100, due + every);
    }
    return story.ok(11_000, 30_000);
  }

  @Test
  void unavailabilityDoesNotDependOnHowLongWasObserved() {
    Story story = Story.outage(0, 3000).fail(ProbeKind.WRITER, 0, 3000, 1927);
    Double unavailability = story.figures().writes().unavailability();
    story.end = 15_000;

    assertThat(unavailability).isCloseTo(1.0, within(0.01));
    assertThat(story.figures().writes().unavailability()).isEqualTo(unavailability);
  }

  @Test
  void anAttemptThatWasRepeatedIsAnErrorInTheGap() {
    Story story = triggered().ok(BEGIN, 2000).ok(2030, 30_000);
    Story.Attempt first =
        story
            .attempt(ProbeKind.WRITER, 2000)
            .fails(2001, Outcome.FAILED, 1927, ErrorPhase.STATEMENT)
            .retried();
    story.add(first).add(first.next(2025).ends(2029, Outcome.OK).by("1"));

    assertThat(story.figures().writeOutageMs()).isEqualTo(2029 - 1996.0);
    assertThat(story.repetition().notes()).isEmpty();
  }

  private static Story triggered() {
    Story story = new Story();
    story.timeline.clear();
    return story
        .event(0, TimelineEvent.Kind.FAULT, "1", "fault")
        .event(3000, TimelineEvent.Kind.TRIGGERED, "", "the trigger has ended");
  }
}
