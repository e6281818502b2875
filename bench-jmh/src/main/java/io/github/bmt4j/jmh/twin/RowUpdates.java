package io.github.bmt4j.jmh.twin;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;

/** Updates all rows of a table of its own, each by its primary key, as a batch. */
public final class RowUpdates implements AutoCloseable {
  /** Rows of the table. */
  public static final int ROWS = 100;

  private final Connection connection;
  private final RowTable table;
  private final PreparedStatement update;

  /** Makes the table and fills it. */
  public RowUpdates(Connection connection, RowTable table) throws SQLException {
    this.connection = connection;
    this.table = table;
    table.create(connection);
    table.fill(connection, ROWS);
    update = connection.prepareStatement("UPDATE " + table.name() + " SET k = k + ? WHERE id = ?");
  }

  /** Changes every row; gives what the driver says of each. */
  public int[] batch() throws SQLException {
    for (int id = 1; id <= ROWS; id++) {
      update.setInt(1, 1);
      update.setInt(2, id);
      update.addBatch();
    }
    return update.executeBatch();
  }

  /** Number of rows in the table, and a sum over all columns. */
  public String contents() throws SQLException {
    return table.contents(connection);
  }

  /** Drops the table. */
  @Override
  public void close() throws SQLException {
    update.close();
    table.drop(connection);
  }
}
