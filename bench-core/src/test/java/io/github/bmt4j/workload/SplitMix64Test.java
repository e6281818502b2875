package io.github.bmt4j.workload;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class SplitMix64Test {
  /** Output of Vigna's splitmix64.c for this state. */
  @Test
  void givesTheNumbersOfTheReference() {
    SplitMix64 random = new SplitMix64(1234567);
    assertThat(random.nextLong()).isEqualTo(6457827717110365317L);
    assertThat(random.nextLong()).isEqualTo(3203168211198807973L);
    assertThat(random.nextLong()).isEqualTo(Long.parseUnsignedLong("9817491932198370423"));
    assertThat(random.nextLong()).isEqualTo(4593380528125082431L);
    assertThat(random.nextLong()).isEqualTo(Long.parseUnsignedLong("16408922859458223821"));
  }

  @Test
  void movesToWhereDrawingLeads() {
    SplitMix64 drawn = new SplitMix64(42);
    for (int i = 0; i < 1000; i++) {
      drawn.nextLong();
    }
    SplitMix64 moved = new SplitMix64(0);
    moved.moveTo(42, 1000);
    assertThat(moved.nextLong()).isEqualTo(drawn.nextLong());
  }

  @Test
  void startsStreamsFarApart() {
    assertThat(SplitMix64.stateOf(0, 1)).isNotEqualTo(SplitMix64.stateOf(1, 0));
    assertThat(SplitMix64.stateOf(0, 0)).isNotZero();
    assertThat(Long.bitCount(SplitMix64.stateOf(0, 1) ^ SplitMix64.stateOf(0, 2)))
        .isBetween(12, 52);
  }

  @Test
  void givesDoublesFromZeroToBelowOne() {
    SplitMix64 random = new SplitMix64(1);
    double sum = 0;
    for (int i = 0; i < 1_000_000; i++) {
      double value = random.nextDouble();
      assertThat(value >= 0 && value < 1).isTrue();
      sum += value;
    }
    assertThat(sum / 1_000_000).isBetween(0.499, 0.501);
  }
}
