package io.github.bmt4j.replication;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

final class BeatsTest {
  private final Beats beats = new Beats(0, 0);

  @Test
  void anAnswerWithTheLastBeatIsNotBehind() {
    beat(50);
    beat(100);

    assertThat(beats.lagNanos(2, 500, 501)).isZero();
  }

  @Test
  void theLagIsTheAgeOfTheOldestBeatThatTheAnswerLacks() {
    beat(50);
    beat(100);
    beat(150);

    assertThat(beats.lagNanos(1, 500, 510)).isEqualTo(410);
    assertThat(beats.lagNanos(0, 500, 510)).isEqualTo(460);
  }

  @Test
  void anAnswerNeedNotHaveWhatWasAcknowledgedAfterTheQuestion() {
    beat(50);
    beat(100);

    assertThat(beats.lagNanos(1, 100, 130)).isZero();
    assertThat(beats.lagNanos(1, 101, 130)).isEqualTo(30);
  }

  @Test
  void aBeatThatWasNotAcknowledgedIsNotMissed() {
    beat(50);
    beats.begin();
    assertThat(beats.lagNanos(1, 500, 510)).isZero();
    assertThat(beats.lastAcknowledged()).isEqualTo(1);

    beat(150);
    assertThat(beats.lagNanos(1, 500, 510)).isEqualTo(360);
    assertThat(beats.lastAcknowledged()).isEqualTo(3);
  }

  @Test
  void theLongestGapIsBetweenTwoMoments() {
    beat(50);
    beats.begin();
    beat(450);
    beat(500);

    assertThat(beats.longestGapNanos(100, 510)).isEqualTo(350);
    assertThat(beats.longestGapNanos(40, 700)).isEqualTo(400);
    assertThat(beats.longestGapNanos(460, 900)).isEqualTo(400);
  }

  @Test
  void aBacklogIsTheTimeFromTheBeatShownToTheLast() {
    beat(50);
    beats.begin();
    beat(450);
    beats.begin();

    assertThat(beats.behindNanos(3)).isZero();
    assertThat(beats.behindNanos(2)).isEqualTo(400);
    assertThat(beats.behindNanos(0)).isEqualTo(450);
  }

  @Test
  void keepsTheBeatsOfHours() {
    for (int i = 1; i <= 200_000; i++) {
      beat(i);
    }

    assertThat(beats.lagNanos(123_456, 300_000, 300_000)).isEqualTo(300_000 - 123_457);
  }

  @Test
  void eachBeatIsSeenOnceBetweenTwoAnswers() {
    beat(50);
    beat(100);
    beats.begin(); // Fails.
    beat(200);
    beats.begin(); // Is under way.

    assertThat(seen(0, 1, 40, 60)).containsExactly("50: 0 to 10");
    assertThat(seen(1, 1, 90, 95)).isEmpty();
    assertThat(seen(1, 4, 130, 230)).containsExactly("100: 30 to 130", "200: 0 to 30");
    assertThat(seen(4, 5, 230, 250))
        .as("shown before it is acknowledged")
        .containsExactly("250: 0 to 0");
    assertThat(beats.countUpTo(4)).isEqualTo(4);
    assertThat(beats.countUpTo(-7)).isZero();
  }

  private List<String> seen(long before, long shown, long sinceNanos, long endNanos) {
    List<String> found = new ArrayList<>();
    beats.seen(
        before,
        shown,
        sinceNanos,
        endNanos,
        (at, least, most) -> found.add(at + ": " + least + " to " + most));
    return found;
  }

  private void beat(long nanos) {
    beats.acknowledged(beats.begin(), nanos);
  }
}
