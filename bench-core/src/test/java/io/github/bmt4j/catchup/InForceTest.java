package io.github.bmt4j.catchup;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class InForceTest {
  @Test
  void valuesAreComparedAsNumbers() {
    assertThat(InForce.areEqual("1.000000", "1")).isTrue();
    assertThat(InForce.areEqual("18446744073709551615", "18446744073709551615")).isTrue();
    assertThat(InForce.areEqual("1", "0")).isFalse();
    assertThat(InForce.areEqual("OFF", "0")).isFalse();
  }
}
