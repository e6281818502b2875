package io.github.bmt4j.failover.figures;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.bmt4j.failover.figures.FailoverFigures.OtherStalls;
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
    assertThat(figures.server().outages().number()).isEqualTo(18);
    assertThat(figures.server().outages().sumMs()).isEqualTo(481.0 + 17 * 500);
    assertThat(figures.serverOutageMs() + figures.clientAddedMs()).isEqualTo(505.0);
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

    assertThat(figures.clientAdded()).isEqualTo(new Between(5.0, 1045.0));
    assertThat(figures.clientAddedMs()).isNull();
    assertThat(figures.serverOutageMs()).isNull();
    Repetition repetition = story.repetition();
    Headline headline = Headline.of(Summary.block(List.of(repetition), Set.of()));
    assertThat(headline.sentence())
        .contains(", of which driver, pool and settings added between 5.0 ms and 1.0 s");
    assertThat(headline.bar().totalMillis()).isEqualTo(figures.writeOutageMs());
    assertThat(Summary.value(FailoverFigures.CLIENT_ADDED, figures, Set.of()))
        .isEqualTo(new Summary.Value(5, true));
  }

  @Test
  void splitBrainIsNotObservedWhereAnOldPrimaryThatTakesWritesWasWatchedForLess() {
    Story story =
        new Story()
            .ok(BEGIN, 0)
            .ok(ProbeKind.WRITER, 1000, END, "2")
            .promotes("2", 801)
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
                usual.share(),
                usual.stallNanos()));
    assertThat(longer.roles().splitBrainWrites()).as("watched for 6 of 7 s").isNull();
    assertThat(longer.roles().hasSeveralTakers()).isTrue();
    assertThat(story.figures().roles().splitBrainWrites()).as("without such a time").isZero();

    story.add(story.attempt(ProbeKind.WRITER, 25_000).ends(25_001, Outcome.OK).by("1"));
    assertThat(story.figures().roles().splitBrainWrites()).isEqualTo(1);
  }
}
