package io.github.bmt4j.failover.figures;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.bmt4j.failover.figures.FailoverFigures.ClientAdded;
import io.github.bmt4j.failover.figures.Story.Look;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Test;

@NullUnmarked
class ServerOutageTest {
  private static final double BEGIN = Story.BEGIN;
  private static final double END = 30_000;

  /** Node 1 is killed at 5, node 2 is promoted at 3005; writes are back at 4000. */
  private static Story killed() {
    return Story.outage(0, 4000)
        .promotes("2", "node2", 3001)
        .looks("node1", "1", BEGIN, 10, Look.PRIMARY)
        .looks("node1", "1", 20, END, Look.DOWN)
        .looks("node2", "2", BEGIN, 3000, Look.REPLICA)
        .looks("node2", "2", 3000, END, Look.PRIMARY);
  }

  @Test
  void boundsThatBeginWithNothingAndAreWideHaveNoMiddle() {
    assertThat(new ClientAdded(0, 474).middleMs(2_494)).isNull();
    assertThat(new ClientAdded(0, 90).middleMs(2_494)).isEqualTo(45.0);
    assertThat(new ClientAdded(100, 500).middleMs(2_494)).isEqualTo(300.0);
    assertThat(new ClientAdded(100, 700).middleMs(2_494)).isNull();
  }

  @Test
  void lastsFromTheLastWritableLookAtTheOldPrimaryToTheFirstAtTheNewOne() {
    FailoverFigures figures = killed().figures();

    assertThat(figures.serverOutages().longestMs()).isEqualTo(3000.0);
    assertThat(figures.writeOutageMs()).isEqualTo(4005.0);
    assertThat(figures.clientAdded()).isEqualTo(new ClientAdded(1005.0, 1045.0));
    assertThat(figures.clientAddedOutageMs()).as("the middle").isEqualTo(1025.0);
    assertThat(figures.serverOutageMs()).as("the rest").isEqualTo(2980.0);
    assertThat(figures.observerResolutionMs()).isEqualTo(21.0);
  }

  @Test
  void anOldPrimaryThatReturnsWritableHidesNothing() {
    Story story =
        Story.outage(0, 4000)
            .promotes("2", "node2", 3001)
            .looks("node1", "1", BEGIN, 10, Look.PRIMARY)
            .looks("node1", "1", 20, 5000, Look.DOWN)
            .looks("node1", "1", 5000, END, Look.PRIMARY)
            .looks("node2", "2", BEGIN, 3000, Look.REPLICA)
            .looks("node2", "2", 3000, END, Look.PRIMARY);

    assertThat(story.figures().serverOutages().longestMs()).isEqualTo(3000.0);
  }

  @Test
  void anOldPrimaryThatHangsAndThawsLaterHidesNothing() {
    Story story =
        Story.outage(0, 4000)
            .promotes("2", "node2", 301)
            .looks("node1", "1", BEGIN, 10, Look.PRIMARY)
            .look("node1", "1", 20, 520, Look.DOWN) // still hangs when node 2 is promoted
            .look("node1", "1", 520, 1020, Look.DOWN)
            .looks("node1", "1", 1020, END, Look.PRIMARY)
            .looks("node2", "2", BEGIN, 300, Look.REPLICA)
            .looks("node2", "2", 300, END, Look.PRIMARY);

    assertThat(story.figures().serverOutages().longestMs()).isEqualTo(300.0);
  }

  @Test
  void anOldPrimaryThatStillHangsPutsTheNewOneInNoDoubt() {
    Story story =
        Story.outage(0, 4000)
            .promotes("2", "node2", 31)
            .looks("node1", "1", BEGIN, 10, Look.PRIMARY)
            .look("node1", "1", 20, 520, Look.DOWN)
            .looks("node2", "2", BEGIN + 10, 30, Look.REPLICA)
            .looks("node2", "2", 30, 100, Look.PRIMARY)
            .looks("node2", "2", 140, END, Look.PRIMARY); // 50 ms without a look

    assertThat(story.figures().serverOutages().longestMs()).isEqualTo(30.0);
  }

  @Test
  void aServerThatHangsAndGoesOnHasOneWithoutAnyPromotion() {
    Story story =
        new Story()
            .ok(BEGIN, 0)
            .hang(0, 500, 500)
            .ok(500, END)
            .looks("node1", "1", BEGIN, 0, Look.PRIMARY)
            .look("node1", "1", 0, 500, Look.PRIMARY)
            .looks("node1", "1", 520, END, Look.PRIMARY);

    assertThat(story.figures().serverOutages().longestMs())
        .as("not before the fault")
        .isEqualTo(500.0);
    assertThat(story.figures().clientAdded()).isEqualTo(new ClientAdded(4.0, 4.0));
  }

