package io.github.bmt4j.load;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ArrivalScheduleTest {
  private static final long SECOND = 1_000_000_000L;

  @ParameterizedTest
  @ValueSource(doubles = {0.5, 1, 3, 7, 1000, 3000, 5000, 123_457, 999_999})
  void uniformArrivalsKeepTheRateExactly(double rate) {
    ArrivalSchedule schedule = ArrivalSchedule.uniform(rate, Portion.WHOLE);
    ArrivalCount count = new ArrivalCount(schedule, 0);

    assertThat(count.before(10 * SECOND + 1)).isEqualTo((long) (10 * rate));
  }

  @Test
  void uniformArrivalsHaveEqualDistances() {
    ArrivalSchedule schedule = ArrivalSchedule.uniform(3000, Portion.WHOLE);
    long arrival = 0;
    for (int i = 1; i <= 100_000; i++) {
      arrival = schedule.after(arrival);
      assertThat(arrival).isEqualTo(Math.round(i * 1e9 / 3000));
    }
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 42, -7, 20_261_120})
  void poissonGapsAreExponential(long seed) {
    int size = 200_000;
    double rate = 5000;
    double[] gaps = gaps(ArrivalSchedule.poisson(rate, seed, Portion.WHOLE), size);

    Arrays.sort(gaps);
    double distance = 0;
    for (int i = 0; i < size; i++) {
      double exact = 1 - Math.exp(-gaps[i] * rate / 1e9);
      distance =
          Math.max(
              distance,
              Math.max(Math.abs(exact - (double) i / size), Math.abs(exact - (i + 1.0) / size)));
    }
    // Kolmogorov-Smirnov at the level of 0.001: 1.95 / sqrt(n).
    assertThat(distance).isLessThan(1.95 / Math.sqrt(size));
  }

  @Test
  void poissonGapsDoNotDependOnTheGapBefore() {
    int size = 200_000;
    double[] gaps = gaps(ArrivalSchedule.poisson(1000, 5, Portion.WHOLE), size);
    double mean = Arrays.stream(gaps).average().orElseThrow();
    double products = 0;
    double squares = 0;
    for (int i = 1; i < size; i++) {
      products += (gaps[i] - mean) * (gaps[i - 1] - mean);
      squares += (gaps[i] - mean) * (gaps[i] - mean);
    }
    // The lag-1 correlation of independent gaps is normal with standard deviation 1 / sqrt(n).
    assertThat(Math.abs(products / squares)).isLessThan(3.3 / Math.sqrt(size));
  }

  @Test
  void oneSeedGivesOneSchedule() {
    assertThat(gaps(ArrivalSchedule.poisson(100, 9, Portion.WHOLE), 1000))
        .isEqualTo(gaps(ArrivalSchedule.poisson(100, 9, Portion.WHOLE), 1000));
    assertThat(gaps(ArrivalSchedule.poisson(100, 9, Portion.WHOLE), 1000))
        .isNotEqualTo(gaps(ArrivalSchedule.poisson(100, 10, Portion.WHOLE), 1000));
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void timeAlwaysMovesOnEvenAtAnAbsurdRate(boolean uniform) {
    ArrivalSchedule schedule =
        uniform
            ? ArrivalSchedule.uniform(1e11, Portion.WHOLE)
            : ArrivalSchedule.poisson(1e11, 1, Portion.WHOLE);
    long arrival = 0;
    for (int i = 0; i < 100_000; i++) {
      long next = schedule.after(arrival);
      assertThat(next).isGreaterThan(arrival);
      arrival = next;
    }
  }

  @Test
  void countsArrivalsFromAMomentOnAsTimePasses() {
    ArrivalCount count = new ArrivalCount(ArrivalSchedule.uniform(1000, Portion.WHOLE), SECOND);

    assertThat(count.before(SECOND)).isZero();
    assertThat(count.before(SECOND + 1)).isEqualTo(1);
    assertThat(count.before(2 * SECOND)).isEqualTo(1000);
    assertThat(count.before(2 * SECOND)).isEqualTo(1000);
  }

  private static double[] gaps(ArrivalSchedule schedule, int size) {
    double[] gaps = new double[size];
    long arrival = 0;
    for (int i = 0; i < size; i++) {
      long next = schedule.after(arrival);
      gaps[i] = next - arrival;
      arrival = next;
    }
    return gaps;
  }
}
