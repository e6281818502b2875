package io.github.bmt4j.failover.figures;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.bmt4j.failover.figures.FailoverFigures.Misrouted;
import io.github.bmt4j.failover.figures.FailoverFigures.Storm;
import io.github.bmt4j.failover.figures.Story.Look;
import io.github.bmt4j.outcome.ErrorPhase;
import io.github.bmt4j.outcome.Outcome;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Test;

@NullUnmarked // A figure that is absent fails the test.
class WrongServersTest {
  private static final double BEGIN = Story.BEGIN;
  private static final double END = 30_000;

  @Test
  void writesOfTheOldPrimaryThatEndAfterThePromotionAreASplitBrain() {
    Story story =
        new Story()
            .promotes("2", 1000)
            .ok(BEGIN, 1100) // 20 of them end after 1000, at 1001 and later
            .ok(ProbeKind.WRITER, 1100, END, "2");

    assertThat(story.figures().roles().splitBrainWrites()).isEqualTo(20);
  }

  @Test
  void noSplitBrainIsKnownWithoutAPromotion() {
    assertThat(new Story().ok(BEGIN, END).figures().roles().splitBrainWrites()).isNull();
  }

  @Test
  void aReadOnThePromotedServerThatSeesLessThanAnEarlierReadIsStale() {
    Story story = new Story().rate(ProbeKind.READER, 200).promotes("2", 1000);
    read(story, "2", 900, 901, 100); // not yet promoted
    read(story, "2", 950, 1000.5, 99); // stale: it waited for a connection meanwhile
    read(story, "3", 1001, 1002, 150);
    read(story, "2", 1001, 1040, 140); // began before the one above had ended
    read(story, "3", 1005, 1050, 160); // has not ended when those below begin
    read(story, "2", 1010, 1011, 149); // stale
    read(story, "2", 1012, 1013, 150);
    read(story, "3", 1014, 1015, 149); // on another server: replicas may lag
    read(story, "2", 1016, 1017, Long.MIN_VALUE); // stale: it saw nothing at all
    read(story, "2", 1018, 1019, 151);
    read(story, "2", 1020, 1060, 155); // began before 160 was told to anybody

    assertThat(story.figures().roles().staleReads()).isEqualTo(3);
  }

  private static void read(Story story, String server, double from, double to, long newest) {
    story.add(story.attempt(ProbeKind.READER, from).ends(to, Outcome.OK).by(server).saw(newest));
  }

  @Test
  void writesThatAReadOnlyServerRefusedAreMisroutedAndSoIsTheTimeUntilTheLast() {
    Story story =
        new Story()
            .ok(BEGIN, 0)
            .fail(ProbeKind.WRITER, -3000, -2995, 1290)
            .fail(ProbeKind.WRITER, 0, 10, 1290)
            .fail(ProbeKind.WRITER, 10, 15, 1792)
            .fail(ProbeKind.WRITER, 15, 20, 1927)
            .fail(ProbeKind.WRITER, 500, 505, 1836)
            .ok(505, END);

    assertThat(story.figures().roles().misrouted()).isEqualTo(new Misrouted(4, null, 500.0, null));
  }

  @Test
  void writesThatEndedOkOnAReadOnlyServerAreCounted() {
    Story story =
        new Story()
            .promotes("2", 1000)
            .ok(BEGIN, END) // every 5 ms; the server says from 500 to 5000 that it is read-only
            .looks("node1", "1", BEGIN, 500, Look.PRIMARY)
            .looks("node1", "1", 500, 5000, Look.REPLICA)
            .looks("node1", "1", 5000, END, Look.PRIMARY)
            .looks("node2", "2", BEGIN, 1000, Look.REPLICA)
            .looks("node2", "2", 1000, END, Look.PRIMARY);
    // From the first poll to the last one that said so: due from 505 to 4975.
    assertThat(story.figures().roles().writesPastReadOnly()).isEqualTo(895);

    story.looks.clear();
    assertThat(story.figures().roles().writesPastReadOnly()).as("without observers").isNull();
  }

  @Test
  void readsOnThePrimaryAreMisroutedWhileAReplicaIsUp() {
    Story story =
        new Story()
            .rate(ProbeKind.READER, 200)
            .promotes("2", 1001)
            .ok(BEGIN, END)
            .ok(ProbeKind.READER, BEGIN, 0, "2")
            .ok(ProbeKind.READER, 0, 100, "1") // a replica, node 2, is up: 20
            .ok(ProbeKind.READER, 100, 1000, "2")
            .ok(ProbeKind.READER, 1005, 5000, "2") // the primary now, and no replica is up
            .ok(ProbeKind.READER, 5005, 5055, "2") // node 1 is back: 10
            .ok(ProbeKind.READER, 5055, 7005, "1")
            .ok(ProbeKind.READER, 7005, END, "2") // node 1 is writable: no replica
            .looks("node1", "1", BEGIN, 500, Look.PRIMARY)
            .looks("node1", "1", 500, 5000, Look.DOWN)
            .looks("node1", "1", 5000, 7000, Look.REPLICA)
            .looks("node1", "1", 7000, END, Look.PRIMARY)
            .looks("node2", "2", BEGIN, 1000, Look.REPLICA)
            .looks("node2", "2", 1000, END, Look.PRIMARY);

    assertThat(story.figures().roles().misrouted()).isEqualTo(new Misrouted(0, null, null, null));
    story.routesReads = true;
    assertThat(story.figures().roles().misrouted()).isEqualTo(new Misrouted(0, 30L, null, 5050.0));
  }

