package io.github.bmt4j.failover.figures;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.github.bmt4j.failover.figures.Story.Look;
import io.github.bmt4j.failover.figures.TimelineEvent.Kind;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * A proxy that bmt does not steer leads to the primary again only after some time: server 1 takes
 * no writes from 0 on, server 2 takes them from 60 on, and the application writes again at 2,005.
 */
class ProxiedOutageTest {
  private final Story story = new Story();

  @BeforeEach
  void changeThePrimary() {
    story
        .ok(Story.BEGIN, 0)
        .ok(ProbeKind.WRITER, 2004, 30_000, "2")
        .promotes("2", 61)
        .looks("node1", "1", Story.BEGIN, 0, Look.PRIMARY)
        .looks("node1", "1", 0, 30_000, Look.REPLICA)
        .looks("node2", "2", Story.BEGIN, 60, Look.REPLICA)
        .looks("node2", "2", 60, 30_000, Look.PRIMARY)
        .event(-1000, Kind.SWITCHED, "node1", "gets new connections");
  }

  /** The server's part ends at the first look that saw server 2 writable. */
  @Test
  void theTimeFromTheNewPrimaryToTheSwitchIsTheProxys() {
    story.event(1500, Kind.SWITCHED, "node2", "gets new connections");
    Repetition repetition = story.repetition();
    FailoverFigures figures = repetition.figures();
    assertThat(figures.writeOutageMs()).isEqualTo(2009.0);
    assertThat(figures.pathMs()).isCloseTo(1500 - 61, within(5.0));
    assertThat(figures.clientAddedMs()).isCloseTo(2005 - 1500, within(5.0));
    assertThat(figures.serverOutageMs()).isCloseTo(65, within(5.0));
    assertThat(Headline.of(Summary.block(List.of(repetition), Set.of())).sentence())
        .contains("the proxy led to no server that took them for 1.4 s, driver, pool and settings");
  }

  @Test
  void aSwitchBackDoesNotCountAsFinding() {
    story
        .event(400, Kind.SWITCHED, "", "no server")
        .event(1500, Kind.SWITCHED, "node2", "gets new connections")
        .event(5000, Kind.SWITCHED, "node1", "gets new connections");
    assertThat(story.figures().pathMs()).isCloseTo(1500 - 61, within(5.0));
  }

  /** The application found the new primary before the proxy called the old one DOWN. */
  @Test
  void aLateSwitchIsChargedUntilTheEndOfTheOutage() {
    story.event(9000, Kind.SWITCHED, "node2", "gets new connections");
    FailoverFigures figures = story.figures();
    assertThat(figures.pathMs()).isCloseTo(2005 - 61, within(5.0));
    assertThat(figures.clientAddedMs()).isLessThan(5);
  }

  @Test
  void aProxyThatNeverFindsTheNewPrimaryIsChargedToTheEnd() {
    story.operations.removeIf(write -> write.server().equals("2"));
    FailoverFigures figures = story.figures();
    assertThat(figures.writeOutageMs()).isNull();
    assertThat(figures.pathMs()).isCloseTo(30_000 - 61, within(5.0));
    assertThat(Objects.requireNonNull(figures.client()).addedAtLeastMs()).isLessThan(5);
  }

  /** Without a word of the proxy, the rest is the client's; observers look every 20 ms. */
  @Test
  void withoutAProxyThereIsNoPath() {
    story.timeline.removeIf(event -> event.kind() == Kind.SWITCHED);
    FailoverFigures figures = story.figures();
    assertThat(figures.pathMs()).isNull();
    assertThat(figures.clientAddedMs()).isCloseTo(2005 - 61, within(20.0));
  }

  @Test
  void aProxyThatHadNothingToFindHeldNothing() {
    Story quiet = Story.outage(0, 300).looks("node1", "1", Story.BEGIN, 30_000, Look.PRIMARY);
    quiet.event(-1000, Kind.SWITCHED, "node1", "gets new connections");
    assertThat(quiet.figures().pathMs()).isNull();
    assertThat(quiet.figures().clientAddedMs()).isEqualTo(quiet.figures().writeOutageMs());
  }
}