  @Test
  void aPlannedSwitchoverHasOneHoweverShortItIs() {
    Story story =
        Story.outage(0, 200)
            .promotes("2", "node2", 49)
            .looks("node1", "1", BEGIN, 10, Look.PRIMARY)
            .looks("node1", "1", 20, END, Look.REPLICA)
            .looks("node2", "2", BEGIN + 8, 40, Look.REPLICA)
            .looks("node2", "2", 48, END, Look.PRIMARY);

    assertThat(story.figures().serverOutages().longestMs()).isEqualTo(48.0);
    assertThat(story.figures().clientAdded()).isEqualTo(new ClientAdded(205.0 - 48.0, 205.0 - 8.0));
  }

  @Test
  void nodesThatAreWritableAtOnceLeaveNone() {
    Story story =
        Story.outage(0, 200)
            .promotes("2", "node2", 49)
            .looks("node1", "1", BEGIN, 1000, Look.PRIMARY)
            .looks("node1", "1", 1000, END, Look.REPLICA)
            .looks("node2", "2", BEGIN + 8, 40, Look.REPLICA)
            .looks("node2", "2", 48, END, Look.PRIMARY);

    assertThat(story.figures().serverOutages()).isNull();
    assertThat(story.figures().clientAddedOutageMs()).isEqualTo(205.0);
  }

  @Test
  void aServerThatNeverStoppedLeavesTheWholeOutageToTheClient() {
    Story story = Story.outage(0, 5000).looks("node1", "1", BEGIN, END, Look.PRIMARY);

    assertThat(story.figures().serverOutages()).isNull();
    assertThat(story.figures().clientAddedOutageMs()).isEqualTo(5005.0);
  }

  @Test
  void withoutObserversNothingIsSaidOfServerAndClient() {
    assertThat(Story.outage(0, 5000).figures().serverOutages()).isNull();
    assertThat(Story.outage(0, 5000).figures().clientAddedOutageMs()).isNull();
  }

  @Test
  void whereNobodyLookedNothingIsProven() {
    Story story =
        Story.outage(0, 5000)
            .looks("node1", "1", BEGIN, 1000, Look.PRIMARY)
            .looks("node1", "1", 1900, END, Look.PRIMARY);

    assertThat(story.figures().serverOutages()).isNull();
    assertThat(story.figures().clientAddedOutageMs()).isNull();
  }

  @Test
  void anObserverThatStallsDuringTheOutageIsTold() {
    Story story =
        Story.outage(0, 5000)
            .looks("node1", "1", BEGIN, 1000, Look.PRIMARY)
            .look("node1", "1", 1020, 80, Look.PRIMARY)
            .looks("node1", "1", 1100, END, Look.PRIMARY);

    assertThat(story.figures().serverOutages()).isNull();
    assertThat(story.figures().clientAddedOutageMs()).isNull();
    assertThat(story.repetition().notes())
        .contains(
            "client-added outage is unknown: no server refused the observers, but for up to 120.0"
                + " ms of the write outage none of their writes was answered");
  }

  @Test
  void observersThatEndTooEarlyProveNothing() {
    Story story = Story.outage(0, 5000).looks("node1", "1", BEGIN, 1000, Look.PRIMARY);

    assertThat(story.figures().serverOutages()).isNull();
    assertThat(story.figures().clientAddedOutageMs()).isNull();
  }

  @Test
  void observersThatBeginTooLateProveNothing() {
    Story story = Story.outage(0, 5000).looks("node1", "1", 2000, END, Look.PRIMARY);

    assertThat(story.figures().clientAddedOutageMs()).isNull();
  }

  @Test
  void anOldPrimaryThatAnswersAtLastHidesNoOutageOfTheNewOne() {
    Story story =
        Story.outage(0, 4000)
            .promotes("2", "node2", 31)
            .looks("node1", "1", BEGIN, 10, Look.PRIMARY)
            .look("node1", "1", 20, 600, Look.PRIMARY)
            .looks("node2", "2", BEGIN + 10, 30, Look.REPLICA)
            .looks("node2", "2", 30, 100, Look.PRIMARY)
            .looks("node2", "2", 110, 1000, Look.DOWN)
            .looks("node2", "2", 1010, END, Look.PRIMARY);

    assertThat(story.figures().serverOutages().longestMs()).isEqualTo(1011.0 - 91.0);
  }