  @Test
  void withoutAWriterOnlyReadsThatAreRoutedAndWatchedCanBeMisrouted() {
    Story story =
        new Story()
            .rate(ProbeKind.WRITER, 0)
            .rate(ProbeKind.READER, 200)
            .ok(ProbeKind.READER, BEGIN, 0, "2")
            .ok(ProbeKind.READER, 0, 50, "1")
            .ok(ProbeKind.READER, 50, END, "2");
    story.routesReads = true;
    assertThat(story.figures().roles().misrouted()).as("without observers").isNull();

    story.looks("node1", "1", BEGIN, END, Look.PRIMARY);
    story.looks("node2", "2", BEGIN, END, Look.REPLICA);
    assertThat(story.figures().roles().misrouted()).isEqualTo(new Misrouted(0, 10L, null, 45.0));
    story.routesReads = false;
    assertThat(story.figures().roles().misrouted()).isNull();
  }

  @Test
  void noSplitBrainIsKnownBeforeTheApplicationMayHaveGoneBack() {
    Limits limits =
        new Limits(
            1_000_000_000L, 10_000_000_000L, 5_000_000_000L, 25_000_000_000L, 1, 1_000_000_000L);
    Story story = Story.outage(0, 1000).promotes("2", 500);
    story.operations.removeIf(write -> write.endNanos() > Story.T0);
    story.ok(ProbeKind.WRITER, 1000, END, "2");
    assertThat(story.figures(limits).roles().splitBrainWrites()).isZero();

    story.event(5_001, TimelineEvent.Kind.RETURNED, "node1", "is back");
    assertThat(story.figures(limits).roles().splitBrainWrites()).isNull();
    story.end += 1;
    assertThat(story.figures(limits).roles().splitBrainWrites()).isZero();
    story.end -= 1;
    story.add(story.attempt(ProbeKind.WRITER, 6_000).ends(6_001, Outcome.OK).by("1"));
    assertThat(story.figures(limits).roles().splitBrainWrites()).isEqualTo(1);
  }

  @Test
  void whatHasNotEndedIsStuckAndItsAgeIsThatOfTheOldest() {
    Story story = new Story().ok(BEGIN, END).rate(ProbeKind.READER, 10);
    assertThat(story.figures().attempts().stuck()).isEqualTo(new Stuck(0, null, 0));

    story.add(story.attempt(ProbeKind.WRITER, 20));
    story.add(story.attempt(ProbeKind.READER, 10));
    story.add(story.attempt(ProbeKind.READER, 12).unserved());
    assertThat(story.figures().attempts().stuck()).isEqualTo(new Stuck(2, 29_990.0, 2));
  }

  @Test
  void whatWaitsForThePoolOrHasJustBegunDoesNotHang() {
    Story story = new Story().ok(BEGIN, END);
    story.add(story.attempt(ProbeKind.WRITER, 20).in(ErrorPhase.BORROW));
    story.add(story.attempt(ProbeKind.WRITER, END - 900).in(ErrorPhase.STATEMENT));
    assertThat(story.figures().attempts().stuck()).isEqualTo(new Stuck(2, 29_980.0, 0));

    story.add(story.attempt(ProbeKind.WRITER, 30).in(ErrorPhase.COMMIT));
    story.add(story.attempt(ProbeKind.CONNECTOR, 40).in(ErrorPhase.CONNECT));
    Stuck stuck = new Stuck(4, 29_970.0, 1);
    assertThat(story.figures().attempts().stuck()).isEqualTo(stuck);
    assertThat(stuck.words()).isEqualTo("1 operation still hung at the end, the oldest for 30.0 s");
  }

  @Test
  void whatTheDriversTimeoutWillEndDoesNotHang() {
    Story story = new Story().ok(BEGIN, END);
    story.add(story.attempt(ProbeKind.WRITER, 5_000).in(ErrorPhase.STATEMENT));
    story.add(story.attempt(ProbeKind.WRITER, 15_000).in(ErrorPhase.STATEMENT));
    Limits limits = new Limits(1_000_000_000L, 10_000_000_000L, 0, 0, 0.95, 20_000_000_000L);

    assertThat(story.figures(limits).attempts().stuck()).isEqualTo(new Stuck(2, 25_000.0, 1));
  }

  @Test
  void whatIsStuckOrUnservedIsUnavailable() {
    Story story = new Story().ok(BEGIN, END);
    story.add(story.attempt(ProbeKind.WRITER, 20));
    story.add(story.attempt(ProbeKind.WRITER, 25).unserved());
    story.add(story.attempt(ProbeKind.WRITER, 29_500)); // too near the end to be judged

    assertThat(story.figures().writes().unavailability())
        .isCloseTo(2.0 / 5803, org.assertj.core.data.Offset.offset(1e-6));
  }

  @Test
  void aStormIsWhatWasOpenedFromTheFaultOn() {
    Story story = new Story().ok(BEGIN, END).connect(-1, true);
    for (int i = 0; i < 20; i++) {
      story.connect(500 + 100 * i, true);
    }
    story.connect(1450, true).connect(1460, false);

    // From 500 to 1400 ten and the one at 1450.
    assertThat(story.figures().attempts().storm()).isEqualTo(new Storm(21, 11, 1));
  }
}
