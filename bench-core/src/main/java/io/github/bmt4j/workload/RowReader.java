package io.github.bmt4j.workload;

import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLDataException;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/**
 * Reads as much of result sets as the run requires. Allocates nothing itself; the driver allocates
 * for texts. Used by one thread.
 *
 * <p>Every value goes into {@link #sum}, so that no compiler can skip the reading: whole numbers as
 * they are, texts and bytes by their length and last element. A value that the driver cannot
 * decode, such as a date without a month, counts as read.
 */
public final class RowReader {
  private final Consume consume;
  private long sum;

  /** Contents of a column. */
  public enum Column {
    /** A whole number that a long holds, or nothing. */
    NUMBER,
    /** Anything that is read as text. */
    TEXT,
    /** Bytes that are not text. */
    BYTES
  }

  public RowReader(Consume consume) {
    this.consume = consume;
  }

  /**
   * Reads rows whose columns are known, to the last one.
   *
   * @param columns all that a row has, in their order
   */
  public void read(ResultSet rows, Column... columns) throws SQLException {
    if (consume != Consume.NONE) {
      read(rows, columns, consume == Consume.ALL);
    }
  }

  /**
   * Streams rows with any columns to the last one, and reads the requested part of each. With
   * {@link Consume#NONE} the rows arrive, and no column is read.
   */
  public long stream(ResultSet rows) throws SQLException {
    if (consume != Consume.NONE) {
      return read(rows, columns(rows.getMetaData()), consume == Consume.ALL);
    }
    long count = 0;
    while (rows.next()) {
      count++;
    }
    return count;
  }

  /** Reads the requested part of the present row; numbers are read as text, too. */
  public void readRow(ResultSet row) throws SQLException {
    int width =
        switch (consume) {
          case NONE -> 0;
          case FIRST_COLUMN -> 1;
          case ALL -> row.getMetaData().getColumnCount();
        };
    for (int i = 1; i <= width; i++) {
      sum += value(row, i, Column.TEXT);
    }
  }

  private long read(ResultSet rows, Column[] columns, boolean all) throws SQLException {
    int width = all ? columns.length : 1;
    long count = 0;
    while (rows.next()) {
      count++;
      for (int i = 0; i < width; i++) {
        sum += value(rows, i + 1, columns[i]);
      }
    }
    return count;
  }

  private static long value(ResultSet rows, int column, Column of) throws SQLException {
    try {
      return switch (of) {
        case NUMBER -> rows.getLong(column);
        case TEXT -> text(rows.getString(column));
        case BYTES -> bytes(rows.getBytes(column));
      };
    } catch (SQLDataException e) {
      return 0;
    }
  }

  private static long bytes(byte @Nullable [] bytes) {
    return bytes == null || bytes.length == 0 ? 0 : 1000L * bytes.length + bytes[bytes.length - 1];
  }

  /** Sum over all values read. */
  public long sum() {
    return sum;
  }

  /** Amount that a text adds to {@link #sum}. */
  static long text(@Nullable String text) {
    return text == null || text.isEmpty()
        ? 0
        : 1000L * text.length() + text.charAt(text.length() - 1);
  }

  private static Column[] columns(ResultSetMetaData data) throws SQLException {
    Column[] columns = new Column[data.getColumnCount()];
    for (int i = 0; i < columns.length; i++) {
      columns[i] =
          switch (ColumnKind.of(data, i + 1)) {
            case WHOLE -> Column.NUMBER;
            case BITS, BYTES -> Column.BYTES;
            default -> Column.TEXT;
          };
    }
    return columns;
  }
}
