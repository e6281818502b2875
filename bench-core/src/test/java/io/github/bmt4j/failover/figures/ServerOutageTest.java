package io.github.bmt4j.failover.figures;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.bmt4j.failover.figures.Story.Look;
import io.github.bmt4j.outcome.ErrorPhase;
import io.github.bmt4j.outcome.Outcome;
import io.github.bmt4j.report.Bar;
import java.io.IOException;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The server outage and the client's part of the write outage. */
@NullUnmarked
class ServerOutageTest {
  private static final String KILLED =
      """
      node1 is killed, node2 takes over
      writes 1 ..0 1 4000..
      promotes 2 3001
      node1 P ..10 D 20..
      node2 R ..3000 P 3000..
      """;

  static Stream<String> cases() throws IOException {
    return Stream.concat(OutageCases.of("outages.txt"), OutageCases.of("outages-of-servers.txt"));
  }

  /**
   * The way is held for 2,002 ms, and the driver needs 24 ms more; servers take writes all along.
   */
  @Test
  void theTimeForWhichBmtHeldTheWayIsNeitherTheServersNorTheDrivers() {
    Story story = Story.outage(0, 2025).looks("node1", "1", Story.BEGIN, 30_000, Look.PRIMARY);
    story.event(2002, TimelineEvent.Kind.HEALED, "node1", "everything passes");
    story.onPath = true;
    Repetition repetition = story.repetition();
    FailoverFigures figures = repetition.figures();
    // The last write before it ended at -4.
    assertThat(figures.writeOutageMs()).isEqualTo(2030.0);
    assertThat(figures.serverOutageMs()).isZero();
    assertThat(figures.pathMs()).isEqualTo(2002.0);
    assertThat(figures.clientAddedMs()).isEqualTo(28.0);
    Headline headline = Headline.of(Summary.block(List.of(repetition), Set.of()));
    assertThat(headline.sentence())
        .contains(
            ": no server took them for 0.0 ms, the path held them for 2.0 s, driver, pool and"
                + " settings added 28 ms");
    assertThat(headline.bar().segments())
        .extracting(Bar.Segment::millis)
        .containsExactly(2002.0, 28.0);

    story.timeline.removeIf(event -> event.kind() == TimelineEvent.Kind.HEALED);
    assertThat(story.figures().pathMs()).as("it was cut, and held for no time").isNull();
    story.event(2002, TimelineEvent.Kind.HEALED, "node1", "everything passes");

    // A server that is out meanwhile is charged beyond the path's time only.
    story.looks.clear();
    story.looks("node1", "1", Story.BEGIN, 1500, Look.PRIMARY);
    story
        .looks("node1", "1", 1500, 2012, Look.DOWN)
        .looks("node1", "1", 2012, 30_000, Look.PRIMARY);
    FailoverFigures both = Sums.checked(story.figures());
    assertThat(both.pathMs()).isEqualTo(2002.0);
    assertThat(both.clientAdded().fromMs() + both.clientAdded().toMs()).isLessThan(50);
  }

  @ParameterizedTest
  @MethodSource("cases")
  void hasTheFiguresOfTheTable(String lines) {
    OutageCases.check(lines);
  }

  /** Node 3 took a write before the fault, and one failed after it: no observer polls it. */
  @Test
  void onlyServersThatTookWritesFromTheFaultOnHaveToBePolled() {
    Story story = OutageCases.story(KILLED);
    story.add(story.attempt(ProbeKind.WRITER, -9_000).ends(-8_999, Outcome.OK).by("3"));
    story.add(
        story
            .attempt(ProbeKind.WRITER, 10_000)
            .fails(10_001, Outcome.FAILED, 1290, ErrorPhase.STATEMENT)
            .by("3"));
    assertThat(story.figures().serverOutageMs()).isNotNull();

    story.add(story.attempt(ProbeKind.WRITER, 10_005).ends(10_006, Outcome.OK).by("3"));
    assertThat(story.figures().serverOutageMs()).isNull();
  }

