package io.github.bmt4j.failover.figures;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.bmt4j.failover.figures.ClientLog.Pause;
import io.github.bmt4j.failover.figures.FailoverFigures.ClientAdded;
import io.github.bmt4j.failover.figures.FailoverFigures.Repetition;
import io.github.bmt4j.failover.figures.Story.Look;
import io.github.bmt4j.outcome.Outcome;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Test;

/** Which of several times without writes is the write outage, and whose parts of it are. */
@NullUnmarked
class FaultsGapTest {
  private static final double BEGIN = Story.BEGIN;
  private static final double END = 30_000;

  /** A cut by the user's command, which runs from 0 to 5,000 ms. */
  private static Story triggered() {
    Story story = new Story();
    story.timeline.clear();
    return story
        .event(0, TimelineEvent.Kind.FAULT, "1", "fault")
        .event(5000, TimelineEvent.Kind.TRIGGERED, "", "the trigger has ended");
  }

  @Test
  void noiseBeforeTheCutAndLongAfterATriggerIsAnotherStall() {
    Story story =
        triggered()
            .ok(BEGIN, 1000)
            .ok(1200, 3000)
            .fail(ProbeKind.WRITER, 3000, 3300, 1927)
            .ok(3300, 25_000)
            .ok(25_600, END)
            .looks("node1", "1", BEGIN, 3000, Look.PRIMARY)
            .looks("node1", "1", 3000, 3200, Look.DOWN)
            .looks("node1", "1", 3200, END, Look.PRIMARY);
    FailoverFigures figures = story.figures();

    assertThat(figures.writeOutageMs()).isEqualTo(305.0);
    assertThat(figures.otherStalls()).isEqualTo(new OtherStalls(2, 205.0 + 605, 605.0));
    assertThat(figures.writeOutageSumMs()).isEqualTo(305.0 + 205 + 605);
    // Out from 2,981 at the earliest and 3,000 at the latest to 3,180 or 3,201 ms.
    assertThat(figures.clientAdded()).isEqualTo(new ClientAdded(100.0, 124.0));
    assertThat(figures.clientAddedOutageMs()).isEqualTo(112.0);
    assertThat(figures.serverOutageMs()).isEqualTo(193.0);
    assertThat(figures.clientAddedInAll()).isEqualTo(new ClientAdded(910.0, 934.0));
    assertThat(figures.serverOutages()).isEqualTo(new ServerOutages(1, 220.0, 220.0, null));
  }

  @Test
  void noiseAfterATriggerThatChangedNothingIsNoWriteOutage() {
    FailoverFigures figures = triggered().ok(BEGIN, 25_000).ok(25_600, END).figures();

    assertThat(figures.writeOutageMs()).isNull();
    assertThat(figures.otherStalls()).isEqualTo(new OtherStalls(1, 605.0, 605.0));
    assertThat(figures.unrecovered()).isEmpty();
  }

  @Test
  void aStallOverTheLimitInTimeIsASignAndALaterOneIsNot() {
    FailoverFigures figures =
        triggered().ok(BEGIN, 4000).ok(5200, 12_000).ok(14_000, END).figures();

    assertThat(figures.writeOutageMs()).isEqualTo(1205.0);
    assertThat(figures.otherStalls()).isEqualTo(new OtherStalls(1, 2005.0, 2005.0));
  }

  @Test
  void aShortGapLongAfterTheFaultIsNoOutage() {
    Story late = Story.outage(6000, 6035);

    assertThat(late.figures().writeOutageMs()).isNull();
    assertThat(
            late.event(5500, TimelineEvent.Kind.HEALED, "node1", "over").figures().writeOutageMs())
        .isNotNull();
  }

  @Test
  void ofSeveralGapsWithErrorsItIsTheLongest() {
    FailoverFigures figures =
        triggered()
            .ok(BEGIN, 2000)
            .fail(ProbeKind.WRITER, 2000, 2050, 1927)
            .ok(2050, 3000)
            .fail(ProbeKind.WRITER, 3000, 3400, 1927)
            .ok(3400, END)
            .figures();

    assertThat(figures.writeOutageMs()).isEqualTo(405.0);
    assertThat(figures.otherStalls()).isEqualTo(new OtherStalls(1, 55.0, 55.0));
  }

