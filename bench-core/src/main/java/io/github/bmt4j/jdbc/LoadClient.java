package io.github.bmt4j.jdbc;

import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;

/**
 * Properties of a load's connections, as read from one of them.
 *
 * @param name of the driver, in its own words
 * @param version of the driver, in its own words
 * @param tls "off", or protocol and cipher; "unknown" for a server outside the MySQL family
 * @param statements mode of statements with parameters, as the server saw one: "server" when it was
 *     prepared there, otherwise "text"; "unknown" for a server outside the MySQL family
 */
public record LoadClient(
    Connector connector,
    String name,
    String version,
    String tls,
    String statements,
    SessionSettings session) {
  /** Opens a connection, reads its properties, and closes it. */
  public static LoadClient tried(Connector connector) throws SQLException {
    try (Connection connection = connector.connect()) {
      DatabaseMetaData driver = connection.getMetaData();
      Dialect dialect = connector.target().dialect();
      return new LoadClient(
          connector,
          driver.getDriverName(),
          version(driver),
          dialect.tls(connection),
          dialect.statements(connection),
          dialect.session(connection));
    }
  }

  /**
   * The driver's version, without its name, with which the AWS wrapper's begins.
   *
   * @throws SQLException if the driver does not name it
   */
  public static String version(DatabaseMetaData driver) throws SQLException {
    return driver.getDriverVersion().replace(driver.getDriverName(), "").strip();
  }

  /** True if the server, of the MySQL family, prepares a statement with parameters. */
  static boolean preparesOnServer(Connection connection) throws SQLException {
    String before = executed(connection);
    try (PreparedStatement prepared = connection.prepareStatement("SELECT ?")) {
      prepared.setInt(1, 1);
      try (ResultSet row = prepared.executeQuery()) {
        row.next();
      }
    }
    return !executed(connection).equals(before);
  }

  private static String executed(Connection connection) throws SQLException {
    return Sql.pairs(connection, "SHOW SESSION STATUS LIKE 'Com_stmt_execute'")
        .getOrDefault("Com_stmt_execute", "");
  }
}
