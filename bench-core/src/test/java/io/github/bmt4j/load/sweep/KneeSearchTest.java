package io.github.bmt4j.load.sweep;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.bmt4j.load.sweep.KneeSearch.Visit;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Random;
import java.util.TreeMap;
import java.util.function.IntFunction;
import java.util.function.IntUnaryOperator;
import java.util.stream.IntStream;
import org.apache.commons.statistics.distribution.TDistribution;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The search on servers made up of slots: without a clock, and with the noise of real steps. */
class KneeSearchTest {
  private static final double NOISE = 0.03;
  private static final Search TO_2048 = search(1, 2048, null);

  /** Batches of a server that serves this number of threads at once. */
  private static IntFunction<Visit> slots(int slots, double noise, Random random) {
    return server(threads -> 100 * Math.min(threads, slots), noise, random);
  }

  private static IntFunction<Visit> server(IntUnaryOperator rate, double noise, Random random) {
    return threads ->
        new Visit(
            IntStream.range(0, 6)
                .mapToObj(i -> rate.applyAsInt(threads) * (1 + noise * random.nextGaussian()))
                .toList(),
            null,
            null);
  }

  record Found(List<Integer> steps, Knee knee) {}

  static Found run(Search search, long seed, IntFunction<Visit> server) {
    KneeSearch steps = new KneeSearch(search, seed);
    List<Integer> done = new ArrayList<>();
    for (OptionalInt next = steps.next(); next.isPresent(); next = steps.next()) {
      done.add(next.getAsInt());
      steps.add(server.apply(next.getAsInt()));
    }
    return new Found(done, steps.answer());
  }

