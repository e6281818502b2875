package io.github.bmt4j.failover.figures;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.bmt4j.failover.figures.Story.Look;
import java.util.Collections;
import org.junit.jupiter.api.Test;

class ObserverResolutionTest {
  private static final double BEGIN = Story.BEGIN;
  private static final double END = 30_000;

  @Test
  void theResolutionIsTheMedianDistanceWhateverTheOrderOfTheLooks() {
    Story story =
        Story.outage(0, 5000)
            .looks("node1", "1", 0, 80, Look.PRIMARY)
            .looks("node1", "1", 580, 640, Look.PRIMARY);
    assertThat(story.figures().observerResolutionMs()).isEqualTo(20.0);

    Collections.reverse(story.looks);
    assertThat(story.figures().observerResolutionMs()).isEqualTo(20.0);
  }

  @Test
  void aLookThatHadNoAnswerProvesItsWholeWait() {
    // Packets vanish from 5 to 1,050 ms.
    Story story =
        Story.outage(0, 1100)
            .looks("node1", "1", BEGIN, 10, Look.PRIMARY)
            .look("node1", "1", 20, 1020, Look.DOWN)
            .look("node1", "1", 1020, 2020, Look.DOWN)
            .looks("node1", "1", 2020, END, Look.PRIMARY);

    assertThat(requireNonNull(story.figures().serverOutages()).longestMs()).isEqualTo(2020.0);
    assertThat(story.figures().observerResolutionMs()).isEqualTo(20.0);
  }
}
