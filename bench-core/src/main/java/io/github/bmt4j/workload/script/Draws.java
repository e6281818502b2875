package io.github.bmt4j.workload.script;

import io.github.bmt4j.workload.SplitMix64;

/**
 * pgbench's random distributions, hashes and permutation. Hashes and permutation give the same
 * numbers as pgbench; the distributions use pgbench's formulas with bmt's generator.
 *
 * @see <a
 *     href="https://github.com/postgres/postgres/blob/REL_16_STABLE/src/bin/pgbench/pgbench.c">pgbench.c</a>,
 *     <a
 *     href="https://github.com/postgres/postgres/blob/REL_16_STABLE/src/common/pg_prng.c">pg_prng.c</a>
 */
final class Draws {
  private static final long FNV_BASIS = 0xcbf29ce484222325L;
  private static final long FNV_PRIME = 0x100000001b3L;
  private static final long MURMUR = 0xc6a4a7935bd1e995L;

  /** The length of a long in bytes times {@link #MURMUR}. */
  private static final long MURMUR_LENGTH = 0x35253c9ade8f4ca8L;

  private static final int MURMUR_SHIFT = 47;
  private static final int PERMUTE_ROUNDS = 6;

  private Draws() {}

  static long uniform(SplitMix64 random, long least, long most) {
    return least + random.nextLong(most - least + 1);
  }

  /**
   * With u in (0, 1]: least + floor(n * -ln(c + (1 - c) u) / parameter), where n is the number of
   * values and c = e^-parameter.
   */
  static long exponential(SplitMix64 random, long least, long most, double parameter) {
    double cut = StrictMath.exp(-parameter);
    double u = 1 - random.nextDouble();
    double part = -StrictMath.log(cut + (1 - cut) * u) / parameter;
    return least + (long) ((most - least + 1) * part);
  }

  /** A normal number between minus and plus the parameter (Box and Muller), spread over all. */
  static long gaussian(SplitMix64 random, long least, long most, double parameter) {
    double deviation;
    do {
      double radius = Math.sqrt(-2 * StrictMath.log(1 - random.nextDouble()));
      deviation = radius * StrictMath.sin(2 * Math.PI * (1 - random.nextDouble()));
    } while (deviation < -parameter || deviation >= parameter);
    double part = (deviation + parameter) / (2 * parameter);
    return least + (long) ((most - least + 1) * part);
  }

  /**
   * Value i with a probability proportional to i^-s, by rejection.
   *
   * @see <a href="http://luc.devroye.org/rnbookindex.html">L. Devroye, Non-Uniform Random Variate
   *     Generation, Springer 1986, p. 550-551</a>
   */
  static long zipfian(SplitMix64 random, long least, long most, double s) {
    long n = most - least + 1;
    if (n <= 1) {
      return least;
    }
    double b = power(2, s - 1);
    while (true) {
      double u = random.nextDouble();
      double v = random.nextDouble();
      double x = Math.floor(power(u, -1 / (s - 1)));
      double t = power(1 + 1 / x, s - 1);
      if (v * x * (t - 1) / (b - 1) <= t / b && x <= n) {
        return least - 1 + (long) x;
      }
    }
  }

  /** The same on every machine, and without allocation, unlike StrictMath's pow. */
  private static double power(double base, double exponent) {
    return StrictMath.exp(exponent * StrictMath.log(base));
  }

  static long fnv1a(long value, long seed) {
    long hash = FNV_BASIS ^ seed;
    for (int shift = 0; shift < Long.SIZE; shift += Byte.SIZE) {
      hash = (hash ^ ((value >> shift) & 0xff)) * FNV_PRIME;
    }
    return hash;
  }

  static long murmur2(long value, long seed) {
    long mixed = value * MURMUR;
    mixed = (mixed ^ (mixed >>> MURMUR_SHIFT)) * MURMUR;
    long hash = ((seed ^ MURMUR_LENGTH) ^ mixed) * MURMUR;
    hash = (hash ^ (hash >>> MURMUR_SHIFT)) * MURMUR;
    return hash ^ (hash >>> MURMUR_SHIFT);
  }

  /**
   * Image of a value in a seed's permutation of 0 to {@code size - 1}: six rounds, each of which
   * multiplies, XORs and rotates the lower and the upper part, and adds an offset.
   */
  static long permute(long value, long size, long seed) {
    if (size < 2) {
      return 0;
    }
    Xoroshiro random = new Xoroshiro(seed);
    int bits = Long.SIZE - 1 - Long.numberOfLeadingZeros(size);
    long place = Long.remainderUnsigned(value, size);
    for (int round = 0; round < PERMUTE_ROUNDS; round++) {
      place = scrambled(place, random.next(), random.next(), bits);
      long fromEnd = size - 1 - place;
      place = size - 1 - scrambled(fromEnd, random.next(), random.next(), bits);
      place = Long.remainderUnsigned(place + random.upTo(size - 1), size);
    }
    return place;
  }

  /** A value below 2^bits is mapped to another such value; a greater one stays. */
  private static long scrambled(long value, long factor, long pattern, int bits) {
    long mask = (1L << bits) - 1;
    if (value > mask) {
      return value;
    }
    long mixed = ((value * (factor | 1)) ^ pattern) & mask;
    return ((mixed << 1) & mask) | (mixed >>> (bits - 1));
  }

  /**
   * The generator xoroshiro128**, begun as PostgreSQL begins it.
   *
   * @see <a href="https://prng.di.unimi.it/xoroshiro128starstar.c">D. Blackman's and S. Vigna's
   *     reference, in the public domain</a>
   */
  private static final class Xoroshiro {
    private long first;
    private long second;

    Xoroshiro(long seed) {
      SplitMix64 start = new SplitMix64(seed);
      first = start.nextLong();
      second = start.nextLong();
    }

    long next() {
      long result = Long.rotateLeft(first * 5, 7) * 9;
      long both = second ^ first;
      first = Long.rotateLeft(first, 24) ^ both ^ (both << 16);
      second = Long.rotateLeft(both, 37);
      return result;
    }

    /** A number from 0 to {@code most}, all equally likely, by rejection. */
    long upTo(long most) {
      int shift = Long.numberOfLeadingZeros(most);
      long value;
      do {
        value = next() >>> shift;
      } while (Long.compareUnsigned(value, most) > 0);
      return value;
    }
  }
}
