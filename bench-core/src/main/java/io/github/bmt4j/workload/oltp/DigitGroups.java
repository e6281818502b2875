package io.github.bmt4j.workload.oltp;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.util.Arrays;
import org.apache.commons.rng.UniformRandomProvider;

/**
 * Groups of 11 random digits joined by dashes, sysbench's filling of the columns {@code c} (10
 * groups, 119 characters) and {@code pad} (5 groups, 59 characters). One buffer, written over and
 * over.
 */
final class DigitGroups {
  static final int C = 10;
  static final int PAD = 5;

  private static final int DIGITS = 11;
  private static final long TEN_TO_THE_DIGITS = 100_000_000_000L;
  private static final int FRACTION_BITS = 60;
  private static final byte[] PAIRS = pairs();

  private final byte[] text;

  DigitGroups(int groups) {
    text = new byte[groups * (DIGITS + 1) - 1];
    Arrays.fill(text, (byte) '-');
  }

  private static byte[] pairs() {
    byte[] pairs = new byte[200];
    for (int i = 0; i < 100; i++) {
      pairs[2 * i] = (byte) ('0' + i / 10);
      pairs[2 * i + 1] = (byte) ('0' + i % 10);
    }
    return pairs;
  }

  /**
   * Fills the buffer anew, with one draw a group: the first 11 decimals of a random 60-bit
   * fraction. 2^60 is ten million times 10^11, so that no digit is favoured by more than 10^-7.
   */
  DigitGroups next(UniformRandomProvider random) {
    for (int start = 0; start < text.length; start += DIGITS + 1) {
      long fraction = random.nextLong() >>> (Long.SIZE - FRACTION_BITS);
      long high = Math.multiplyHigh(fraction, TEN_TO_THE_DIGITS) << (Long.SIZE - FRACTION_BITS);
      long decimals = high | ((fraction * TEN_TO_THE_DIGITS) >>> FRACTION_BITS);
      int first = (int) (decimals / 100_000);
      int last = (int) (decimals % 100_000);
      pair(start, first / 10_000);
      pair(start + 2, first / 100 % 100);
      pair(start + 4, first % 100);
      pair(start + 6, last / 1_000);
      pair(start + 8, last / 10 % 100);
      text[start + 10] = (byte) ('0' + last % 10);
    }
    return this;
  }

  private void pair(int at, int value) {
    text[at] = PAIRS[2 * value];
    text[at + 1] = PAIRS[2 * value + 1];
  }

  @Override
  public String toString() {
    return new String(text, ISO_8859_1);
  }
}
