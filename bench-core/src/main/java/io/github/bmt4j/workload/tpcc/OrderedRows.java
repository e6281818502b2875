package io.github.bmt4j.workload.tpcc;

import java.math.BigDecimal;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/** Rows ordered by their first column, a whole number, so that several tables can be merged. */
final class OrderedRows implements AutoCloseable {
  /** Stands for a missing number: NULL sorts first. */
  static final long NONE = Long.MIN_VALUE;

  private final ResultSet rows;
  private boolean more;
  private long key;

  /** Moves to the first row of a query. */
  OrderedRows(PreparedStatement statement) throws SQLException {
    rows = statement.executeQuery();
    next();
  }

  boolean isAt(long number) {
    return more && key == number;
  }

  boolean more() {
    return more;
  }

  /** The smaller of a number and the row's number, if there is a row. */
  long least(long number) {
    return more ? Math.min(number, key) : number;
  }

  long key() {
    return key;
  }

  /** Another column of its row, from 2; nothing for NULL. */
  @Nullable BigDecimal value(int column) throws SQLException {
    return rows.getBigDecimal(column);
  }

  /** The number in a column that is never NULL. */
  long number(int column) throws SQLException {
    return rows.getLong(column);
  }

  void next() throws SQLException {
    more = rows.next();
    if (more) {
      key = rows.getLong(1);
      key = rows.wasNull() ? NONE : key;
    }
  }

  static String text(long number) {
    return number == NONE ? "NULL" : Long.toString(number);
  }

  @Override
  public void close() throws SQLException {
    rows.close();
  }
}
