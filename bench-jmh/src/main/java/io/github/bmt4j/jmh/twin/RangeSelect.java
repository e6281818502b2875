package io.github.bmt4j.jmh.twin;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import org.openjdk.jmh.infra.Blackhole;

/**
 * Selects the first rows of {@link RowTable#POINTS}, with a statement that was prepared once, and
 * that is closed with its connection; the connection's settings say who prepares.
 */
public final class RangeSelect {
  private final PreparedStatement statement;

  /** All rows at once. */
  public RangeSelect(Connection connection) throws SQLException {
    statement =
        connection.prepareStatement(
            "SELECT "
                + Row.COLUMNS
                + " FROM "
                + RowTable.POINTS.name()
                + " WHERE id BETWEEN 1 AND ? ORDER BY id");
  }

  /**
   * Rows a few at a time, while they arrive.
   *
   * @param fetchSize fetch size as the driver understands it
   */
  public RangeSelect(Connection connection, int fetchSize) throws SQLException {
    this(connection);
    statement.setFetchSize(fetchSize);
  }

  /** So many rows, which the caller reads and closes. */
  public ResultSet open(int rows) throws SQLException {
    statement.setInt(1, rows);
    return statement.executeQuery();
  }

  /** Reads a number of rows, all columns of each. */
  public void read(int rows, Blackhole into) throws SQLException {
    try (ResultSet found = open(rows)) {
      while (found.next()) {
        into.consume(Row.read(found));
      }
    }
  }
}
