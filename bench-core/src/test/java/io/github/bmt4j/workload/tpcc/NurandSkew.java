package io.github.bmt4j.workload.tpcc;

import java.util.Arrays;
import java.util.Comparator;
import java.util.stream.IntStream;

/** The exact distribution of NURand(A, 1, n) (clause 2.1.6), before its constant C is added. */
final class NurandSkew {
  /** So many keys tell all constants apart. */
  private static final int ENOUGH = 3000;

  private final double[] chances;
  private final int a;

  /**
   * @param chances of each number from 0 to n - 1
   * @param a the largest C, one less than a power of two
   */
  private NurandSkew(double[] chances, int a) {
    this.chances = chances;
    this.a = a;
  }

  /**
   * Counts all pairs of numbers that are drawn. Each aligned block of a + 1 second numbers yields
   * the same distribution of low bits.
   */
  static NurandSkew of(int a, int n) {
    long[] block = new long[a + 1];
    countPairs(a, 0, a, block);
    long[] counts = new long[n];
    countPairs(a, 1, a, counts);
    int first = a + 1;
    for (; first + a <= n; first += a + 1) {
      for (int low = 0; low <= a; low++) {
        counts[(first + low) % n] += block[low];
      }
    }
    countPairs(a, first, n, counts);
    double pairs = (a + 1.0) * n;
    return new NurandSkew(Arrays.stream(counts).mapToDouble(count -> count / pairs).toArray(), a);
  }

  /** Counts pairs with these second numbers. */
  private static void countPairs(int a, int firstHigh, int lastHigh, long[] counts) {
    for (int high = firstHigh; high <= lastHigh; high++) {
      for (int low = 0; low <= a; low++) {
        int bits = low | high;
        counts[bits < counts.length ? bits : bits % counts.length]++;
      }
    }
  }

  /** The constant that explains keys, from 1, best. */
  int constantOf(int[] keys) {
    double[] logs = Arrays.stream(chances).map(chance -> Math.log(chance + 1e-12)).toArray();
    int best = 0;
    double highest = Double.NEGATIVE_INFINITY;
    for (int constant = 0; constant <= a; constant++) {
      double likelihood = 0;
      for (int i = 0; i < keys.length && i < ENOUGH; i++) {
        likelihood += logs[place(keys[i], constant)];
      }
      if (likelihood > highest) {
        highest = likelihood;
        best = constant;
      }
    }
    return best;
  }

  /** The share of keys that are among the so many most probable ones with their constant. */
  double shareOfHottest(int[] keys, int count) {
    int constant = constantOf(keys);
    boolean[] hot = new boolean[chances.length];
    hottest(count).forEach(number -> hot[number] = true);
    long hits = Arrays.stream(keys).filter(key -> hot[place(key, constant)]).count();
    return hits / (double) keys.length;
  }

  /** What that share is on the average. */
  double expected(int count) {
    return hottest(count).mapToDouble(number -> chances[number]).sum();
  }

  private IntStream hottest(int count) {
    return IntStream.range(0, chances.length)
        .boxed()
        .sorted(Comparator.comparingDouble(number -> -chances[number]))
        .limit(count)
        .mapToInt(Integer::intValue);
  }

  private int place(int key, int constant) {
    return Math.floorMod(key - 1 - constant, chances.length);
  }
}
