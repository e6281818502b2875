package io.github.bmt4j.failover.figures;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.bmt4j.failover.figures.FailoverFigures.ClientAdded;
import io.github.bmt4j.failover.figures.FailoverFigures.Repetition;
import io.github.bmt4j.failover.figures.Story.Look;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Test;

/** The server outage where more than two servers took writes, or the old primary is back. */
@NullUnmarked
class SeveralPrimariesTest {
  private static final double BEGIN = Story.BEGIN;
  private static final double END = 30_000;

  @Test
  void aServerThatTookWritesWhileTheOldPrimaryWasAwayLeavesThatTimeToTheClient() {
    // Galera: node 1 is away for 8 s and is found primary again at the end; node 2 never stops.
    Story story =
        returned(1200)
            .looks("node2", "2", BEGIN + 8, END, Look.PRIMARY)
            .looks("node3", "3", BEGIN + 12, END, Look.PRIMARY);

    assertThat(story.figures().writeOutageMs()).isEqualTo(1205.0);
    assertThat(story.figures().serverOutages()).isNull();
    assertThat(story.figures().clientAdded()).isEqualTo(new ClientAdded(1205.0, 1205.0));
  }

  @Test
  void aPrimaryThatIsPrimaryAgainAtTheEndWasOutUntilAnotherTookWrites() {
    Story story =
        returned(4000)
            .looks("node2", "2", BEGIN + 8, 3000, Look.REPLICA)
            .looks("node2", "2", 3008, 20_000, Look.PRIMARY)
            .looks("node2", "2", 20_008, END, Look.REPLICA);

    assertThat(story.figures().writeOutageMs()).isEqualTo(4005.0);
    assertThat(story.figures().serverOutages().longestMs()).isEqualTo(3009.0);
    assertThat(story.figures().clientAdded()).isEqualTo(new ClientAdded(996.0, 1025.0));
  }

  @Test
  void ofTwoFailoversEachHasAnOutageOfItsOwn() {
    Story story =
        new Story()
            .ok(BEGIN, 0)
            .ok(ProbeKind.WRITER, 4000, 10_000, "2")
            .ok(ProbeKind.WRITER, 12_000, END, "3")
            .promotes("3", "node3", 11_001)
            .looks("node1", "1", BEGIN, 10, Look.PRIMARY)
            .looks("node1", "1", 20, END, Look.DOWN)
            .looks("node2", "2", BEGIN + 8, 3000, Look.REPLICA)
            .looks("node2", "2", 3008, 10_000, Look.PRIMARY)
            .looks("node2", "2", 10_008, END, Look.DOWN)
            .looks("node3", "3", BEGIN + 12, 11_000, Look.REPLICA)
            .looks("node3", "3", 11_012, END, Look.PRIMARY);

    assertThat(story.figures().serverOutages().longestMs()).as("the longer one").isEqualTo(3008.0);
  }

  @Test
  void aPollThatHadNoAnswerProvesItsWholeWaitAtAThirdServerToo() {
    Story story =
        new Story()
            .ok(BEGIN, 0)
            .ok(ProbeKind.WRITER, 1000, 5000, "2")
            .ok(ProbeKind.WRITER, 6000, 15_000, "2")
            .ok(15_000, END)
            .looks("node1", "1", BEGIN, 10, Look.PRIMARY)
            .looks("node1", "1", 20, 14_000, Look.DOWN)
            .looks("node1", "1", 14_000, END, Look.PRIMARY)
            .looks("node2", "2", BEGIN + 8, 800, Look.REPLICA)
            .looks("node2", "2", 808, 4990, Look.PRIMARY)
            .look("node2", "2", 5008, 5999, Look.DOWN)
            .looks("node2", "2", 6008, END, Look.PRIMARY);

    assertThat(story.figures().serverOutages().longestMs()).isEqualTo(1020.0);
    assertThat(story.figures().observerResolutionMs()).isEqualTo(21.0);
    assertThat(story.figures().clientAdded()).isEqualTo(new ClientAdded(197.0, 237.0));
    assertThat(story.figures().clientAddedInAll()).isEqualTo(new ClientAdded(197.0, 251.0));
  }

