package io.github.bmt4j.replication;

import static org.assertj.core.api.Assertions.assertThat;

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

  private void beat(long nanos) {
    beats.acknowledged(beats.begin(), nanos);
  }
}
