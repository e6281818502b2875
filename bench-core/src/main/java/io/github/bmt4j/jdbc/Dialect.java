package io.github.bmt4j.jdbc;

import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.SQLException;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * The SQL that bmt itself sends to a server, by the kind of the server. Over any other than the
 * MySQL family, only the user's own SQL runs: bmt asks such a server nothing that JDBC does not
 * define, and classes its errors by SQLState.
 */
public enum Dialect {
  /** MySQL, MariaDB and servers that speak their protocol. */
  MYSQL {
    @Override
    public ServerFacts facts(Connection connection) throws SQLException {
      return ServerFacts.read(connection);
    }

    @Override
    public ServerKey key(Connection connection) throws SQLException {
      return ServerKey.read(connection);
    }

    @Override
    public SessionSettings session(Connection connection) throws SQLException {
      return SessionSettings.read(connection);
    }

    @Override
    Set<String> settle(Connection connection) throws SQLException {
      return SessionSettings.settle(connection);
    }

    @Override
    String tls(Connection connection) throws SQLException {
      return ServerFacts.tls(connection);
    }

    @Override
    String statements(Connection connection) throws SQLException {
      return LoadClient.preparesOnServer(connection) ? "server" : "text";
    }

    @Override
    public boolean escapesByBackslash(Connection connection) throws SQLException {
      return !Sql.text(connection, "SELECT @@SESSION.sql_mode").contains("NO_BACKSLASH_ESCAPES");
    }
  },

  /** Any other server. */
  GENERIC {
    @Override
    public ServerFacts facts(Connection connection) throws SQLException {
      DatabaseMetaData server = connection.getMetaData();
      String version = server.getDatabaseProductVersion();
      return new ServerFacts(
          server.getDatabaseProductName(),
          ServerProduct.parse(version, ""),
          version,
          UNKNOWN,
          Map.of());
    }

    /** By the address, as no other name is known of it. */
    @Override
    public ServerKey key(Connection connection) throws SQLException {
      DatabaseMetaData server = connection.getMetaData();
      return new ServerKey(
          JdbcUrl.redacted(String.valueOf(server.getURL())), String.valueOf(server.getUserName()));
    }

    @Override
    public SessionSettings session(Connection connection) throws SQLException {
      Map<String, String> values = new TreeMap<>();
      values.put("autocommit", connection.getAutoCommit() ? "ON" : "OFF");
      values.put("transaction_isolation", isolation(connection.getTransactionIsolation()));
      return new SessionSettings(values);
    }

    @Override
    Set<String> settle(Connection connection) throws SQLException {
      if (connection.getAutoCommit()) {
        return Set.of();
      }
      connection.setAutoCommit(true);
      return Set.of("autocommit=OFF");
    }

    @Override
    String tls(Connection connection) {
      return UNKNOWN;
    }

    @Override
    String statements(Connection connection) {
      return UNKNOWN;
    }

    /** Standard SQL has no escapes in texts. */
    @Override
    public boolean escapesByBackslash(Connection connection) {
      return false;
    }
  };

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
  public abstract ServerFacts facts(Connection connection) throws SQLException;

  /** Which server the connection leads to, and as whom. */
  public abstract ServerKey key(Connection connection) throws SQLException;

  /** Settings of the connection's session. */
  public abstract SessionSettings session(Connection connection) throws SQLException;

  /** Sets what bmt's transactions need of a session; returns what was otherwise. */
  abstract Set<String> settle(Connection connection) throws SQLException;

  /** "off", or protocol and cipher of the connection; "unknown" where that is not known. */
  abstract String tls(Connection connection) throws SQLException;

  /** Way in which statements with parameters go: "server", "text" or "unknown". */
  abstract String statements(Connection connection) throws SQLException;

  /** True if the server reads a backslash in a text as the start of an escape. */
  public abstract boolean escapesByBackslash(Connection connection) throws SQLException;

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
