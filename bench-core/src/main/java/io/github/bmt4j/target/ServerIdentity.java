package io.github.bmt4j.target;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.TreeMap;

/**
 * Which server a connection leads to, and as whom.
 *
 * @param server tells servers apart, whatever address they go by
 * @param login the account of the server's that its limits are for
 */
public record ServerIdentity(String server, String login) {
  private static final String SERVER =
      """
      SHOW GLOBAL VARIABLES WHERE Variable_name IN (
        'datadir', 'hostname', 'port', 'server_id', 'server_uid', 'server_uuid')
      """;

  /** Asks the server. */
  public static ServerIdentity read(Connection connection) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      String server = new TreeMap<>(ServerFacts.pairs(statement, SERVER)).toString();
      try (ResultSet row = statement.executeQuery("SELECT CURRENT_USER()")) {
        row.next();
        return new ServerIdentity(server, row.getString(1));
      }
    }
  }
}
