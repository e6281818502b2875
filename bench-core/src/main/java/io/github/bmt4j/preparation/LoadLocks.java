package io.github.bmt4j.preparation;

import io.github.bmt4j.failure.TargetException;
import io.github.bmt4j.target.Connector;
import io.github.bmt4j.workload.Table;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;

/**
 * Locks of the server by which two commands do not load the same table at once. They belong to a
 * connection, so that the server lets them go when a command is killed.
 */
final class LoadLocks implements AutoCloseable {
  private static final String LOCK =
      "SELECT GET_LOCK(CONCAT('bmt4j.', MD5(CONCAT(DATABASE(), '.', LOWER(?)))), 0)";

  private final Connection connection;

  private LoadLocks(Connection connection) {
    this.connection = connection;
  }

  /**
   * Takes those of some tables.
   *
   * @throws TargetException when another command has one
   */
  static LoadLocks take(Connector connector, List<Table> tables)
      throws SQLException, TargetException {
    Connection connection = connector.connect();
    try (PreparedStatement statement = connection.prepareStatement(LOCK)) {
      for (Table table : tables) {
        statement.setString(1, table.name());
        try (ResultSet row = statement.executeQuery()) {
          if (!row.next() || row.getInt(1) != 1) {
            throw new TargetException(
                table.name() + " is being loaded by another command: wait for it");
          }
        }
      }
      return new LoadLocks(connection);
    } catch (SQLException | TargetException e) {
      connection.close();
      throw e;
    }
  }

  @Override
  public void close() throws SQLException {
    connection.close();
  }
}
