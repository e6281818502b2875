package io.github.bmt4j.workload.tpcc;

import io.github.bmt4j.workload.SplitMix64;

/** Values made of one draw each. */
final class RandomColumns {
  /** The streams of seed 0 that tables draw from: one for each kind of rows. */
  static final long CUSTOMERS_OF_ORDERS = SplitMix64.stateOf(0, 0);

  static final long ORDERS = SplitMix64.stateOf(0, 1);
  static final long ORDER_LINES = SplitMix64.stateOf(0, 2);
  static final long CUSTOMERS = SplitMix64.stateOf(0, 3);

  private static final int LETTERS = 26;

  private RandomColumns() {}

  /** Floor(u n). */
  static int below(SplitMix64 random, int limit) {
    return (int) (random.nextDouble() * limit);
  }

  /** Appends up to 13 small letters. */
  static void appendLetters(StringBuilder sql, SplitMix64 random, int count) {
    long left = random.nextLong() >>> 1;
    for (int i = 0; i < count; i++) {
      sql.append((char) ('a' + left % LETTERS));
      left /= LETTERS;
    }
  }

  /** Appends up to 18 digits. */
  static void appendDigits(StringBuilder sql, SplitMix64 random, int count) {
    long left = random.nextLong() >>> 1;
    for (int i = 0; i < count; i++) {
      sql.append((char) ('0' + left % 10));
      left /= 10;
    }
  }

  /** A string of one letter for each letter. */
  static String[] repeatedLetters(int length) {
    String[] repeated = new String[LETTERS];
    for (int i = 0; i < LETTERS; i++) {
      repeated[i] = String.valueOf((char) ('a' + i)).repeat(length);
    }
    return repeated;
  }
}
