package io.github.bmt4j.workload;

import io.github.bmt4j.option.DeclaredOption;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.sampling.distribution.RejectionInversionZipfSampler;
import org.apache.commons.rng.sampling.distribution.SharedStateDiscreteSampler;

/**
 * Distribution of keys: one of sysbench's random distributions, with its settings.
 *
 * <p>The formulas are sysbench 1.0.20's (src/sb_rand.c) for special, uniform, gaussian and pareto;
 * it does not have zipfian yet. Below, u is a uniform number in [0, 1), drawn afresh for each
 * mention, and n the number of keys.
 *
 * @param rounds number of uniform numbers whose mean is one number of a bell (special, gaussian)
 * @param specialWidth the part of the keys that "special" treats as hot, 0 to 1
 * @param specialShare the part of the draws that go to hot keys, 0 to 1
 * @param paretoH 1-h of the draws go to the first h of the keys
 * @param zipfianExponent the weight of key i is i to minus this
 */
public record KeyDistribution(
    String type,
    int rounds,
    double specialWidth,
    double specialShare,
    double paretoH,
    double zipfianExponent) {
  /** The seed of rows and keys. */
  public static final DeclaredOption<?> SEED =
      DeclaredOption.integer(
          "rand-seed",
          0,
          0,
          Long.MAX_VALUE,
          "seed of the rows and of the keys; 0: the rows are those of seed 0, the keys differ"
              + " from run to run");

  /** Every option of the random numbers, under sysbench's names and with 1.0.20's defaults. */
  public static final List<DeclaredOption<?>> PARAMS =
      List.of(
          DeclaredOption.choice(
              "rand-type",
              "special",
              List.of("special", "uniform", "gaussian", "pareto", "zipfian"),
              "distribution of keys"),
          SEED,
          DeclaredOption.integer(
              "rand-spec-iter", 12, 1, 1000, "special, gaussian: uniform numbers in one draw"),
          DeclaredOption.integer(
              "rand-spec-pct", 1, 0, 100, "special: width of the hot keys, in %"),
          DeclaredOption.integer("rand-spec-res", 75, 0, 100, "special: draws of hot keys, in %"),
          DeclaredOption.decimal("rand-pareto-h", 0.2, 0.001, 0.999, "pareto: parameter h"),
          DeclaredOption.decimal("rand-zipfian-exp", 0.8, 0, 10, "zipfian: exponent"));

  /**
   * The seed of a run: the given one, or another each time, because a second run must not repeat
   * the look-ups of the first. A workload may have no seed.
   */
  public static long seed(Params params) {
    long given = params.asMap().containsKey(SEED.name()) ? params.number(SEED.name()) : 0;
    return given != 0 ? given : ThreadLocalRandom.current().nextLong(1, 1L << 31);
  }

  /** The distribution that a run's parameters ask for. */
  public static KeyDistribution of(Params params) {
    return new KeyDistribution(
        params.text("rand-type"),
        params.integer("rand-spec-iter"),
        params.integer("rand-spec-pct") / 100.0,
        params.integer("rand-spec-res") / 100.0,
        params.decimal("rand-pareto-h"),
        params.decimal("rand-zipfian-exp"));
  }

  /**
   * A chooser of this distribution.
   *
   * @param keys n, from 1 to 2^31-1
   */
  public KeyChooser over(long keys, UniformRandomProvider random) {
    if (keys < 1 || keys > Integer.MAX_VALUE) {
      throw new IllegalArgumentException(keys + " keys: give 1 to " + Integer.MAX_VALUE);
    }
    return switch (type) {
      case "special" -> special(keys, random);
      case "uniform" -> uniform(keys, random);
      case "gaussian" -> gaussian(keys, random);
      case "pareto" -> pareto(keys, random);
      case "zipfian" -> zipfian(keys, random);
      default -> throw new IllegalArgumentException("no distribution " + type);
    };
  }

  /** 1 + floor(u n). */
  public static KeyChooser uniform(long keys, UniformRandomProvider random) {
    return () -> 1 + (long) (random.nextDouble() * keys);
  }

  /** 1 + floor(n times the mean of the rounds' u): an Irwin-Hall bell over all keys. */
  private KeyChooser gaussian(long keys, UniformRandomProvider random) {
    double scale = (double) keys / rounds;
    return () -> Math.min(keys, 1 + (long) (bell(random) * scale));
  }

  /**
   * A bell over all keys, and on top of it a few hot keys in the middle. With t = n-1 and one draw
   * of u: where {@code u < 1 - share}, 1 + floor(t times the mean of the rounds' u); else, with the
   * <em>same </em> u, 1 + floor(u (width t + 1) + t/2 - width t/2). Since that u is never small,
   * only the upper {@code share} of the hot keys is really hit: 75 of 10,000 by default, not 100.
   */
  private KeyChooser special(long keys, UniformRandomProvider random) {
    double last = keys - 1;
    double bellScale = last / rounds;
    double bellShare = 1 - specialShare;
    double hotWidth = last * specialWidth + 1;
    double hotStart = last / 2 - last * specialWidth / 2;
    return () -> {
      double u = random.nextDouble();
      double position = u < bellShare ? bell(random) * bellScale : u * hotWidth + hotStart;
      return Math.min(keys, 1 + (long) position);
    };
  }

  private double bell(UniformRandomProvider random) {
    double sum = 0;
    for (int i = 0; i < rounds; i++) {
      sum += random.nextDouble();
    }
    return sum;
  }

  /**
   * 1 + floor(n u^p), with p = ln h / ln(1-h). By StrictMath, which gives the same numbers on every
   * machine; not by its pow, which allocates.
   */
  private KeyChooser pareto(long keys, UniformRandomProvider random) {
    double power = StrictMath.log(paretoH) / StrictMath.log(1 - paretoH);
    return () -> {
      double part = StrictMath.exp(power * StrictMath.log(random.nextDouble()));
      return Math.min(keys, 1 + (long) (keys * part));
    };
  }

  /**
   * Key i with a probability proportional to i^-exponent, by rejection-inversion (W. Hörmann, G.
   * Derflinger, 1996), as sysbench's master does. The hot keys are neighbours.
   */
  private KeyChooser zipfian(long keys, UniformRandomProvider random) {
    SharedStateDiscreteSampler sampler =
        RejectionInversionZipfSampler.of(random, Math.toIntExact(keys), zipfianExponent);
    return sampler::sample;
  }
}