  @Test
  void aGapInWhichNoServerTookWritesIsTheFaultsWithoutAnyError() {
    FailoverFigures figures =
        triggered()
            .ok(BEGIN, 1000)
            .ok(1400, 3000)
            .hang(3000, 3300, 3300)
            .ok(3300, END)
            .looks("node1", "1", BEGIN, 3000, Look.PRIMARY)
            .look("node1", "1", 3000, 3280, Look.DOWN)
            .looks("node1", "1", 3280, END, Look.PRIMARY)
            .figures();

    assertThat(figures.writeOutageMs()).isEqualTo(304.0);
    assertThat(figures.clientAdded()).isEqualTo(new ClientAdded(19.0, 24.0));
  }

  /** The second stall lasts 2 s, the first 6 s: each of them stops the application's users. */
  @Test
  void theHeadlineNamesOtherStallsThatAreLongBesideTheOutage() {
    assertThat(sentence(2000))
        .contains("Writes stopped for 6,005 ms; they stopped 1 time more, for 2,005 ms;");
    assertThat(sentence(500)).contains("Writes stopped for 6,005 ms; ").doesNotContain("more");
  }

  private static String sentence(double second) {
    Story story =
        new Story()
            .ok(BEGIN, 0)
            .fail(ProbeKind.WRITER, 0, 6000, 1927)
            .ok(6000, 10_000)
            .fail(ProbeKind.WRITER, 10_000, 10_000 + second, 1927)
            .ok(10_000 + second, END);
    return Headline.of(Summary.block(List.of(story.repetition()), Set.of())).sentence();
  }

  @Test
  void flappingHasTheSumOfItsServersOutagesAndOfItsOtherStalls() {
    Story story = new Story().ok(BEGIN, 0).looks("node1", "1", BEGIN, 0, Look.PRIMARY);
    for (double second = 0; second < 18_000; second += 1000) {
      story
          .fail(ProbeKind.WRITER, second, second + 500, 1927)
          .ok(second + 500, second + 1000)
          .looks("node1", "1", second, second + 480, Look.DOWN)
          .looks("node1", "1", second + 480, second + 1000, Look.PRIMARY);
    }
    story.ok(18_000, END).looks("node1", "1", 18_000, END, Look.PRIMARY);
    FailoverFigures figures = story.figures();

    assertThat(figures.writeOutageMs()).isEqualTo(505.0);
    assertThat(figures.otherStalls()).isEqualTo(new OtherStalls(17, 17 * 505.0, 505.0));
    assertThat(figures.serverOutages().number()).isEqualTo(18);
    assertThat(figures.serverOutages().sumMs()).isEqualTo(481.0 + 17 * 500);
    assertThat(figures.serverOutageMs() + figures.clientAddedOutageMs()).isEqualTo(505.0);
    assertThat(figures.degradedIsLonger()).as("half of each second").isTrue();
    assertThat(Headline.of(Summary.block(List.of(story.repetition()), Set.of())).sentence())
        .isEqualTo(
            "Fewer than 90 % of the writes succeeded for 17.5 s; they stopped for up to 505 ms;"
                + " what was lost is not known");
  }

  @Test
  void boundsThatAreTooWideHaveNoMiddle() {
    // The poll that hung ends when the next one is answered: the server may be back since 20 ms.
    Story story =
        Story.outage(0, 1040)
            .looks("node1", "1", BEGIN, 20, Look.PRIMARY)
            .look("node1", "1", 20, 1060, Look.DOWN)
            .look("node1", "1", 1039, 1041, Look.PRIMARY)
            .looks("node1", "1", 1060, END, Look.PRIMARY);
    FailoverFigures figures = story.figures();

    assertThat(figures.clientAdded()).isEqualTo(new ClientAdded(5.0, 1045.0));
    assertThat(figures.clientAddedOutageMs()).isNull();
    assertThat(figures.serverOutageMs()).isNull();
    Repetition repetition = story.repetition();
    Headline headline = Headline.of(Summary.block(List.of(repetition), Set.of()));
    assertThat(headline.sentence())
        .contains(", of which driver, pool and settings added between 5.0 ms and 1,045 ms");
    assertThat(headline.bar().totalMillis()).isEqualTo(figures.writeOutageMs());
    assertThat(Summary.value("clientAddedOutageMs", figures, Set.of()))
        .isEqualTo(new Summary.Value(5, true));
  }

