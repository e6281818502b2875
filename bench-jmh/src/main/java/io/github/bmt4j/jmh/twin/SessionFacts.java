package io.github.bmt4j.jmh.twin;

import io.github.bmt4j.jdbc.ProcessList;
import io.github.bmt4j.jdbc.Sql;
import java.sql.Connection;
import java.sql.SQLException;

/** What a session is like: that of a borrowed connection is the same as that of an opened one. */
public final class SessionFacts {
  private SessionFacts() {}

  /** Database, modes and character set, in a line. */
  public static String of(Connection connection) throws SQLException {
    return Sql.text(
            connection,
            "SELECT CONCAT_WS('|', DATABASE(), @@autocommit, @@sql_mode, @@character_set_client,"
                + " @@character_set_results, @@collation_connection)")
        + "|"
        + connection.getTransactionIsolation()
        + "|"
        + connection.isReadOnly();
  }

  /** Whether the server commits after every statement. */
  public static boolean isAutoCommit(Connection connection) throws SQLException {
    return Sql.text(connection, "SELECT @@autocommit").equals("1");
  }

  /** The server's number of the connection. */
  public static long id(Connection connection) throws SQLException {
    return ProcessList.session(connection);
  }
}
