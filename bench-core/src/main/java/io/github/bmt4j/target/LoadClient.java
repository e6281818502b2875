package io.github.bmt4j.target;

import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/**
 * What the connections of a load are, as one of them showed.
 *
 * @param connector opens them
 * @param name of the driver, in its own words
 * @param version of the driver, in its own words
 * @param tls "off", or protocol and cipher
 * @param statements how statements with parameters go, as the server saw one: "server" when it was
 *     prepared there, otherwise "text"
 */
public record LoadClient(
    Connector connector, String name, String version, String tls, String statements) {
  /** Opens a connection, looks, and closes it. */
  public static LoadClient tried(Connector connector) throws SQLException {
    try (Connection connection = connector.connect();
        Statement statement = connection.createStatement()) {
      DatabaseMetaData driver = connection.getMetaData();
      return new LoadClient(
          connector,
          driver.getDriverName(),
          driver.getDriverVersion(),
          ServerFacts.tls(statement),
          preparesOnServer(connection, statement) ? "server" : "text");
    }
  }

  private static boolean preparesOnServer(Connection connection, Statement statement)
      throws SQLException {
    String before = executed(statement);
    try (PreparedStatement prepared = connection.prepareStatement("SELECT ?")) {
      prepared.setInt(1, 1);
      try (ResultSet row = prepared.executeQuery()) {
        row.next();
      }
    }
    return !executed(statement).equals(before);
  }

  /** How many prepared statements the connection has executed, as the server counts them. */
  private static String executed(Statement statement) throws SQLException {
    return ServerFacts.pairs(statement, "SHOW SESSION STATUS LIKE 'Com_stmt_execute'")
        .getOrDefault("Com_stmt_execute", "");
  }
}
