package io.github.bmt4j.clock;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import org.junit.jupiter.api.Test;

class WelchTest {
  /** By hand: t = 2.219 with 24.5 degrees of freedom. */
  private static final double[] A = {19.8, 20.4, 19.6, 17.8, 18.5, 18.9, 18.3, 18.9, 19.5, 22.0};

  private static final double[] B = {
    28.2, 26.6, 20.1, 23.3, 25.2, 22.1, 17.7, 27.6, 20.6, 13.7,
    23.2, 17.5, 20.6, 18.0, 23.9, 21.6, 24.3, 20.4, 24.0, 13.2
  };

  @Test
  void hasWelchsDegreesOfFreedom() {
    Welch welch = Welch.of(A, B);

    assertThat(welch.difference()).isCloseTo(2.22, within(0.005));
    assertThat(welch.difference() / welch.error()).isCloseTo(2.219, within(0.005));
    assertThat(welch.freedom()).isCloseTo(24.5, within(0.05));
    assertThat(welch.isPositive(0.05)).isTrue();
    assertThat(welch.isPositive(0.01)).isFalse();
    assertThat(Welch.of(B, A).isPositive(0.05)).isFalse();
  }

  @Test
  void theUnitOfTheSamplesIsNoMatter() {
    double[] a = Arrays.stream(A).map(value -> value / 1024).toArray();
    double[] b = Arrays.stream(B).map(value -> value / 1024).toArray();

    assertThat(Welch.of(a, b).freedom()).isEqualTo(Welch.of(A, B).freedom());
    assertThat(1024 * Welch.of(a, b).error()).isEqualTo(Welch.of(A, B).error());
  }

  /** From tables of Student's t. */
  @Test
  void fewDegreesOfFreedomNeedMoreStandardErrors() {
    assertThat(Welch.critical(4, 0.025)).isCloseTo(2.776, within(0.0005));
    assertThat(Welch.critical(30, 0.025)).isCloseTo(2.042, within(0.0005));
    assertThat(new Welch(2.8, 1, 4).isPositive(0.025)).isTrue();
    assertThat(new Welch(2.7, 1, 4).isPositive(0.025)).isFalse();
  }

  @Test
  void samplesWithoutSpreadAreComparedAsTheyAre() {
    assertThat(Welch.of(new double[] {1, 1}, new double[] {2, 2}).isPositive(0.05)).isTrue();
    assertThat(Welch.of(new double[] {2, 2}, new double[] {2, 2}).isPositive(0.05)).isFalse();
    assertThat(Welch.of(new double[] {2, 2}, new double[] {1, 1}).isPositive(0.05)).isFalse();
  }
}
