package io.github.bmt4j.tables;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Types;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The tuples that a {@link io.github.bmt4j.workload.Table.RowWriter} writes, taken apart into
 * values: whole numbers, other numbers, NULL, and text in apostrophes without any escape.
 */
final class Tuples {
  private final String sql;
  private final byte @Nullable [] bytes;
  private int at;

  private Tuples(String sql, byte @Nullable [] bytes) {
    this.sql = sql;
    this.bytes = bytes;
    if (sql.indexOf('\\') >= 0) {
      throw unreadable();
    }
  }

  static int widthOfFirst(String sql) {
    Tuples tuples = new Tuples(sql, null);
    tuples.expect('(');
    int width = 0;
    do {
      tuples.at = tuples.endOfValue();
      width++;
    } while (tuples.another());
    return width;
  }

  /**
   * Adds every tuple to a batch.
   *
   * @param asBytes true if text is sent as bytes, which the server takes unchanged; text that is
   *     not ASCII is always sent as text
   * @return number of tuples
   */
  static int addBatch(String sql, PreparedStatement insert, boolean asBytes) throws SQLException {
    byte[] bytes = asBytes ? sql.getBytes(UTF_8) : null;
    boolean ascii = bytes != null && bytes.length == sql.length();
    Tuples tuples = new Tuples(sql, ascii ? bytes : null);
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
      int end = endOfValue();
      set(insert, index++, end);
      at = end;
    } while (another());
    insert.addBatch();
  }

  private void set(PreparedStatement insert, int index, int end) throws SQLException {
    if (sql.charAt(at) == '\'') {
      if (bytes == null) {
        insert.setString(index, sql.substring(at + 1, end - 1));
      } else {
        insert.setBytes(index, Arrays.copyOfRange(bytes, at + 1, end - 1));
      }
    } else if (sql.startsWith("NULL", at) && end == at + "NULL".length()) {
      insert.setNull(index, Types.NULL);
    } else if (isDecimal(end)) {
      insert.setString(index, sql.substring(at, end));
    } else {
      insert.setLong(index, Long.parseLong(sql, at, end, 10));
    }
  }

  private boolean isDecimal(int end) {
    boolean decimal = false;
    for (int i = at; i < end; i++) {
      char c = sql.charAt(i);
      if ((c < '0' || c > '9') && c != '-' && c != '.') {
        throw unreadable();
      }
      decimal |= c == '.';
    }
    return decimal;
  }

  private int endOfValue() {
    int end = at;
    if (sql.startsWith("'", at)) {
      end = sql.indexOf('\'', at + 1) + 1;
    } else {
      while (end < sql.length() && sql.charAt(end) != ',' && sql.charAt(end) != ')') {
        end++;
      }
    }
    if (end <= at) {
      throw unreadable();
    }
    return end;
  }

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