  @Test
  void aServerThatNeverComesBackHasNoKnownOutage() {
    Story story =
        new Story()
            .ok(BEGIN, 0)
            .looks("node1", "1", BEGIN, 10, Look.PRIMARY)
            .looks("node1", "1", 20, END, Look.DOWN)
            .looks("node2", "2", BEGIN, END, Look.REPLICA);
    story.newPrimary = null;

    assertThat(story.figures().serverOutageMs()).isNull();
    assertThat(story.figures().clientAddedOutageMs()).isNull();
    assertThat(story.figures().writeOutageAtLeastMs()).isEqualTo(30_004.0);
    assertThat(story.figures().serverOutageAtLeastMs()).isEqualTo(29_961.0);
    assertThat(story.figures().clientAddedOutageAtLeastMs()).isEqualTo(5.0);
  }

  @Test
  void whatTheClientAddedIsALowerBoundWhileWritesHaveNotRecoveredForGood() {
    Story story = killed();
    story.fail(ProbeKind.WRITER, 29_000, END, 1927);
    story.operations.removeIf(write -> write.ok() && write.intendedNanos() >= Story.ns(29_000));

    assertThat(story.figures().clientAdded()).isNull();
    assertThat(story.figures().clientAddedOutageMs()).isNull();
    assertThat(story.figures().clientAddedOutageAtLeastMs()).isGreaterThanOrEqualTo(1005.0);
  }

  @Test
  void aServerThatFlapsHasTheLongestOfItsOutages() {
    Story story =
        Story.outage(0, 8000)
            .looks("node1", "1", BEGIN, 10, Look.PRIMARY)
            .looks("node1", "1", 20, 2000, Look.DOWN)
            .looks("node1", "1", 2000, 4000, Look.PRIMARY)
            .looks("node1", "1", 4000, 6000, Look.DOWN)
            .looks("node1", "1", 6000, END, Look.PRIMARY);

    assertThat(story.figures().serverOutages().longestMs()).isEqualTo(2020.0);
    // From 2,000 to 4,000 ms and from 6,000 ms on the server took writes; a look is 20 ms.
    assertThat(story.figures().clientAdded()).isEqualTo(new ClientAdded(3985.0, 4063.0));
  }

  @Test
  void anOutageOfTheServerAtAnotherTimeExplainsNothing() {
    Story story =
        Story.outage(0, 500)
            .looks("node1", "1", BEGIN, 5000, Look.PRIMARY)
            .looks("node1", "1", 5000, 5200, Look.DOWN)
            .looks("node1", "1", 5200, END, Look.PRIMARY)
            .event(5000, TimelineEvent.Kind.NOTE, "node1", "still at it");

    assertThat(story.figures().serverOutages().longestMs()).isEqualTo(220.0);
    assertThat(story.figures().clientAddedOutageMs()).isEqualTo(505.0);
  }

  @Test
  void clientAddedIsNotNegativeWhenWritesAreBackBeforeTheNextLook() {
    Story story =
        Story.outage(0, 3001)
            .looks("node1", "1", BEGIN, 0, Look.PRIMARY)
            .looks("node1", "1", 0, 3000, Look.DOWN)
            .looks("node1", "1", 3000, END, Look.PRIMARY);

    assertThat(story.figures().serverOutages().longestMs()).isEqualTo(3001.0);
    assertThat(story.figures().clientAdded()).isEqualTo(new ClientAdded(5.0, 25.0));
  }

  @Test
  void aRefusalAtAnotherTimeDoesNotExplainAGap() {
    Story story =
        Story.outage(0, 5000)
            .looks("node1", "1", BEGIN, -5000, Look.PRIMARY)
            .look("node1", "1", -5000, -4999, Look.DOWN)
            .looks("node1", "1", -4980, 500, Look.PRIMARY)
            .looks("node1", "1", 1400, END, Look.PRIMARY);

    assertThat(story.figures().serverOutages()).isNull();
  }

  @Test
  void aSlowLookIsNoiseWhenOneBeforeTheFaultWasAsSlow() {
    Story story =
        Story.outage(0, 5000)
            .looks("node1", "1", BEGIN, -5000, Look.PRIMARY)
            .look("node1", "1", -5000, -4800, Look.PRIMARY)
            .looks("node1", "1", -4800, 100, Look.PRIMARY)
            .look("node1", "1", 100, 280, Look.PRIMARY)
            .looks("node1", "1", 280, END, Look.PRIMARY);

    assertThat(story.figures().serverOutages()).isNull();
  }

