package io.github.bmt4j.workload.tpcc;

import io.github.bmt4j.workload.SplitMix64;
import java.util.Arrays;

/** Values that take one draw each. */
final class RandomColumns {
  private static final int LETTERS = 26;

  private RandomColumns() {}

  /** Floor(u n). */
  static int below(SplitMix64 random, int limit) {
    return (int) (random.nextDouble() * limit);
  }

  static void appendLetters(StringBuilder sql, SplitMix64 random, int count) {
    long left = random.nextLong() >>> 1;
    for (int i = 0; i < count; i++) {
      sql.append((char) ('a' + left % LETTERS));
      left /= LETTERS;
    }
  }

  static void appendDigits(StringBuilder sql, SplitMix64 random, int count) {
    long left = random.nextLong() >>> 1;
    for (int i = 0; i < count; i++) {
      sql.append((char) ('0' + left % 10));
      left /= 10;
    }
  }

  static String[] repeatedLetters(int length) {
    String[] repeated = new String[LETTERS];
    Arrays.setAll(repeated, i -> String.valueOf((char) ('a' + i)).repeat(length));
    return repeated;
  }
}