  @Test
  void pollsThatHadNoAnswerProveTheirWholeWait() {
    // A black hole of 1,000 ms: each poll hangs until its timeout of a second.
    Story story =
        Story.outage(0, 1040)
            .looks("node1", "1", BEGIN, 10, Look.PRIMARY)
            .look("node1", "1", 20, 1020, Look.DOWN)
            .looks("node1", "1", 1020, END, Look.PRIMARY);

    assertThat(story.figures().clientAdded()).isEqualTo(new ClientAdded(25.0, 45.0));
    assertThat(story.figures().clientAddedOutageMs()).isEqualTo(35.0);
    assertThat(story.figures().serverOutageMs()).isEqualTo(1010.0);
  }

  @Test
  void stallsThatPausesOfTheClientTouchDoNotKeepWritesFromHavingRecovered() {
    Story story = Story.outage(0, 300).fail(ProbeKind.WRITER, 0, 300, 1927);
    story.operations.removeIf(
        write ->
            (write.intendedNanos() >= Story.ns(24_000) && write.intendedNanos() < Story.ns(25_100))
                || (write.intendedNanos() >= Story.ns(27_000)
                    && write.intendedNanos() < Story.ns(28_100)));
    assertThat(story.figures().unrecovered()).containsExactly("writes");

    story.pause(Pause.Kind.HICCUP, 24_500, 24_530).pause(Pause.Kind.GC, 28_050, 28_150);
    assertThat(story.figures().unrecovered()).isEmpty();
    assertThat(story.figures().writeOutageMs()).isEqualTo(305.0);
    assertThat(story.repetition().notes())
        .contains(
            "writes were not steady again: at the end they were low for 2,210.0 ms, while the"
                + " client itself stood still at times");
  }

  @Test
  void aPauseDoesNotMakeARecoveryOfWritesThatFail() {
    Story story =
        new Story()
            .ok(BEGIN, 0)
            .fail(ProbeKind.WRITER, 0, END, 1290)
            .pause(Pause.Kind.HICCUP, 20_000, 20_050);

    assertThat(story.figures().unrecovered()).containsExactly("writes");
    assertThat(story.figures().writeOutageAtLeastMs()).isEqualTo(30_004.0);
  }

  @Test
  void aNoteOfAPartIsNoLongerThanTheOutage() {
    Story story =
        Story.outage(0, 110)
            .looks("node1", "1", BEGIN, 0, Look.PRIMARY)
            .look("node1", "1", 2, 180, Look.PRIMARY)
            .looks("node1", "1", 180, END, Look.PRIMARY);
    story.timeline.clear();
    story.event(0, TimelineEvent.Kind.FAULT, "1", "fault");
    story.event(60, TimelineEvent.Kind.TRIGGERED, "", "ended");

    assertThat(story.figures().writeOutageMs()).isEqualTo(115.0);
    assertThat(story.repetition().notes())
        .contains(
            "client-added outage is unknown: no server refused the observers, but for up to 115.0"
                + " ms of the write outage none of their writes was answered");
  }

  @Test
  void splitBrainIsNotObservedWhereAnOldPrimaryThatTakesWritesWasWatchedForLess() {
    Story story =
        new Story()
            .ok(BEGIN, 0)
            .ok(ProbeKind.WRITER, 1000, END, "2")
            .promotes("2", "node2", 801)
            .looks("node1", "1", BEGIN, 0, Look.PRIMARY)
            .looks("node1", "1", 0, 24_000, Look.DOWN)
            .looks("node1", "1", 24_000, END, Look.PRIMARY)
            .looks("node2", "2", BEGIN, 800, Look.REPLICA)
            .looks("node2", "2", 800, END, Look.PRIMARY);
    story.takeWrites.add("1");
    story.takeWrites.add("2");
    Limits usual = Limits.USUAL;

    FailoverFigures longer =
        story.figures(
            new Limits(
                usual.stallNanos(),
                usual.settleNanos(),
                usual.sustainedNanos(),
                7_000_000_000L,
                usual.share()));
    assertThat(longer.splitBrainWrites()).as("watched for 6 of 7 s").isNull();
    assertThat(longer.hasSeveralTakers()).isTrue();
    assertThat(story.figures().splitBrainWrites()).as("without such a time").isZero();

    story.add(story.attempt(ProbeKind.WRITER, 25_000).ends(25_001, Outcome.OK).by("1"));
    assertThat(story.figures().splitBrainWrites()).isEqualTo(1);
  }
}
