package io.github.bmt4j.engine;

import io.github.bmt4j.target.Connector;
import io.github.bmt4j.target.ServerFacts;
import io.github.bmt4j.target.Target;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Map;
import java.util.TreeMap;

/**
 * The server behind an endpoint of a run, which has answered.
 *
 * @param connector of connections that are not part of the load
 * @param identity tells servers apart, whatever address they go by
 */
record RunServer(Target target, Connector connector, ServerFacts facts, String identity) {
  private static final String IDENTITY =
      """
      SHOW GLOBAL VARIABLES WHERE Variable_name IN (
        'datadir', 'hostname', 'port', 'server_id', 'server_uid', 'server_uuid')
      """;

  /** Asks the server who it is. */
  static RunServer read(Target target, Connector connector, Connection connection)
      throws SQLException {
    Map<String, String> identity = new TreeMap<>();
    try (Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(IDENTITY)) {
      while (rows.next()) {
        identity.put(rows.getString(1), String.valueOf(rows.getString(2)));
      }
    }
    return new RunServer(target, connector, ServerFacts.read(connection), identity.toString());
  }

  /** Opens a connection and closes it: a server that takes a login is there. */
  static boolean loggedIn(Connector connector) throws SQLException {
    try (Connection connection = connector.connect()) {
      return !connection.isClosed();
    }
  }

  /** The same, reached in another way. */
  RunServer over(Connector other) {
    return new RunServer(target, other, facts, identity);
  }

  /** What answers there, for people. */
  String description() {
    return facts.product() + " " + facts.version();
  }
}
