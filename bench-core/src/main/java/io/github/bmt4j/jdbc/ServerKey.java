package io.github.bmt4j.jdbc;

import java.sql.Connection;
import java.sql.SQLException;

/**
 * Server and user of a connection.
 *
 * @param server a value that differs between servers, whatever their addresses
 * @param login the server's account to which its limits apply
 */
public record ServerKey(String server, String login) {
  private static final String SERVER =
      """
      SHOW GLOBAL VARIABLES WHERE Variable_name IN (
        'datadir', 'hostname', 'port', 'server_id', 'server_uid', 'server_uuid')
      """;

  /** Asks the server. */
  public static ServerKey read(Connection connection) throws SQLException {
    return new ServerKey(
        Sql.pairs(connection, SERVER).toString(), Sql.text(connection, "SELECT CURRENT_USER()"));
  }
}
