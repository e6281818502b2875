package io.github.bmt4j.workload.oltp;

import java.util.Arrays;
import org.apache.commons.rng.UniformRandomProvider;

/**
 * Groups of 11 random digits joined by dashes, sysbench's contents of the columns {@code c} (10
 * groups, 119 characters) and {@code pad} (5 groups, 59 characters). One reused buffer.
 */
final class DigitGroups {
  static final int C = 10;
  static final int PAD = 5;

  private static final int DIGITS = 11;
  private static final int FRACTION_BITS = 60;
  private static final long FRACTION_MASK = (1L << FRACTION_BITS) - 1;

  private final char[] text;

  DigitGroups(int groups) {
    text = new char[groups * (DIGITS + 1) - 1];
    Arrays.fill(text, '-');
  }

  /**
   * Fills the buffer anew, with one draw a group: the first 11 decimals of a random 60-bit
   * fraction. 2^60 is ten million times 10^11, so that no digit is favoured by more than 10^-7.
   */
  DigitGroups next(UniformRandomProvider random) {
    for (int start = 0; start < text.length; start += DIGITS + 1) {
      long fraction = random.nextLong() >>> (Long.SIZE - FRACTION_BITS);
      for (int i = start; i < start + DIGITS; i++) {
        fraction *= 10;
        text[i] = (char) ('0' + (fraction >>> FRACTION_BITS));
        fraction &= FRACTION_MASK;
      }
    }
    return this;
  }

  void appendTo(StringBuilder sql) {
    sql.append(text);
  }

  @Override
  public String toString() {
    return new String(text);
  }
}
