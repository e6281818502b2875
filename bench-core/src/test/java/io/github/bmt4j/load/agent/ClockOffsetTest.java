package io.github.bmt4j.load.agent;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ClockOffsetTest {
  @Test
  void offsetsDifferByAtLeastWhatTheirErrorsDoNotExplain() {
    ClockOffset first = ClockOffset.of(1_000, 500, 1_020);
    ClockOffset later = ClockOffset.of(2_000, 1_400, 2_040);

    assertThat(first).isEqualTo(new ClockOffset(510, 10));
    assertThat(later).isEqualTo(new ClockOffset(620, 20));
    assertThat(later.leastFrom(first)).isEqualTo(80).isEqualTo(first.leastFrom(later));
    assertThat(first.better(later)).isEqualTo(first).isEqualTo(later.better(first));
  }
}
