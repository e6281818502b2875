package io.github.bmt4j.tables;

import io.github.bmt4j.failure.CloseOnFailure;
import io.github.bmt4j.failure.TargetException;
import io.github.bmt4j.jdbc.Connector;
import io.github.bmt4j.jdbc.Sql;
import io.github.bmt4j.progress.Progress;
import io.github.bmt4j.workload.Table;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;

/**
 * Locks on the server that keep two commands from loading the same table at once. They belong to a
 * connection, so that the server frees them when a command is killed.
 */
record LoadLocks(Connection connection) implements AutoCloseable {
  /** Names of locks have 64 characters at most; MySQL has no MD5() from 9.6 on. */
  private static final String NAME =
      "CONCAT('bmt4j.', LEFT(SHA2(CONCAT(DATABASE(), '.', LOWER(?)), 256), 40))";

  private static final String LOCK = "SELECT GET_LOCK(" + NAME + ", 1)";
  private static final String OWNER = "SELECT IS_USED_LOCK(" + NAME + ")";

  /** A connection that is idle for longer is closed by the server, and its locks are gone. */
  private static final long LONGEST_LOAD_SECONDS = 7L * 24 * 60 * 60;

  /**
   * Takes the locks of some tables. If a server refuses such locks (as Percona XtraDB Cluster in
   * its strict mode), loads without them, with a message.
   */
  static LoadLocks take(Connector connector, List<Table> tables, Progress progress)
      throws SQLException, TargetException {
    return take(connector.connect(), tables, progress);
  }

  static LoadLocks take(Connection connection, List<Table> tables, Progress progress)
      throws SQLException, TargetException {
    try (CloseOnFailure opened = new CloseOnFailure(() -> Connector.closeQuietly(connection))) {
      Sql.execute(connection, "SET SESSION wait_timeout = " + LONGEST_LOAD_SECONDS);
      for (Table table : tables) {
        if (!take(connection, table, progress)) {
          break;
        }
      }
      opened.succeeded();
      return new LoadLocks(connection);
    }
  }

  /** Takes the lock of a table, or reports that the server gives none. */
  private static boolean take(Connection connection, Table table, Progress progress)
      throws SQLException, TargetException {
    try {
      Long taken = Sql.numberOrNull(connection, LOCK, table.name());
      if (taken == null) {
        throw new TargetException(
            table.name()
                + " could not be locked: the server answered GET_LOCK with NULL, as when it is out"
                + " of memory or ends the connection; look at its log and try again");
      }
      if (taken == 1) {
        return true;
      }
    } catch (SQLException e) {
      if (!connection.isValid(10)) {
        throw e;
      }
      progress.say(
          "The server gives no lock ("
              + e.getMessage()
              + "): let no other command load the same tables meanwhile.");
      return false;
    }
    Long owner = Sql.numberOrNull(connection, OWNER, table.name());
    throw new TargetException(
        table.name()
            + " is being loaded by another command: "
            + (owner == null
                ? "it has just let go of it, so try again"
                : "wait for it (the server's connection "
                    + owner
                    + " has the lock; KILL "
                    + owner
                    + " if the command's machine is gone)"));
  }

  @Override
  public void close() throws SQLException {
    connection.close();
  }
}
