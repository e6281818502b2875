package io.github.bmt4j.workload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.fail;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.HashMap;
import java.util.Map;
import java.util.function.DoubleUnaryOperator;
import org.apache.commons.rng.UniformRandomProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The distributions against their exact probabilities: two million draws of fixed seeds. */
class KeyChooserTest {
  private static final int DRAWS = 2_000_000;

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 10_000, Integer.MAX_VALUE})
  void uniformDrawsEveryKeyAlike(int keys) {
    assertFits("uniform", Map.of(), keys, position -> position / keys);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 10_000, Integer.MAX_VALUE})
  void gaussianIsTheMeanOfTwelveUniformNumbers(int keys) {
    assertFits("gaussian", Map.of(), keys, position -> irwinHall(12, 12 * position / keys));
  }

  @Test
  void gaussianTakesAsManyRoundsAsItIsTold() {
    Map<String, String> settings = Map.of("rand-spec-iter", "3");
    assertFits("gaussian", settings, 10_000, position -> irwinHall(3, 3 * position / 10_000));
  }

  @ParameterizedTest
  @CsvSource({
    "1,12,1,75",
    "2,12,1,75",
    "3,12,1,75",
    "10000,12,1,75",
    "2147483647,12,1,75",
    "10000,4,20,50",
    "10000,12,0,100",
    "10000,12,100,75",
    "10000,12,1,0"
  })
  void specialIsABellAndAFewHotKeys(int keys, int rounds, int percent, int share) {
    Map<String, String> settings =
        Map.of(
            "rand-spec-iter", Integer.toString(rounds),
            "rand-spec-pct", Integer.toString(percent),
            "rand-spec-res", Integer.toString(share));
    double last = keys - 1;
    double hot = last * percent / 100 + 1;
    double hotStart = last / 2 - last * percent / 200;
    double bell = 1 - share / 100.0;
    DoubleUnaryOperator cdf =
        position -> {
          double fromBell = last == 0 ? 1 : irwinHall(rounds, rounds * position / last);
          double u = Math.min(1, Math.max(bell, (position - hotStart) / hot));
          return position == 0 ? 0 : bell * fromBell + (u - bell);
        };
    assertFits("special", settings, keys, cdf);
  }

  @Test
  void specialHitsOnlyThreeQuartersOfItsHotKeys() {
    KeyChooser chooser = chooser("special", Map.of(), 10_000, 7);
    long hot = 0;
    for (int i = 0; i < DRAWS; i++) {
      long key = chooser.next();
      hot += key >= 4976 && key <= 5051 ? 1 : 0;
    }
    assertThat(hot / (double) DRAWS).isBetween(0.75, 0.77);
  }

  @ParameterizedTest
  @CsvSource({"1,0.2", "2,0.2", "3,0.2", "10000,0.2", "2147483647,0.2", "10000,0.05", "10000,0.5"})
  void paretoGivesMostDrawsToTheFirstKeys(int keys, double h) {
    double power = Math.log(h) / Math.log(1 - h);
    assertFits(
        "pareto",
        Map.of("rand-pareto-h", Double.toString(h)),
        keys,
        position -> Math.pow(position / keys, 1 / power));
  }

  @ParameterizedTest
  @CsvSource({"1,0.8", "2,0.8", "3,0.8", "10000,0.8", "10000,1", "10000,1.5", "10000,0"})
  void zipfianWeighsKeysByTheirRank(int keys, double exponent) {
    double[] cdf = new double[keys + 1];
    for (int i = 1; i <= keys; i++) {
      cdf[i] = cdf[i - 1] + Math.pow(i, -exponent);
    }
    assertFits(
        "zipfian",
        Map.of("rand-zipfian-exp", Double.toString(exponent)),
        keys,
        position -> cdf[(int) position] / cdf[keys]);
  }

  @ParameterizedTest
  @ValueSource(strings = {"special", "uniform", "gaussian", "pareto", "zipfian"})
  void staysWithinTheKeys(String type) {
    for (int keys : new int[] {1, 2, 3, 10_000, Integer.MAX_VALUE}) {
      KeyChooser chooser = chooser(type, Map.of(), keys, 3);
      for (int i = 0; i < 200_000; i++) {
        assertWithin(chooser.next(), keys);
      }
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"special", "uniform", "gaussian", "pareto"})
  void staysWithinTheKeysAtTheEndsOfTheGenerator(String type) {
    KeyDistribution distribution = distribution(type, Map.of());
    for (int keys : new int[] {1, 2, 3, 10_000, Integer.MAX_VALUE}) {
      for (double u : new double[] {0, 0.25, Math.nextDown(1.0)}) {
        assertWithin(distribution.over(keys, always(u)).next(), keys);
      }
    }
  }

  @ParameterizedTest
  @CsvSource({
    "special,  5007 5025 5048 4995 4995 5027",
    "uniform,  5666 7458 9711 4444 4443 7629",
    "gaussian, 6187 4485 4508 6195 5487 3846",
    "pareto,   167 1206 8088 29 29 1420",
    "zipfian,  355 59 1 901 902 48"
  })
  void givesTheSameKeysForever(String type, String golden) {
    KeyChooser chooser = chooser(type, Map.of(), 10_000, 1);
    StringBuilder keys = new StringBuilder();
    for (int i = 0; i < 6; i++) {
      keys.append(i == 0 ? "" : " ").append(chooser.next());
    }
    assertThat(keys).hasToString(golden);
  }

  @ParameterizedTest
  @ValueSource(strings = {"special", "uniform", "gaussian", "pareto", "zipfian"})
  void allocatesNothing(String type) {
    KeyChooser chooser = chooser(type, Map.of(), 10_000, 5);
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    sumOf(chooser, 100_000);
    long before = threads.getCurrentThreadAllocatedBytes();
    long sum = sumOf(chooser, 100_000);
    long allocated = threads.getCurrentThreadAllocatedBytes() - before;
    assertThat(sum).isPositive();
    assertThat(allocated).isLessThan(10_000);
  }

  @Test
  void comparisonTellsDistributionsApart() {
    Map<String, String> almost = Map.of("rand-pareto-h", "0.21");
    assertThatThrownBy(() -> assertFits("pareto", almost, 10_000, KeyChooserTest::paretoOfFifth))
        .isInstanceOf(AssertionError.class);
    assertFits("pareto", Map.of(), 10_000, KeyChooserTest::paretoOfFifth);
  }

  private static double paretoOfFifth(double position) {
    return Math.pow(position / 10_000, Math.log(0.8) / Math.log(0.2));
  }

  @Test
  void refusesNoKeysAndTooMany() {
    KeyDistribution uniform = distribution("uniform", Map.of());
    assertThatThrownBy(() -> uniform.over(0, new SplitMix64(0)))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> uniform.over(1L << 31, new SplitMix64(0)))
        .isInstanceOf(IllegalArgumentException.class);
  }

  private static long sumOf(KeyChooser chooser, int draws) {
    long sum = 0;
    for (int i = 0; i < draws; i++) {
      sum += chooser.next();
    }
    return sum;
  }

  private static void assertWithin(long key, long keys) {
    // Without an object for each of so many keys.
    if (key < 1 || key > keys) {
      fail("%d of %d", key, keys);
    }
  }

  /**
   * Draws, and compares the counts with a distribution function.
   *
   * @param cdf the probability that key - 1 is less than this position
   */
  private static void assertFits(
      String type, Map<String, String> settings, int keys, DoubleUnaryOperator cdf) {
    KeyChooser chooser = chooser(type, settings, keys, 20_260_101);
    int cells = Math.min(keys, 10_000);
    double width = keys / (double) cells;
    long[] observed = new long[cells];
    for (int i = 0; i < DRAWS; i++) {
      long key = chooser.next();
      assertWithin(key, keys);
      observed[(int) Math.min(cells - 1, Math.floor((key - 0.5) / width))]++;
    }
    double[] probabilities = new double[cells];
    for (int i = 0; i < cells; i++) {
      double start = Math.floor(i * width + 0.5);
      double end = i == cells - 1 ? keys : Math.floor((i + 1) * width + 0.5);
      probabilities[i] = cdf.applyAsDouble(end) - cdf.applyAsDouble(start);
    }
    assertThat(ChiSquare.ofSample(observed, probabilities))
        .as("%s %s over %d keys: standard score of chi-square", type, settings, keys)
        .isLessThan(ChiSquare.ONE_IN_TEN_THOUSAND);
  }

  /**
   * The probability that the sum of {@code rounds} uniform numbers is less than x (J. O. Irwin and
   * P. Hall, 1927).
   */
  private static double irwinHall(int rounds, double x) {
    if (x <= 0) {
      return 0;
    }
    if (x >= rounds) {
      return 1;
    }
    if (x > rounds / 2.0) {
      return 1 - irwinHall(rounds, rounds - x);
    }
    double sum = 0;
    double binomial = 1;
    double factorial = 1;
    for (int k = 0; k <= rounds; k++) {
      if (k <= x) {
        sum += (k % 2 == 0 ? 1 : -1) * binomial * Math.pow(x - k, rounds);
      }
      binomial = binomial * (rounds - k) / (k + 1);
      factorial *= Math.max(1, k);
    }
    return sum / factorial;
  }

  private static UniformRandomProvider always(double u) {
    return new UniformRandomProvider() {
      @Override
      public long nextLong() {
        return (long) (u * 0x1.0p53) << 11;
      }

      @Override
      public double nextDouble() {
        return u;
      }
    };
  }

  private static KeyChooser chooser(
      String type, Map<String, String> settings, long keys, long seed) {
    return distribution(type, settings).over(keys, new SplitMix64(seed));
  }

  private static KeyDistribution distribution(String type, Map<String, String> settings) {
    Map<String, String> given = new HashMap<>(settings);
    given.put("rand-type", type);
    WorkloadInfo keysOnly = new WorkloadInfo("keys", 1, "keys", KeyDistribution.PARAMS);
    return KeyDistribution.of(Params.resolve(keysOnly, given));
  }
}
