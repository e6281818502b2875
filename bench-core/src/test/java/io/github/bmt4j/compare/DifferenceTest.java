package io.github.bmt4j.compare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.Objects;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Differences of runs that are simulated, so that the truth is known. Expected values of the first
 * two tests are SciPy 1.17's: {@code ttest_ind(log(b), log(a), equal_var=False)} and {@code
 * ttest_rel}.
 */
class DifferenceTest {
  private static final int COMPARISONS = 1_000;
  private static final Machine QUIET = new Machine(0.03, 0, 0, 0);
  private static final double[] A = {100, 103, 98, 101, 99};
  private static final double[] B = {110, 112, 109, 113, 108};

  @Test
  void withoutPairsItIsWelchsTest() {
    Difference found = Objects.requireNonNull(Difference.of(A, B, false, 1));

    assertThat(found.change()).isCloseTo(0.101802890, within(1e-8));
    assertThat(found.low()).isCloseTo(0.071767501, within(1e-8));
    assertThat(found.high()).isCloseTo(0.132679996, within(1e-8));
    assertThat(found.p()).isCloseTo(4.04017e-5, within(1e-9));
  }

  @Test
  void pairsAreOneSampleOfDifferences() {
    Difference found = Objects.requireNonNull(Difference.of(A, B, true, 1));

    assertThat(found.change()).isCloseTo(0.101802890, within(1e-8));
    assertThat(found.low()).isCloseTo(0.085191727, within(1e-8));
    assertThat(found.high()).isCloseTo(0.118668322, within(1e-8));
    assertThat(found.p()).isCloseTo(5.95990e-5, within(1e-9));
  }

  /** The figures may also be shares or seconds, all below 1. */
  @ParameterizedTest
  @CsvSource({"true", "false"})
  void theUnitOfAFigureDoesNotMatter(boolean pairs) {
    Difference found = Objects.requireNonNull(Difference.of(A, B, pairs, 1));
    Difference small =
        Objects.requireNonNull(Difference.of(thousandths(A), thousandths(B), pairs, 1));

    assertThat(small.change()).isCloseTo(found.change(), within(1e-9));
    assertThat(small.low()).isCloseTo(found.low(), within(1e-9));
    assertThat(small.high()).isCloseTo(found.high(), within(1e-9));
    assertThat(small.p()).isCloseTo(found.p(), within(1e-9));
  }

  private static double[] thousandths(double[] values) {
    return Arrays.stream(values).map(value -> value / 1e3).toArray();
  }

  /** What our own repeated runs show; docs/method.md says how that was measured. */
  @ParameterizedTest
  @CsvSource({"3, 0.002", "5, 0.003", "10, 0.005", "30, 0.016"})
  void runsLikeOursShowNoDifferenceInMoreThanFivePercent(int each, double drift) {
    int shown = shown(each, new Machine(0.03, drift, 0.12, 0));

    assertThat(shown).isLessThanOrEqualTo(50);
    assertThat(COMPARISONS - shown).as("the interval has the truth").isBetween(930, 970);
  }

  /** A drift of 10 % is too much for A, always measured first: 6 to 7 % of 20,000 comparisons. */
  @ParameterizedTest
  @CsvSource({
    "10, 0.03, 0, 0",
    "5, 0.03, 0, 0",
    "10, 0.03, 0.1, 0",
    "10, 0.03, 0.1, 0.3",
    "3, 0.03, 0.1, 0",
    "10, 0.06, 0.1, 0.4"
  })
  void runsThatAreWorseThanOursShowHardlyMore(
      int each, double noise, double drift, double resemblance) {
    // 5 % of 1,000, and two standard errors of such a count.
    assertThat(shown(each, new Machine(noise, drift, resemblance, 0))).isBetween(20, 64);
  }

  /** As when another process ended after the fourth of our runs; a pair that it splits is wide. */
  @ParameterizedTest
  @ValueSource(ints = {3, 5, 10})
  void aMachineThatChangesAtOnceShowsNoDifferenceOfTheSides(int each) {
    assertThat(shown(each, new Machine(0.03, 0, 0.12, Math.log(2.6)))).isLessThan(64);
  }

  private static int shown(int each, Machine machine) {
    Random random = new Random(20_261_122);
    int shown = 0;
    for (int i = 0; i < COMPARISONS; i++) {
      Difference found = simulated(random, each, 0, machine);
      assertThat(found.p() < 0.05).isEqualTo(found.low() > 0 || found.high() < 0);
      shown += found.p() < 0.05 ? 1 : 0;
    }
    return shown;
  }

