package io.github.bmt4j.failover.figures;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.bmt4j.failover.figures.FailoverFigures.Writes;
import io.github.bmt4j.outcome.Outcome;
import org.jspecify.annotations.NullUnmarked;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@NullUnmarked // A figure that is absent fails the test.
class RecoveryTest {
  private static final double BEGIN = Story.BEGIN;

  /** A slow way for 4 s, on which few writes end; then all that waited end together. */
  @Test
  void delayedWritesThatEndTogetherMakeNoRecoveryBeforeTheirTime() {
    Story story = new Story().ok(BEGIN, 1600).hang(1600, 4000, 4006).ok(4000, 30_000);
    for (double due = 1600; due < 4000; due += 200) {
      story.add(story.attempt(ProbeKind.WRITER, due).ends(due + 1, Outcome.OK).by("1"));
    }
    Writes writes = story.figures().writes();
    assertThat(writes.recoveryMs()).isBetween(3900.0, 4006.0);
    assertThat(writes.degradedMs()).isBetween(2300.0, 2500.0);
  }

  @Test
  void isTheBeginOfTheFirstWindowFromWhichThroughputStays() {
    Story story =
        new Story()
            .ok(BEGIN, 0)
            .fail(ProbeKind.WRITER, 0, 3000, 1927)
            .ok(3000, 3200)
            .fail(ProbeKind.WRITER, 3200, 3400, 1927)
            .ok(3400, 30_000);

    assertThat(story.figures().writes().recoveryMs()).isEqualTo(3401.0);
  }

  @Test
  void throughputThatStaysLowAfterTheOutageIsNoRecovery() {
    Story story = new Story().ok(BEGIN, 0).fail(ProbeKind.WRITER, 0, 3000, 1927);
    story.rate(ProbeKind.WRITER, 150).ok(3000, 9000);
    story.rate(ProbeKind.WRITER, 200).ok(9000, 30_000);

    assertThat(story.figures().writeOutageMs()).isEqualTo(3005.0);
    assertThat(story.figures().writes().recoveryMs()).isBetween(8800.0, 9000.0);
  }

  @Test
  void aBurstOfDelayedWritesIsNoRecoveryBeforeTheOutageIsOver() {
    Story story = new Story().ok(BEGIN, 0).hang(0, 3050, 3050).ok(3050, 30_000);

    assertThat(story.figures().writeOutageMs()).isEqualTo(3054.0);
    assertThat(story.figures().writes().recoveryMs()).isEqualTo(3050.0);
  }

  @Test
  void isAbsentWhenItIsNotObservedForLongEnough() {
    Story story = new Story().ok(BEGIN, 0).ok(3000, 7900);
    story.end = 7900;
    assertThat(recoveryMs(story)).isNull();

    story = new Story().ok(BEGIN, 0).ok(3000, 8200);
    story.end = 8200;
    assertThat(recoveryMs(story)).isEqualTo(3001.0);
    assertThat(story.figures().writes().recoveryMs()).as("not proven to be over").isNull();
  }

  /** With a settle time of 4 s. */
  private static @Nullable Double recoveryMs(Story story) {
    Limits limits =
        new Limits(1_000_000_000L, 4_000_000_000L, 5_000_000_000L, 0, 0.95, 1_000_000_000L);
    return story.figures(limits).writes().recoveryMs();
  }

  @Test
  void isAbsentWhenThroughputNeverWasLower() {
    Story story = new Story().ok(BEGIN, 30_000).fail(ProbeKind.WRITER, 20, 40, 1213);

    assertThat(story.figures().detectionMs()).isEqualTo(21.0);
    assertThat(story.figures().writes().recoveryMs()).isNull();
  }

  @Test
  void aDipThatNobodyNoticedIsNoise() {
    Story story = new Story().ok(BEGIN, -5000).ok(-4900, 1000).ok(1090, 30_000);

    assertThat(story.figures().writeOutageMs()).isNull();
    assertThat(story.figures().writes().recoveryMs()).isNull();
  }

  /**
   * Gaps of 105 ms are usual; after a user's own change, a gap without an error counts from three
   * times as much on.
   */
  @ParameterizedTest
  @CsvSource({"1290, ", "1400, 405"})
  void aGapThatNothingExplainsCountsWhereItIsLong(double back, @Nullable Double outage) {
    Story story = new Story().ok(BEGIN, -5000).ok(-4900, 1000).ok(back, 30_000);
    story.event(500, TimelineEvent.Kind.TRIGGERED, "", "the primary has changed");

    assertThat(story.figures().writeOutageMs()).isEqualTo(outage);
  }

  @Test
  void writesThatGoAgainUntilTheEndHaveNoRecovery() {
    Story story = new Story().ok(BEGIN, 0).fail(ProbeKind.WRITER, 0, 20_000, 1927);
    story.ok(20_000, 28_000).fail(ProbeKind.WRITER, 28_000, 46_000, 1927);
    story.end = 46_000;

    assertThat(story.figures().writes().outageAtLeastMs()).isEqualTo(20_005.0);
    assertThat(story.figures().writes().recoveryMs()).isNull();
    assertThat(story.figures().writes().recoveryAtLeastMs()).isEqualTo(46_000.0);
  }

  @Test
  void throughputThatStaysALittleLowHasALowerBound() {
    Story story = new Story().ok(BEGIN, 0).fail(ProbeKind.WRITER, 0, 3000, 1927);
    FailoverFigures figures = story.rate(ProbeKind.WRITER, 185).ok(3000, 30_000).figures();
    story.rate(ProbeKind.WRITER, 200);

    assertThat(story.figures().unrecovered()).isEmpty();
    assertThat(figures.writes().recoveryMs()).isNull();
    assertThat(story.figures().writes().recoveryAtLeastMs()).isEqualTo(25_000.0);
  }

  @Test
  void aDipLongAfterTheFaultIsRecoveredFromAfterIt() {
    Story story = new Story().ok(BEGIN, 8000).ok(9500, 30_000);

    assertThat(story.figures().writeOutageMs()).isEqualTo(1505.0);
    assertThat(story.figures().writes().recoveryMs()).isEqualTo(9501.0);
  }
}