  @Test
  void serversThatHoldEveryWriteAreOutUntilTheyAnswer() {
    Story story =
        new Story()
            .ok(BEGIN, 0)
            .ok(ProbeKind.WRITER, 806, 10_000, "2")
            .ok(ProbeKind.WRITER, 10_000, 20_000, "3")
            .ok(20_000, END)
            .looks("node1", "1", BEGIN, 10, Look.PRIMARY)
            .looks("node1", "1", 20, 15_000, Look.DOWN)
            .looks("node1", "1", 15_000, END, Look.PRIMARY)
            .looks("node2", "2", BEGIN + 8, 0, Look.PRIMARY)
            .look("node2", "2", 8, 806, Look.PRIMARY)
            .looks("node2", "2", 808, END, Look.PRIMARY)
            .looks("node3", "3", BEGIN + 12, 0, Look.PRIMARY)
            .look("node3", "3", 12, 807, Look.PRIMARY)
            .looks("node3", "3", 812, END, Look.PRIMARY);

    assertThat(story.figures().writeOutageMs()).isEqualTo(811.0);
    assertThat(story.figures().clientAdded()).isEqualTo(new ClientAdded(6.0, 30.0));
  }

  @Test
  void aClusterThatHoldsAllCommitsWithoutAnErrorIsNamed() {
    // Galera: node 3 is killed, and the others expel it.
    Story story =
        new Story()
            .ok(BEGIN, 0)
            .hang(0, 6200, 6200)
            .ok(6200, END)
            .looks("node3", "3", BEGIN + 12, 0, Look.PRIMARY)
            .looks("node3", "3", 12, END, Look.DOWN);
    for (String node : List.of("node1", "node2")) {
      story
          .looks(node, node.substring(4), BEGIN, 0, Look.PRIMARY)
          .looks(node, node.substring(4), 0, 6200, Look.DOWN)
          .looks(node, node.substring(4), 6200, END, Look.PRIMARY);
    }
    Repetition repetition = story.repetition();
    assertThat(repetition.notes())
        .anyMatch(note -> note.matches("no node took a write for 6,2\\d\\d.* Galera cluster, .*"))
        .anyMatch(note -> note.startsWith("writes stalled without an error for "));
    assertThat(Headline.of(Summary.block(List.of(repetition), Set.of())).sentence())
        .matches("Writes stopped for 6,2\\d\\d ms without a single error.*");
  }

  @Test
  void aClusterThatHadToBeStartedAgainHeldNothing() {
    // Galera: all nodes are killed, and one begins a new cluster.
    Story story =
        new Story()
            .ok(BEGIN, 0)
            .ok(ProbeKind.WRITER, 6000, END, "2")
            .fail(ProbeKind.WRITER, 0, 6000, 0)
            .looks("node2", "2", BEGIN, 0, Look.PRIMARY)
            .looks("node2", "2", 0, 6000, Look.DOWN)
            .looks("node2", "2", 6000, END, Look.PRIMARY)
            .looks("node1", "1", BEGIN, 0, Look.PRIMARY)
            .looks("node1", "1", 0, END, Look.DOWN)
            .event(5_990, TimelineEvent.Kind.RETURNED, "node2", "is back")
            .event(5_999, TimelineEvent.Kind.PROMOTED, "node2", "is primary");
    assertThat(story.repetition().notes()).noneMatch(note -> note.contains("Galera"));
  }

  @Test
  void aPrimaryThatAloneTookWritesIsNoClusterThatHoldsThem() {
    Story story =
        Story.outage(0, 2000)
            .looks("node1", "1", BEGIN, 0, Look.PRIMARY)
            .looks("node1", "1", 0, 2000, Look.DOWN)
            .looks("node1", "1", 2000, END, Look.PRIMARY)
            .fail(ProbeKind.WRITER, 0, 2000, 1927);
    assertThat(story.repetition().notes()).noneMatch(note -> note.contains("Galera"));
    assertThat(Headline.of(Summary.block(List.of(story.repetition()), Set.of())).sentence())
        .startsWith("Writes stopped for ")
        .doesNotContain("without a single error");
  }

  @Test
  void whatAServerDidThatTookWritesUnobservedIsUnknown() {
    assertThat(returned(1200).figures().serverOutages()).isNull();
    assertThat(returned(1200).figures().serverOutageAtLeastMs()).isNull();
    assertThat(returned(1200).figures().clientAdded()).isNull();
    assertThat(returned(1200).repetition().notes())
        .contains(
            "server outage and client-added outage are unknown: no observer polled 2, which took"
                + " writes; name every node with --node");
  }

  /** Node 1 is away until 8,000 ms and primary at the end; node 2 took writes meanwhile. */
  private static Story returned(double back) {
    return new Story()
        .ok(BEGIN, 0)
        .ok(ProbeKind.WRITER, back, 20_000, "2")
        .ok(20_000, END)
        .looks("node1", "1", BEGIN, 0, Look.PRIMARY)
        .looks("node1", "1", 0, 8000, Look.DOWN)
        .looks("node1", "1", 8000, END, Look.PRIMARY);
  }
}
