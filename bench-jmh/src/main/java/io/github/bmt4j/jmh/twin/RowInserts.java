package io.github.bmt4j.jmh.twin;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.Arrays;

/**
 * Inserts rows into a table of its own, with a statement that was prepared once. The values are
 * made before; the ids go up.
 */
public final class RowInserts implements AutoCloseable {
  /** Rows of a work. */
  public static final int ROWS = 100;

  private final Connection connection;
  private final RowTable table;
  private final PreparedStatement insert;
  private final Row[] rows = new Row[ROWS];
  private int lastId;

  /** Makes the table. */
  public RowInserts(Connection connection, RowTable table) throws SQLException {
    this.connection = connection;
    this.table = table;
    table.create(connection);
    insert = connection.prepareStatement(table.insert());
    Arrays.setAll(rows, i -> Row.of(i + 1));
  }

  /** Begins again with an empty table. */
  public void restart() throws SQLException {
    table.empty(connection);
    lastId = 0;
  }

  /** A statement a row; gives the number of rows that the server says it has inserted. */
  public int oneByOne() throws SQLException {
    int inserted = 0;
    for (Row row : rows) {
      row.bind(insert, ++lastId);
      inserted += insert.executeUpdate();
    }
    return inserted;
  }

  /** All rows as one batch; gives what the driver says of each. */
  public int[] batch() throws SQLException {
    for (Row row : rows) {
      row.bind(insert, ++lastId);
      insert.addBatch();
    }
    return insert.executeBatch();
  }

  /** Drops the table. */
  @Override
  public void close() throws SQLException {
    insert.close();
    table.drop(connection);
  }
}
