package io.github.bmt4j.load.sweep;

import static io.github.bmt4j.load.sweep.KneeSearchTest.run;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.bmt4j.load.sweep.KneeSearch.Visit;
import io.github.bmt4j.load.sweep.KneeSearchTest.Found;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.TreeMap;
import java.util.function.IntFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The search for the highest rate that a server keeps: without a clock. */
class RateSearchTest {
  private static final Search RATES = new Search(100, 5000, Search.TOLERANCE, null, true);

  /** A server that serves a number of requests a second, with noise from step to step. */
  private static IntFunction<Visit> serves(double most, double noise, Random random) {
    return rate -> {
      double now = most * (1 + noise * random.nextGaussian());
      return rate <= now
          ? new Visit(List.of((double) rate, (double) rate), true, null)
          : new Visit(List.of(), false, null);
    };
  }

  @ParameterizedTest
  @ValueSource(ints = {100, 101, 333, 1000, 3199, 3200, 4999})
  void theHighestRateIsFoundToFivePercent(int most) {
    Found found = run(RATES, 1, serves(most, 0, new Random(1)));

    int keeps = Objects.requireNonNull(found.knee().keeps());
    int breaks = Objects.requireNonNull(found.knee().breaks());
    assertThat(keeps).isLessThanOrEqualTo(most);
    assertThat(breaks).isGreaterThan(most).isLessThanOrEqualTo((int) Math.ceil(keeps * 1.05));
    assertThat(found.knee().bestTps()).isEqualTo(keeps);
    assertThat(found.steps()).startsWith(100, 200).hasSizeLessThanOrEqualTo(16);
    // Both ends are visited three times.
    assertThat(found.steps()).filteredOn(step -> step == keeps).hasSize(3);
    assertThat(found.steps()).filteredOn(step -> step == breaks).hasSize(3);
  }

  @Test
  void aRateThatWasMissedOnceIsNotTheAnswer() {
    for (int seed = 0; seed < 50; seed++) {
      Found found = run(RATES, seed, serves(1500, 0.03, new Random(seed)));

      Knee knee = found.knee();
      assertThat(knee.keeps()).isBetween(1200, 1560);
      assertThat(knee.breaks()).isBetween(1300, 1700).isGreaterThan(knee.keeps());
      assertThat(found.steps()).hasSizeLessThanOrEqualTo(20);
    }
  }

  /** 1,000/s is kept at first, and missed when it is visited again. */
  @Test
  void aRateThatIsKeptOnceAndMissedOnceIsMissed() {
    Map<Integer, Integer> visits = new TreeMap<>();
    Knee knee =
        run(
                new Search(1000, 4000, Search.TOLERANCE, null, true),
                1,
                rate ->
                    new Visit(
                        List.of(),
                        rate < 1000 || (rate == 1000 && visits.merge(rate, 1, Integer::sum) == 1),
                        null))
            .knee();

    assertThat(visits).containsEntry(1000, 2);
    assertThat(knee.breaks()).isEqualTo(1000);
    assertThat(knee.keeps()).isNull();
  }

  @Test
  void aSearchOfRatesEndsAtItsMostAndAtALimitOfTheClient() {
    Found all = run(RATES, 1, serves(1e9, 0, new Random(1)));
    assertThat(all.steps()).containsExactly(100, 200, 400, 800, 1600, 3200, 5000, 5000, 5000);
    assertThat(all.knee().keeps()).isEqualTo(5000);
    assertThat(all.knee().breaks()).isNull();

    Found none = run(RATES, 1, serves(99, 0, new Random(1)));
    assertThat(none.steps()).containsExactly(100);
    assertThat(none.knee().keeps()).isNull();
    assertThat(none.knee().breaks()).isEqualTo(100);

    IntFunction<Visit> server = serves(1e9, 0, new Random(1));
    Found full =
        run(RATES, 1, rate -> rate < 800 ? server.apply(rate) : Visit.unusable("it was full"));
    assertThat(full.steps()).containsExactly(100, 200, 400, 800);
    assertThat(full.knee().keeps()).isEqualTo(400);
    assertThat(full.knee().noKnee()).isEqualTo("at 800/s it was full");
  }
}
