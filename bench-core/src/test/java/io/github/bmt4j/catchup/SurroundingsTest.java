package io.github.bmt4j.catchup;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class SurroundingsTest {
  @Test
  void valuesAreComparedAsNumbers() {
    assertThat(Surroundings.areEqual("1.000000", "1")).isTrue();
    assertThat(Surroundings.areEqual("18446744073709551615", "18446744073709551615")).isTrue();
    assertThat(Surroundings.areEqual("1", "0")).isFalse();
    assertThat(Surroundings.areEqual("OFF", "0")).isFalse();
  }
}