  @ParameterizedTest
  @CsvSource({"0.03, 0.3", "0.03, 0.12", "0.06, 0.4"})
  void tenPercentAreFoundByTenRuns(double noise, double resemblance) {
    Random random = new Random(1);
    Machine machine = new Machine(noise, 0.1, resemblance, 0);
    int found = 0;
    int held = 0;
    for (int i = 0; i < COMPARISONS; i++) {
      Difference difference = simulated(random, 10, 0.1, machine);
      found += difference.p() < 0.05 && difference.change() > 0 ? 1 : 0;
      held += difference.low() <= 0.1 && 0.1 <= difference.high() ? 1 : 0;
    }
    assertThat(found).isGreaterThanOrEqualTo(950);
    assertThat(held).isBetween(930, 970);
  }

  @Test
  void theDetectableChangeIsShownInFourOfFiveCases() {
    Random random = new Random(2);
    double detectable =
        IntStream.range(0, COMPARISONS)
            .mapToDouble(i -> simulated(random, 10, 0, QUIET).detectable())
            .average()
            .orElseThrow();
    long shown =
        IntStream.range(0, COMPARISONS)
            .filter(i -> simulated(random, 10, detectable, QUIET).p() < 0.05)
            .count();
    assertThat(shown).isBetween(740L, 860L);
  }

  @Test
  void tooFewSamplesShowNothing() {
    assertThat(Difference.of(new double[] {1, 2}, B, false, 1)).isNull();
    assertThat(Difference.of(A, new double[0], false, 1)).isNull();
  }

  @Test
  void samplesWithoutSpreadAreEqualOrNot() {
    double[] none = {0, 0, 0};
    double[] five = {5, 5, 5};

    assertThat(Difference.of(none, none, false, 1)).isEqualTo(new Difference(0, 0, 0, 0, 0, 1, 0));
    assertThat(Difference.of(five, five, true, 1)).isEqualTo(new Difference(5, 5, 0, 0, 0, 1, 0));
    // 20 orders of six samples, and 8 signs of three pairs: two of them are as extreme.
    assertThat(of(none, five, false).change()).isInfinite();
    assertThat(of(none, five, false).p()).isCloseTo(0.1, within(1e-9));
    assertThat(of(five, none, false).change()).isEqualTo(-1);
    assertThat(of(five, new double[] {6, 6, 6}, true).p()).isCloseTo(0.25, within(1e-9));
    assertThat(of(none, new double[] {9, 10, 11}, false).p()).isLessThan(0.01);
  }

  @Test
  void moreFiguresAtOnceShowLargerChangesOnly() {
    Difference one = Objects.requireNonNull(Difference.of(A, B, false, 1));
    Difference oneOfTen = Objects.requireNonNull(Difference.of(A, B, false, 10));

    assertThat(oneOfTen.detectable()).isGreaterThan(1.3 * one.detectable());
    assertThat(oneOfTen.p()).isEqualTo(one.p());
  }

  private static Difference of(double[] a, double[] b, boolean pairs) {
    return Objects.requireNonNull(Difference.of(a, b, pairs, 1));
  }

  /**
   * How a machine changes from run to run.
   *
   * @param noise standard deviation of the logarithms
   * @param drift how much faster it gets from the first run to the last, as a share
   * @param resemblance correlation of a run with the one before
   * @param jump by how much the logarithm changes at once, between any two runs
   */
  private record Machine(double noise, double drift, double resemblance, double jump) {}

  /** Runs in turns, A first. */
  private static Difference simulated(Random random, int each, double truth, Machine machine) {
    double[] a = new double[each];
    double[] b = new double[each];
    double noise = 0;
    int jumps = machine.jump == 0 ? 0 : random.nextInt(2 * each);
    double fresh = Math.sqrt(1 - machine.resemblance * machine.resemblance);
    for (int i = 0; i < 2 * each; i++) {
      noise = machine.resemblance * noise + fresh * random.nextGaussian();
      double value =
          1_000
              * Math.exp(machine.noise * noise + (i < jumps ? 0 : machine.jump))
              * (1 + machine.drift * i / (2 * each));
      if (i % 2 == 0) {
        a[i / 2] = value;
      } else {
        b[i / 2] = value * (1 + truth);
      }
    }
    assertThat(Arrays.stream(a).min().orElseThrow()).isPositive();
    return Objects.requireNonNull(Difference.of(a, b, true, 1));
  }
}
