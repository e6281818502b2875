package io.github.bmt4j.workload.tpcc;

/** The times in rows: seconds of the first four weeks of 2016. */
public final class TpccDates {
  /** Number of different seconds. */
  static final int SECONDS = 28 * 24 * 60 * 60;

  private static final int SECONDS_PER_DAY = 24 * 60 * 60;

  private TpccDates() {}

  /** A moment as servers write it. */
  public static String text(int second) {
    StringBuilder text = new StringBuilder(19);
    append(text, second);
    return text.toString();
  }

  static void append(StringBuilder sql, int second) {
    appendTwoDigits(sql.append("2016-01-"), 1 + second / SECONDS_PER_DAY);
    appendTwoDigits(sql.append(' '), second / 3600 % 24);
    appendTwoDigits(sql.append(':'), second / 60 % 60);
    appendTwoDigits(sql.append(':'), second % 60);
  }

  private static void appendTwoDigits(StringBuilder sql, int number) {
    sql.append((char) ('0' + number / 10)).append((char) ('0' + number % 10));
  }
}
