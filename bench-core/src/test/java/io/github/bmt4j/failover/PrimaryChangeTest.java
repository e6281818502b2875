package io.github.bmt4j.failover;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.bmt4j.failover.figures.NodeObservation;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Which nodes show a change of the primary when they refuse writes. */
class PrimaryChangeTest {
  private static final Set<String> WRITERS = Set.of("1", "2");

  @Test
  void everyNodeThatTookWritesIsWatched() {
    assertThat(PrimaryChange.takesWrites(seen("1", false), "1", WRITERS)).isTrue();
    assertThat(PrimaryChange.takesWrites(seen("2", false), "1", WRITERS)).isTrue();
    assertThat(PrimaryChange.takesWrites(seen("3", false), "1", WRITERS)).isFalse();
    assertThat(PrimaryChange.takesWrites(null, "1", WRITERS)).isFalse();
  }

  /** It was the primary when the application began, or took a write then. */
  @Test
  void aNodeThatIsReadOnlyAlreadyShowsNoChange() {
    assertThat(PrimaryChange.takesWrites(seen("1", true), "1", WRITERS)).isFalse();
    assertThat(PrimaryChange.takesWrites(seen("2", true), "1", WRITERS)).isFalse();
  }

  private static NodeObservation seen(String server, boolean readOnly) {
    return new NodeObservation("node" + server, server, 0, 1, true, !readOnly, readOnly);
  }
}
