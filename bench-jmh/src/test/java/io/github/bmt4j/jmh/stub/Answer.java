package io.github.bmt4j.jmh.stub;

import java.util.List;
import java.util.Locale;

/** What the stub answers to a statement, told from the statement's text alone. */
enum Answer {
  /** No result set and no changed row: BEGIN, COMMIT, SET, CREATE. */
  DONE(Answer.NO_RESULT_SET, 0),
  /** One changed row. */
  CHANGED(Answer.NO_RESULT_SET, 1),
  /** A result set without a row: the stub has no variables and no status. */
  EMPTY(0, 0),
  /** One row: a look-up by id, or a total. */
  ROW(1, 0),
  /** As many rows as sysbench's ranges have. */
  RANGE(100, 0);

  private static final int NO_RESULT_SET = -1;
  private static final List<String> CHANGES = List.of("INSERT", "UPDATE", "DELETE", "REPLACE");
  private static final List<String> TOTALS = List.of("SUM(", "COUNT(", "MAX(", "MIN(", "AVG(");

  private final int rows;
  private final int changed;

  Answer(int rows, int changed) {
    this.rows = rows;
    this.changed = changed;
  }

  /** The answer to a statement. */
  static Answer to(String sql) {
    int start = 0;
    while (start < sql.length() && Character.isWhitespace(sql.charAt(start))) {
      start++;
    }
    if (beginsWith("SELECT", sql, start)) {
      return toSelect(sql.toUpperCase(Locale.ROOT));
    }
    if (beginsWith("CREATE", sql, start)) {
      return sql.toUpperCase(Locale.ROOT).contains("SELECT") ? CHANGED : DONE;
    }
    if (beginsWith("SHOW", sql, start)) {
      return EMPTY;
    }
    for (String change : CHANGES) {
      if (beginsWith(change, sql, start)) {
        return CHANGED;
      }
    }
    return DONE;
  }

  private static Answer toSelect(String sql) {
    if (sql.contains("GROUP BY")) {
      return RANGE;
    }
    if (TOTALS.stream().anyMatch(sql::contains)) {
      return ROW;
    }
    return sql.contains("BETWEEN") || sql.contains("ORDER BY") ? RANGE : ROW;
  }

  private static boolean beginsWith(String word, String sql, int start) {
    return sql.regionMatches(true, start, word, 0, word.length());
  }

  boolean hasResultSet() {
    return rows != NO_RESULT_SET;
  }

  /** Rows of the result set. */
  int rows() {
    return rows;
  }

  /** Rows changed. */
  int changed() {
    return changed;
  }
}
