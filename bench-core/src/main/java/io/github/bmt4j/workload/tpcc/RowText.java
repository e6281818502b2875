package io.github.bmt4j.workload.tpcc;

import io.github.bmt4j.workload.SplitMix64;
import java.util.Arrays;

/**
 * Draws the columns of rows, in their order, as in TPC-C or as in sysbench-tpcc. Each row has its
 * own part of the stream. Used by one thread.
 */
final class RowText {
  /** Draws reserved for a row, more than any row takes. */
  private static final long DRAWS_PER_ROW = 128;

  private static final String ALPHANUMERIC =
      "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
  private static final int CHARACTERS = ALPHANUMERIC.length();

  /** One more would not be uniform: 2^63 / 62^9 is 681, but 2^63 / 62^10 is 11. */
  private static final int CHARACTERS_PER_DRAW = 9;

  private static final int LONGEST = 500;
  private static final String ORIGINAL = "ORIGINAL";
  private static final int ORIGINALS_PER_HUNDRED = 10;
  private static final int SHORTEST_DATA = 26;
  private static final int LONGEST_DATA = 50;
  private static final int WORD_LETTERS = 10;
  private static final int NAME_LETTERS = 5;

  private final long start;
  private final boolean sysbench;
  private final SplitMix64 random;
  private final char[] text = new char[LONGEST];

  RowText(Streams streams, int stream, boolean sysbench) {
    start = streams.start(stream);
    this.sysbench = sysbench;
    random = new SplitMix64(start);
  }

  void read(long number) {
    random.moveTo(start, number * DRAWS_PER_ROW);
  }

  /** A whole number, the last one included. */
  int between(int from, int to) {
    return Nurand.between(random, from, to);
  }

  /** Appends a number of random letters and digits, or one letter repeated. */
  void letters(StringBuilder sql, int count) {
    draw(count);
    sql.append(text, 0, count);
  }

  /** Appends a comma and a quoted text: TPC-C's random a-string, or one letter repeated. */
  void string(StringBuilder sql, int shortest, int longest) {
    sql.append(",'");
    letters(sql, between(shortest, longest));
    sql.append('\'');
  }

  /** Appends w_name or d_name. */
  void name(StringBuilder sql) {
    if (sysbench) {
      word(sql, ",'name-", NAME_LETTERS);
    } else {
      string(sql, 6, 10);
    }
  }

  void address(StringBuilder sql) {
    if (sysbench) {
      word(sql, ",'street1-", WORD_LETTERS);
      word(sql, ",'street2-", WORD_LETTERS);
      word(sql, ",'city-", WORD_LETTERS);
      word(sql, ",'", 2);
      RandomColumns.appendDigits(sql.append(",'zip-"), random, 5);
      sql.append('\'');
    } else {
      string(sql, 10, 20);
      string(sql, 10, 20);
      string(sql, 10, 20);
      string(sql, 2, 2);
      RandomColumns.appendDigits(sql.append(",'"), random, 4);
      sql.append("11111'");
    }
  }

  void phone(StringBuilder sql) {
    RandomColumns.appendDigits(sql.append(",'"), random, 16);
    sql.append('\'');
  }

  void moment(StringBuilder sql) {
    TpccDates.append(sql.append(",'"), RandomColumns.below(random, TpccDates.SECONDS));
    sql.append('\'');
  }

  /** Appends a tax or a discount from 0 on: with four decimals, or with two as in sysbench-tpcc. */
  void share(StringBuilder sql, int highestPerHundred) {
    int decimals = sysbench ? 100 : 10_000;
    int drawn = between(0, highestPerHundred * decimals / 100);
    sql.append(",0.").append(Integer.toString(decimals + drawn), 1, sysbench ? 3 : 5);
  }

  /** Appends i_data or s_data: one in ten contains ORIGINAL, except in sysbench-tpcc. */
  void data(StringBuilder sql) {
    int length = between(SHORTEST_DATA, LONGEST_DATA);
    draw(length);
    if (!sysbench && RandomColumns.below(random, 100) < ORIGINALS_PER_HUNDRED) {
      int place = between(0, length - ORIGINAL.length());
      ORIGINAL.getChars(0, ORIGINAL.length(), text, place);
    }
    sql.append(",'").append(text, 0, length).append('\'');
  }

  /** Appends the beginning of a quoted text, small letters, and its end. */
  void word(StringBuilder sql, String begin, int letters) {
    RandomColumns.appendLetters(sql.append(begin), random, letters);
    sql.append('\'');
  }

  private void draw(int count) {
    if (sysbench) {
      Arrays.fill(text, 0, count, (char) ('a' + RandomColumns.below(random, 26)));
      return;
    }
    int at = 0;
    while (at < count) {
      long left = random.nextLong() >>> 1;
      int end = Math.min(count, at + CHARACTERS_PER_DRAW);
      while (at < end) {
        text[at++] = ALPHANUMERIC.charAt((int) (left % CHARACTERS));
        left /= CHARACTERS;
      }
    }
  }
}
