package io.github.bmt4j.load.sweep;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.bmt4j.load.sweep.KneeSearch.Visit;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.OptionalInt;
import java.util.Random;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The search for the least amount that is enough, on a server whose rate is the amount. */
class EnoughTest {
  private static final double NOISE = 0.03;
  private static final int SEEDS = 60;

  private static List<Double> batches(double rate, double drift, Random random) {
    double visit = rate * (1 + drift * random.nextGaussian());
    return IntStream.range(0, 6)
        .mapToObj(i -> visit * (1 + NOISE * random.nextGaussian()))
        .toList();
  }

  private static Knee search(List<Double> wanted, long seed, IntFunction<Visit> server) {
    KneeSearch search =
        new KneeSearch(new Search(100, 20_000, 0, null, true), seed, new Enough(wanted));
    for (OptionalInt next = search.next(); next.isPresent(); next = search.next()) {
      search.add(server.apply(next.getAsInt()));
    }
    return search.answer();
  }

  private static boolean contains(Knee found, int truth) {
    Integer little = found.keeps();
    Integer much = found.breaks();
    return little != null && little < truth && (much == null || truth <= much);
  }

  @ParameterizedTest
  @CsvSource({
    "300, 0",
    "3333, 0",
    "17000, 0",
    "300, 0.02",
    "3333, 0.02",
    "17000, 0.02",
    "300, 0.05",
    "3333, 0.05",
    "9000, 0.05"
  })
  void theIntervalContainsTheTruthInNineteenOfTwenty(int truth, double drift) {
    long right =
        IntStream.range(0, SEEDS)
            .filter(
                seed -> {
                  Random random = new Random(31L * seed + truth);
                  Knee found =
                      search(
                          List.of((double) truth),
                          seed,
                          amount -> new Visit(batches(amount, drift, random), null, null));
                  return contains(found, truth);
                })
            .count();

    assertThat(right).isGreaterThanOrEqualTo(SEEDS * 19 / 20);
  }

  /** The wanted rate is itself known only as well as its run. */
  @ParameterizedTest
  @CsvSource({"300, 0", "3333, 0", "9000, 0.01"})
  void theRateOfARunIsAsUncertainAsItsBatches(int truth, double drift) {
    long right =
        IntStream.range(0, SEEDS)
            .filter(
                seed -> {
                  Random random = new Random(37L * seed + truth);
                  Knee found =
                      search(
                          batches(truth, drift, random),
                          seed,
                          amount -> new Visit(batches(amount, drift, random), null, null));
                  return contains(found, truth);
                })
            .count();

    assertThat(right).isGreaterThanOrEqualTo(SEEDS * 19 / 20);
  }

  /** A limit alone, such as p95 below 20 ms, whose figure is as uncertain as its visits. */
  @ParameterizedTest
  @CsvSource({
    "300, 0.02",
    "3333, 0.02",
    "9000, 0.02",
    "300, 0.05",
    "3333, 0.05",
    "9000, 0.05",
    "300, 0.1",
    "3333, 0.1",
    "9000, 0.1"
  })
  void aLimitAloneHasAnIntervalWithTheTruthInNineteenOfTwenty(int truth, double noise) {
    int right = 0;
    List<Double> widths = new ArrayList<>();
    for (int seed = 0; seed < SEEDS; seed++) {
      Random random = new Random(41L * seed + truth);
      Knee found =
          search(List.of(), seed, amount -> limited((double) truth / amount, noise, random));
      right += contains(found, truth) ? 1 : 0;
      double much = Objects.requireNonNull(found.breaks());
      widths.add(much / Objects.requireNonNull(found.keeps()));
    }

    assertThat(right).as("of %d", SEEDS).isGreaterThanOrEqualTo(SEEDS * 19 / 20);
    assertThat(widths.stream().sorted().toList().get(SEEDS / 2)).isLessThan(1.3 + 10 * noise);
  }

  /** A run whose p95 is, but for noise, a share of the limit. */
  private static Visit limited(double share, double noise, Random random) {
    double p95 = 20 * share * Math.exp(noise * random.nextGaussian());
    return new Visit(batches(1_000, 0, random), null, null, 40 / (20 + p95));
  }

  @Test
  void theIntervalIsNarrowWhereVisitsAgree() {
    List<Double> widths = new ArrayList<>();
    for (int seed = 0; seed < SEEDS; seed++) {
      Random random = new Random(seed);
      Knee found =
          search(
              List.of(5_000.0), seed, amount -> new Visit(batches(amount, 0, random), null, null));
      double much = Objects.requireNonNull(found.breaks());
      widths.add(much / Objects.requireNonNull(found.keeps()));
    }

    assertThat(widths.stream().sorted().toList().get(SEEDS / 2)).isLessThan(1.1);
  }

  /** A limit counts beside the rate: 6,000 keep it, and 5,000 have the rate. */
  @ParameterizedTest
  @CsvSource({"5000, 6000", "6000, 5000", ", 6000"})
  void rateAndLimitMustBothBeReached(@Nullable Integer rate, int limit) {
    Random random = new Random(1);
    Knee found =
        search(
            rate == null ? List.of() : List.of((double) rate),
            1,
            amount -> new Visit(batches(amount, 0, random), null, null, amount >= limit ? 2 : 0.5));

    assertThat(contains(found, 6_000)).as(found.toString()).isTrue();
    assertThat(found.breaks()).isLessThan(6_700);
  }

  @Test
  void whatIsNeverEnoughHasNoUpperEnd() {
    Random random = new Random(1);
    Knee found =
        search(
            List.of(5_000.0),
            1,
            amount -> new Visit(batches(Math.min(amount, 3_000), 0, random), null, null));

    assertThat(found.keeps()).isEqualTo(20_000);
    assertThat(found.breaks()).isNull();
  }

  @Test
  void whatIsEnoughFromTheStartHasNoLowerEnd() {
    Random random = new Random(1);
    Knee found =
        search(List.of(50.0), 1, amount -> new Visit(batches(amount, 0, random), null, null));

    assertThat(found.keeps()).isNull();
    assertThat(found.breaks()).isEqualTo(100);
  }
}
