package io.github.bmt4j.jdbc;

import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.SQLException;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/**
 * The SQL that bmt itself sends to a server, by the kind of the server. Over any other than the
 * MySQL family, only the user's own SQL runs: bmt asks such a server nothing that JDBC does not
 * define, and classes its errors by SQLState.
 */
public enum Dialect {
  /** MySQL, MariaDB and servers that speak their protocol. */
  MYSQL,
  /** Any other server. */
  GENERIC;

  private static final String UNKNOWN = "unknown";

  /** The dialect of the server behind a JDBC URL, by the URL's subprotocols. */
  public static Dialect of(String url) {
    String scheme = url.replaceFirst("//.*", "").toLowerCase(Locale.ROOT);
    return scheme.contains("mysql") || scheme.contains("mariadb") ? MYSQL : GENERIC;
  }

  /**
   * True for a JDBC URL of a server outside the MySQL family.
   *
   * @param target a URL, or the name of a server that bmt starts
   */
  public static boolean isGeneric(String target) {
    return target.startsWith("jdbc:") && of(target) == GENERIC;
  }

  /** Facts that the server reports. */
  public ServerFacts facts(Connection connection) throws SQLException {
    if (this == MYSQL) {
      return ServerFacts.read(connection);
    }
    DatabaseMetaData server = connection.getMetaData();
    String version = server.getDatabaseProductVersion();
    ServerProduct product = ServerProduct.parse(version, "");
    return new ServerFacts(server.getDatabaseProductName(), product, version, UNKNOWN, Map.of());
  }

  /** Server and user of the connection; the server by its address where no other name is known. */
  public ServerKey key(Connection connection) throws SQLException {
    if (this == MYSQL) {
      return ServerKey.read(connection);
    }
    DatabaseMetaData server = connection.getMetaData();
    return new ServerKey(
        JdbcUrl.redacted(String.valueOf(server.getURL())), String.valueOf(server.getUserName()));
  }

  /** Settings of the connection's session. */
  public SessionSettings session(Connection connection) throws SQLException {
    return this == MYSQL
        ? SessionSettings.read(connection)
        : new SessionSettings(
            Map.of(
                "autocommit",
                connection.getAutoCommit() ? "ON" : "OFF",
                "transaction_isolation",
                isolation(connection.getTransactionIsolation())));
  }

  /** Sets what bmt's transactions need of a session; returns what was otherwise. */
  Set<String> settle(Connection connection) throws SQLException {
    if (this == MYSQL) {
      return SessionSettings.settle(connection);
    }
    if (connection.getAutoCommit()) {
      return Set.of();
    }
    connection.setAutoCommit(true);
    return Set.of("autocommit=OFF");
  }

  /** "off", or protocol and cipher of the connection; "unknown" where that is not known. */
  String tls(Connection connection) throws SQLException {
    return this == MYSQL ? ServerFacts.tls(connection) : UNKNOWN;
  }

  /** Way in which statements with parameters go: "server", "text" or "unknown". */
  String statements(Connection connection) throws SQLException {
    return this == GENERIC ? UNKNOWN : LoadClient.preparesOnServer(connection) ? "server" : "text";
  }

  /** True if the server reads a backslash in a text as an escape, which standard SQL has not. */
  public boolean escapesByBackslash(Connection connection) throws SQLException {
    return this == MYSQL
        && !Sql.text(connection, "SELECT @@SESSION.sql_mode").contains("NO_BACKSLASH_ESCAPES");
  }

  private static String isolation(int level) {
    return switch (level) {
      case Connection.TRANSACTION_READ_UNCOMMITTED -> "READ-UNCOMMITTED";
      case Connection.TRANSACTION_READ_COMMITTED -> "READ-COMMITTED";
      case Connection.TRANSACTION_REPEATABLE_READ -> "REPEATABLE-READ";
      case Connection.TRANSACTION_SERIALIZABLE -> "SERIALIZABLE";
      default -> Integer.toString(level);
    };
  }
}
