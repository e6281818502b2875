package io.github.bmt4j.workload.tpcc;

import io.github.bmt4j.workload.SplitMix64;

/**
 * TPC-C's non-uniform random numbers (clause 2.1.6): (((r(0, A) | r(x, y)) + C) mod (y - x + 1)) +
 * x.
 *
 * @param a the constant A
 * @param low x
 * @param high y
 * @param c the constant C; {@link #REDRAWN} for a new C with each number, as in sysbench-tpcc,
 *     which makes the numbers uniform
 */
record Nurand(int a, int low, int high, int c) {
  static final int REDRAWN = -1;

  int draw(SplitMix64 random) {
    int constant = c == REDRAWN ? between(random, 0, a) : c;
    int bits = between(random, 0, a) | between(random, low, high);
    return (bits + constant) % (high - low + 1) + low;
  }

  /** A number from low to high, all equally likely. */
  static int between(SplitMix64 random, int low, int high) {
    return low + RandomColumns.below(random, high - low + 1);
  }

  /** Draws a C of a run for last names: it must differ from C-Load as clause 2.1.6.1 requires. */
  static int drawNameConstant(SplitMix64 random) {
    while (true) {
      int constant = between(random, 0, 255);
      int delta = Math.abs(constant - Customer.C_LOAD);
      if (delta >= 65 && delta <= 119 && delta != 96 && delta != 112) {
        return constant;
      }
    }
  }
}