  @Test
  void aRefusalCountsBeforeALongerSlowLook() {
    Story story =
        Story.outage(0, 5000)
            .looks("node1", "1", BEGIN, 100, Look.PRIMARY)
            .look("node1", "1", 100, 500, Look.PRIMARY)
            .looks("node1", "1", 500, 700, Look.PRIMARY)
            .looks("node1", "1", 700, 900, Look.DOWN)
            .looks("node1", "1", 900, END, Look.PRIMARY);

    assertThat(story.figures().serverOutages().longestMs()).isEqualTo(901.0 - 681.0);
  }

  @Test
  void aSlowLookLongAfterTheFaultIsNoOutage() {
    Story story =
        Story.outage(0, 500)
            .looks("node1", "1", BEGIN, 6000, Look.PRIMARY)
            .look("node1", "1", 6000, 6200, Look.PRIMARY)
            .looks("node1", "1", 6200, END, Look.PRIMARY);

    assertThat(story.figures().serverOutages()).isNull();
  }

  @Test
  void aThirdServerThatIsWritableHidesNothing() {
    assertThat(
            killed()
                .looks("node3", "3", BEGIN, END, Look.PRIMARY)
                .figures()
                .serverOutages()
                .longestMs())
        .isEqualTo(3000.0);
  }

  @Test
  void whereNobodyKnowsTheNewPrimaryAnyWritableServerEndsTheOutage() {
    Story story = killed();
    story.newPrimary = null;

    assertThat(story.figures().serverOutages().longestMs()).isEqualTo(3000.0);
  }

  @Test
  void theFirstWritableLookFromTheFaultOnSaysSinceWhenAServerIsPrimary() {
    Evidence evidence = killed().evidence();

    assertThat(Evidence.firstWritable(evidence.observations(), "2", Story.T0))
        .isEqualTo(Story.ns(3001));
    assertThat(Evidence.firstWritable(evidence.observations(), "1", Story.T0))
        .isEqualTo(Story.ns(1));
    assertThat(Evidence.firstWritable(evidence.observations(), "3", Story.T0)).isNull();
  }

  @Test
  void looksInTroubleThatHangBoundTheOutageByThoseAtTheReplica() {
    Story story =
        Story.outage(0, 3100)
            .promotes("2", "node2", 3000)
            .looks("node1", "1", BEGIN, 0, Look.PRIMARY)
            .look("node1", "1", 0, 1000, Look.DOWN)
            .look("node1", "1", 1000, 2000, Look.DOWN)
            .look("node1", "1", 2000, 3000, Look.DOWN)
            .looks("node2", "2", BEGIN + 5, 2990, Look.REPLICA)
            .looks("node2", "2", 3005, END, Look.PRIMARY);

    // Out at most from -19 to 3,006 ms, at least from 0 to 2,985 ms; writes from -4 to 3,101 ms.
    assertThat(story.figures().clientAdded()).isEqualTo(new ClientAdded(99.0, 120.0));
  }

  @Test
  void theRealShareLiesBetweenTheBoundsWhateverThePhaseOfTheLooks() {
    for (double phase = 0; phase < 20; phase += 1.5) {
      Story story = Story.outage(0, 500);
      for (double at = BEGIN + phase; at < END; at += 20) {
        // The server is out from 0 to 300 ms: 205 ms less 4 before are the client's.
        story.look("node1", "1", at, at, at >= 0 && at < 300 ? Look.DOWN : Look.PRIMARY);
      }
      ClientAdded added = story.figures().clientAdded();

      assertThat(added.fromMs()).isLessThanOrEqualTo(505.0 - 300);
      assertThat(added.toMs()).isGreaterThanOrEqualTo(505.0 - 300);
      assertThat(added.toMs() - added.fromMs()).isLessThanOrEqualTo(40.0);
    }
  }

  @Test
  void aServerOutageAfterTheWriteOutageIsNoPartOfIt() {
    // It stops again for good after the writes had settled.
    Story story =
        Story.outage(0, 3000)
            .looks("node1", "1", BEGIN, 0, Look.PRIMARY)
            .looks("node1", "1", 0, 2000, Look.DOWN)
            .looks("node1", "1", 2000, 25_000, Look.PRIMARY)
            .looks("node1", "1", 25_000, END, Look.DOWN);

    assertThat(story.figures().writeOutageMs()).isEqualTo(3005.0);
    assertThat(story.figures().serverOutageMs()).isEqualTo(1991.0);
    assertThat(story.figures().clientAddedOutageMs()).isEqualTo(1014.0);
    assertThat(story.figures().serverOutages()).isEqualTo(new ServerOutages(2, null, null, 7020.0));
  }
}