  private static Search search(int from, int to, @Nullable String limit) {
    return new Search(from, to, Search.TOLERANCE, limit, false);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 3, 7, 12, 30, 48, 100, 250, 500})
  void theIntervalContainsTheSlotsInNineteenOfTwentySeeds(int slots) {
    long right =
        IntStream.range(0, 20)
            .mapToObj(seed -> run(TO_2048, seed, slots(slots, NOISE, new Random(seed))).knee())
            .filter(knee -> contains(knee, slots))
            .count();

    assertThat(right).isGreaterThanOrEqualTo(19);
  }

  /** As on a shared machine: a visit as a whole is faster or slower than the next one. */
  @ParameterizedTest
  @ValueSource(ints = {3, 12, 48, 250})
  void theIntervalAllowsForVisitsThatDiffer(int slots) {
    List<Knee> claimed =
        IntStream.range(0, 40)
            .mapToObj(seed -> run(TO_2048, seed, drifting(slots, 0.05, new Random(seed))).knee())
            .filter(knee -> knee.noKnee() == null)
            .toList();

    assertThat(claimed).hasSizeGreaterThan(30);
    assertThat(claimed.stream().filter(knee -> contains(knee, slots)).count())
        .isGreaterThanOrEqualTo(claimed.size() - 2);
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
  void whereVisitsDifferTooMuchNoKneeIsClaimed(long seed) {
    assertThat(run(TO_2048, seed, drifting(48, 0.3, new Random(seed))).knee().noKnee())
        .containsPattern(
            "^(the rate still grew|only the last step|steps with the same number of threads differ"
                + " by \\d+ % .standard deviation., which can hide a growth of \\d+ %)");
  }

  private static IntFunction<Visit> drifting(int slots, double drift, Random random) {
    return threads -> {
      double factor = Math.max(0.1, 1 + drift * random.nextGaussian());
      return new Visit(
          slots(slots, NOISE, random).apply(threads).rates().stream()
              .map(rate -> rate * factor)
              .toList(),
          null,
          null);
    };
  }

  private static boolean contains(Knee knee, int slots) {
    Integer lowest = knee.lowest();
    Integer highest = knee.highest();
    return lowest != null && highest != null && lowest <= slots && slots <= highest;
  }

  @Test
  void putsStepsAroundTheKneeAndVisitsThemAgain() {
    Found found = run(TO_2048, 1, slots(48, 0, new Random(1)));

    // The plateau is followed to its end.
    assertThat(found.steps())
        .startsWith(1, 2, 4, 8, 16, 32, 64, 128, 256, 1024, 2048, 45, 54)
        .hasSize(17);
    assertThat(found.steps().subList(13, 17)).containsOnly(45, 54);
    assertThat(found.knee().lowest()).isEqualTo(46);
    assertThat(found.knee().highest()).isEqualTo(54);
    assertThat(found.knee().tps()).isEqualTo(4800);
    assertThat(found.knee().noKnee()).isNull();
    assertThat(run(TO_2048, 1, slots(48, 0, new Random(1)))).isEqualTo(found);
    assertThat(
            IntStream.range(0, 20)
                .mapToObj(seed -> run(TO_2048, seed, slots(48, 0, new Random(1))).steps())
                .distinct())
        .hasSizeGreaterThan(1);
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10})
  void noKneeIsClaimedWhereTheRateDoesNotBend(long seed) {
    Found found = run(TO_2048, seed, slots(1_000_000, NOISE, new Random(seed)));

    assertThat(found.steps()).hasSize(12).endsWith(1024, 2048);
    assertThat(found.knee().lowest()).isNull();
    assertThat(found.knee().highest()).isNull();
    assertThat(found.knee().best()).isEqualTo(2048);
    assertThat(found.knee().noKnee()).isEqualTo("the rate still grew with 2,048 threads");
  }

  @Test
  void oneStepWithoutGainAtTheEndIsNoKnee() {
    Knee knee = run(search(1, 64, null), 1, slots(32, 0, new Random(1))).knee();

    assertThat(knee.highest()).isNull();
    assertThat(knee.noKnee()).startsWith("only the last step did not grow");
  }

  /** 32 threads serve more than 8 and 16, which are alike. */
  @Test
  void growthAfterAStepWithoutGainBeginsTheCountOfFlatStepsAgain() {
    IntFunction<Visit> server =
        server(
            threads -> 100 * (threads < 24 ? Math.min(threads, 8) : Math.min(threads, 32)),
            0,
            new Random(1));
    Found found = run(search(1, 64, null), 1, server);

    assertThat(found.steps()).containsExactly(1, 2, 4, 8, 16, 32, 64);
    assertThat(found.knee().noKnee()).startsWith("only the last step did not grow");
    assertThat(run(search(1, 32, null), 1, server).knee().noKnee())
        .isEqualTo("the rate still grew with 32 threads");
  }

  /** Rates that fall to three quarters of the best are not followed, and those above are. */
  @ParameterizedTest
  @CsvSource({"75, 64", "76, 2048"})
  void aRateThatFallsToThreeQuartersIsNotFollowed(int percent, int last) {
    Found found =
        run(
            TO_2048,
            1,
            server(
                threads -> threads <= 16 ? 100 * threads : threads <= 32 ? 1600 : 16 * percent,
                0,
                new Random(1)));

    assertThat(Collections.max(found.steps())).isEqualTo(last);
  }

  /**
   * Every visit after the first to a step is faster or slower by the same share. Two visits differ
   * by the root of 2 times that; with few visits Student's t tells apart only several times it.
   */
  @ParameterizedTest
  @CsvSource({"0.02, true", "0.05, true", "0.08, false", "0.12, false"})
  void whatTheDifferencesOfVisitsCanHideIsSaid(double share, boolean claims) {
    Map<Integer, List<Double>> visits = new TreeMap<>();
    Knee knee =
        run(
                TO_2048,
                1,
                threads -> {
                  List<Double> before = visits.computeIfAbsent(threads, first -> new ArrayList<>());
                  double factor = 1 + share * List.of(0, 1, -1).get(before.size());
                  double rate = 100 * Math.min(threads, 48) * factor;
                  before.add(rate);
                  return new Visit(Collections.nCopies(6, rate), null, null);
                })
            .knee();
    double squares = 0;
    int freedom = 0;
    for (List<Double> rates : visits.values()) {
      double mean = rates.stream().mapToDouble(rate -> rate).average().orElseThrow();
      squares += rates.stream().mapToDouble(rate -> Math.pow(rate / mean - 1, 2)).sum();
      freedom += rates.size() - 1;
    }
    double deviation = Math.sqrt(squares / freedom);
    double hidden =
        deviation * Math.sqrt(2) * TDistribution.of(freedom).inverseSurvivalProbability(0.025);

    assertThat(hidden <= 0.25).isEqualTo(claims);
    assertThat(knee.noKnee() == null).isEqualTo(claims);
    if (!claims) {
      assertThat(knee.noKnee())
          .startsWith(
              String.format(
                  Locale.ROOT,
                  "steps with the same number of threads differ by %.0f %% (standard deviation),"
                      + " which can hide a growth of %.0f %%: ",
                  100 * deviation,
                  100 * hidden));
    }
  }

  @Test
  void theAnswerDoesNotDependOnTheUnitOfTheRates() {
    for (long seed = 0; seed < 20; seed++) {
      Found found = run(TO_2048, seed, drifting(48, 0.03, new Random(seed)));
      for (double factor : new double[] {0x1p-20, 0x1p20}) {
        IntFunction<Visit> server = drifting(48, 0.03, new Random(seed));
        Found scaled =
            run(
                TO_2048,
                seed,
                threads ->
                    new Visit(
                        server.apply(threads).rates().stream().map(rate -> rate * factor).toList(),
                        null,
                        null));

        assertThat(scaled.steps()).isEqualTo(found.steps());
        assertThat(scaled.knee().lowest()).isEqualTo(found.knee().lowest());
        assertThat(scaled.knee().highest()).isEqualTo(found.knee().highest());
        assertThat(scaled.knee().best()).isEqualTo(found.knee().best());
      }
    }
  }

  @Test
  void aLimitOfClientOrServerEndsTheSearchWithoutAKnee() {
    IntFunction<Visit> slots = slots(1_000, NOISE, new Random(1));
    Found found =
        run(
            TO_2048,
            1,
            threads -> threads < 64 ? slots.apply(threads) : Visit.unusable("the client was full"));

    assertThat(found.steps()).containsExactly(1, 2, 4, 8, 16, 32, 64);
    assertThat(found.knee().noKnee()).isEqualTo("with 64 threads the client was full");
    assertThat(found.knee().highest()).isNull();
    assertThat(found.knee().best()).isEqualTo(32);
  }

  @Test
  void aFirstStepThatFailsHasNoAnswer() {
    Knee knee = run(TO_2048, 1, threads -> Visit.unusable("it failed")).knee();

    assertThat(knee.noKnee()).isEqualTo("with 1 thread it failed");
    assertThat(knee.best()).isNull();
  }

  @Test
  void aVisitThatFailsLaterIsLeftOut() {
    IntFunction<Visit> slots = slots(48, 0, new Random(1));
    int[] visits = new int[1];
    Found found =
        run(
            TO_2048,
            1,
            threads ->
                visits[0]++ == 14 ? Visit.unusable("the machine was busy") : slots.apply(threads));

    assertThat(found.steps()).hasSize(17);
    assertThat(found.knee().lowest()).isEqualTo(46);
    assertThat(found.knee().highest()).isEqualTo(54);
  }

  @Test
  void whatDoesNotGrowFromItsFirstStepOnBeganTooLate() {
    Knee knee = run(search(8, 256, null), 1, slots(3, 0, new Random(1))).knee();

    assertThat(knee.highest()).isNull();
    assertThat(knee.noKnee())
        .isEqualTo("the rate did not grow from 8 threads on: begin with fewer");
    assertThat(run(TO_2048, 1, slots(1, 0, new Random(1))).knee().lowest()).isEqualTo(1);
  }

  @Test
  void theMostThreadsThatKeepALimitAreFoundBeyondTheKnee() {
    IntFunction<Visit> slots = slots(16, 0, new Random(1));
    Search limited = search(1, 2048, "p99=100ms");
    IntFunction<Visit> server =
        threads ->
            new Visit(slots.apply(threads).rates(), threads == 1 ? null : threads <= 100, null);
    Found found = run(limited, 1, server);

    assertThat(found.steps()).startsWith(1, 2, 4, 8, 16, 32, 64, 128).contains(91, 108);
    assertThat(found.knee().keeps()).isEqualTo(91);
    assertThat(found.knee().breaks()).isEqualTo(108);
    assertThat(found.knee().highest()).isEqualTo(16);
    assertThat(run(search(1, 64, "p99=100ms"), 1, server).knee().breaks()).isNull();
    assertThat(run(limited, 1, threads -> new Visit(List.of(1.0, 2.0), false, null)).knee().keeps())
        .isNull();
  }

  @Test
  void aLimitThatEndsTheSearchForALimitLeavesTheKnee() {
    IntFunction<Visit> slots = slots(16, 0, new Random(1));
    Knee knee =
        run(
                search(1, 2048, "p99=100ms"),
                1,
                threads ->
                    threads < 256
                        ? new Visit(slots.apply(threads).rates(), true, null)
                        : Visit.unusable("it was full"))
            .knee();

    assertThat(knee.highest()).isEqualTo(16);
    assertThat(knee.noKnee()).isNull();
    assertThat(knee.keeps()).isEqualTo(128);
    assertThat(knee.breaks()).isNull();
  }

  /** The rate is 100 a thread up to 100 threads, and falls by the root of their number. */
  @Test
  void bothSidesOfThePeakAreBracketed() {
    Found found =
        run(
            TO_2048,
            1,
            server(
                threads -> threads <= 100 ? 100 * threads : (int) (1e5 / Math.sqrt(threads)),
                0,
                new Random(1)));

    assertThat(found.steps())
        .startsWith(1, 2, 4, 8, 16, 32, 64, 128, 256, 512)
        .doesNotContain(2048);
    assertThat(found.steps()).contains(91, 108, 99);
    assertThat(found.knee().best()).isEqualTo(99);
    assertThat(found.knee().lowest()).isEqualTo(92);
    // With 108 threads the rate is 2.8 % below the best, with 128 it is shown to be worse.
    assertThat(found.knee().highest()).isEqualTo(127);
    assertThat(found.knee().answer()).isEqualTo(99);
    assertThat(found.steps()).filteredOn(step -> step == 99).hasSize(3);
  }

  /** After a plateau from 8 to 40 threads the rate grows again up to 64. */
  @Test
  void aSecondRiseIsFound() {
    Knee knee =
        run(
                TO_2048,
                1,
                server(
                    threads -> 100 * (threads < 40 ? Math.min(threads, 8) : Math.min(threads, 64)),
                    0,
                    new Random(1)))
            .knee();

    assertThat(knee.lowest()).isBetween(55, 64);
    assertThat(knee.highest()).isBetween(64, 72);
    assertThat(knee.bestTps()).isEqualTo(6400);
  }

  @Test
  void aRateThatFallsBehindItsPeakHasItsKneeBeforeIt() {
    Knee knee =
        run(
                TO_2048,
                1,
                server(
                    threads -> threads <= 64 ? 100 * threads : 9_600 - 50 * threads,
                    NOISE,
                    new Random(3)))
            .knee();

    assertThat(knee.lowest()).isBetween(46, 64);
    assertThat(knee.highest()).isBetween(60, 76);
    assertThat(knee.best()).isBetween(60, 76);
  }
}