  @Test
  void boundsThatBeginWithNothingAndAreWideHaveNoMiddle() {
    assertThat(new Between(0, 474).middleMs(2_494)).isNull();
    assertThat(new Between(0, 90).middleMs(2_494)).isEqualTo(45.0);
    assertThat(new Between(100, 500).middleMs(2_494)).isEqualTo(300.0);
    assertThat(new Between(100, 700).middleMs(2_494)).isNull();
  }

  @Test
  void theClientsPartIsALowerBoundWhileWritesHaveNotRecoveredForGood() {
    Story story = OutageCases.story(KILLED);
    story.fail(ProbeKind.WRITER, 29_000, 30_000, 1927);
    story.operations.removeIf(write -> write.ok() && write.intendedNanos() >= Story.ns(29_000));

    assertThat(story.figures().clientAdded()).isNull();
    assertThat(story.figures().clientAddedMs()).isNull();
    assertThat(story.figures().client().addedAtLeastMs()).isGreaterThanOrEqualTo(1005.0);
  }

  @Test
  void theFirstWritablePollFromTheFaultOnShowsSinceWhenAServerIsPrimary() {
    Evidence evidence = OutageCases.story(KILLED).evidence();

    assertThat(Evidence.firstWritable(evidence.servers().observations(), "2", Story.T0))
        .isEqualTo(Story.ns(3001));
    assertThat(Evidence.firstWritable(evidence.servers().observations(), "1", Story.T0))
        .isEqualTo(Story.ns(1));
    assertThat(Evidence.firstWritable(evidence.servers().observations(), "3", Story.T0)).isNull();
  }

  /**
   * A success before the observation would make a gap of the baseline, one after it hide the tail.
   */
  @Test
  void momentsOutsideTheObservationMakeNoGap() {
    Evidence evidence = OutageCases.story(KILLED).evidence();
    long[] successes = {evidence.fromNanos(), evidence.t0Nanos() - 1};
    long[] more = {
      evidence.fromNanos() - 90_000_000_000L, successes[0], successes[1], evidence.endNanos() + 1
    };
    SignificantGaps known = new SignificantGaps(successes, 5_000_000L, evidence, Limits.USUAL);
    SignificantGaps found = new SignificantGaps(more, 5_000_000L, evidence, Limits.USUAL);

    assertThat(known.afterFault()).hasSize(1);
    assertThat(found.afterFault()).isEqualTo(known.afterFault());
    assertThat(found.thresholdNanos()).isEqualTo(known.thresholdNanos());
  }

  @Test
  void theRealShareLiesBetweenTheBoundsWhateverThePhaseOfThePolls() {
    for (double phase = 0; phase < 20; phase += 1.5) {
      Story story = Story.outage(0, 500);
      for (double at = Story.BEGIN + phase; at < 30_000; at += 20) {
        // The server is out from 0 to 300 ms: 205 ms less 4 before are the client's.
        story.look("node1", "1", at, at, at >= 0 && at < 300 ? Look.DOWN : Look.PRIMARY);
      }
      Between added = story.figures().clientAdded();

      assertThat(added.fromMs()).isLessThanOrEqualTo(505.0 - 300);
      assertThat(added.toMs()).isGreaterThanOrEqualTo(505.0 - 300);
      assertThat(added.toMs() - added.fromMs()).isLessThanOrEqualTo(40.0);
    }
  }

  @Test
  void aHeadlineSaysThatNoWriteFailed() throws IOException {
    for (String lines :
        cases().filter(one -> one.startsWith("A cluster") || one.contains("alone")).toList()) {
      assertThat(
              OutageCases.sentence(OutageCases.story(lines).repetition())
                  .contains("without a single error"))
          .isEqualTo(lines.contains("hang"));
    }
  }
}
