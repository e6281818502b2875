package io.github.bmt4j.preparation;

import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Types;
import java.util.ArrayList;
import java.util.List;

/**
 * The tuples that a {@link io.github.bmt4j.workload.Table.RowWriter} writes, taken apart into
 * values: whole numbers, other numbers, NULL, and text in apostrophes without any escape.
 */
final class Tuples {
  private final String sql;
  private int at;

  private Tuples(String sql) {
    this.sql = sql;
  }

  /** The values of the first tuple, as they are written. */
  static List<String> valuesOfFirst(String sql) {
    Tuples tuples = new Tuples(sql);
    List<String> values = new ArrayList<>();
    tuples.expect('(');
    do {
      values.add(tuples.value());
    } while (tuples.another());
    return values;
  }

  /**
   * Adds every tuple to a batch.
   *
   * @return how many there were
   */
  static int addBatch(String sql, PreparedStatement insert) throws SQLException {
    Tuples tuples = new Tuples(sql);
    int rows = 0;
    do {
      tuples.addRow(insert);
      rows++;
    } while (tuples.at < sql.length() && tuples.expect(','));
    return rows;
  }

  private void addRow(PreparedStatement insert) throws SQLException {
    expect('(');
    int index = 1;
    do {
      set(insert, index++, value());
    } while (another());
    insert.addBatch();
  }

  private void set(PreparedStatement insert, int index, String value) throws SQLException {
    char first = value.charAt(0);
    if (first == '\'') {
      insert.setString(index, value.substring(1, value.length() - 1));
    } else if (value.equals("NULL")) {
      insert.setNull(index, Types.NULL);
    } else if (!isNumber(value)) {
      throw unreadable();
    } else if (value.indexOf('.') < 0) {
      insert.setLong(index, Long.parseLong(value));
    } else {
      insert.setString(index, value);
    }
  }

  private static boolean isNumber(String value) {
    return value.chars().allMatch(c -> (c >= '0' && c <= '9') || c == '-' || c == '.');
  }

  /** Reads a value, with its apostrophes. */
  private String value() {
    int begin = at;
    if (sql.startsWith("'", at)) {
      at = sql.indexOf('\'', at + 1) + 1;
      if (at == 0 || sql.substring(begin, at).indexOf('\\') >= 0) {
        throw unreadable();
      }
    } else {
      while (at < sql.length() && sql.charAt(at) != ',' && sql.charAt(at) != ')') {
        at++;
      }
    }
    if (at == begin) {
      throw unreadable();
    }
    return sql.substring(begin, at);
  }

  /** Goes over the comma before another value, or over the end of the tuple. */
  private boolean another() {
    boolean another = at < sql.length() && sql.charAt(at) == ',';
    expect(another ? ',' : ')');
    return another;
  }

  private boolean expect(char wanted) {
    if (at >= sql.length() || sql.charAt(at) != wanted) {
      throw unreadable();
    }
    at++;
    return true;
  }

  private IllegalStateException unreadable() {
    return new IllegalStateException("a row that cannot be read at " + at + ": " + sql);
  }
}
