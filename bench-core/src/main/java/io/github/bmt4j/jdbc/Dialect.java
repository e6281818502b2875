package io.github.bmt4j.jdbc;

import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.SQLException;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Kind of a server, by the URL of its driver: the differences that matter to the SQL of bmt and of
 * the user's files. Outside the MySQL family, only the user's own SQL runs: bmt asks such a server
 * only what JDBC defines, and classes its errors by SQLState.
 */
public enum Dialect {
  /** MySQL, MariaDB and servers that speak their protocol. */
  MYSQL(Trait.BACKTICKS),
  /** PostgreSQL and servers that its driver speaks to. */
  POSTGRESQL(Trait.NESTED_COMMENTS, Trait.DOLLAR_TEXTS, Trait.END_COMMITS, Trait.UNDOES_DDL),
  SQLITE(Trait.BACKTICKS, Trait.END_COMMITS, Trait.UNDOES_DDL, Trait.IN_CLIENT),
  DUCKDB(
      Trait.NESTED_COMMENTS,
      Trait.DOLLAR_TEXTS,
      Trait.END_COMMITS,
      Trait.UNDOES_DDL,
      Trait.IN_CLIENT),
  H2(Trait.BACKTICKS, Trait.NESTED_COMMENTS, Trait.DOLLAR_TEXTS),
  HSQLDB(Trait.JDBC_TRANSACTIONS),
  DERBY(Trait.NESTED_COMMENTS, Trait.UNDOES_DDL, Trait.JDBC_TRANSACTIONS),
  /** Any other server, read as standard SQL. */
  GENERIC;

  /** Difference between dialects. */
  public enum Trait {
    /** Identifiers in backticks. */
    BACKTICKS,
    /** Comments within comments. */
    NESTED_COMMENTS,
    /** Texts between {@code $$} or {@code $tag$}, and {@code E'…'} with backslashes. */
    DOLLAR_TEXTS,
    /** END is another word for COMMIT. */
    END_COMMITS,
    /** A ROLLBACK undoes all statements, including DDL, and only COMMIT commits. */
    UNDOES_DDL,
    /** No SQL begins or ends a transaction: JDBC does. */
    JDBC_TRANSACTIONS,
    /**
     * A library in the client, whose answers are never lost. Its errors have no SQLState, it
     * refuses ROLLBACK outside of a transaction, and its driver knows the number of rows only of
     * INSERT, UPDATE and DELETE.
     */
    IN_CLIENT
  }

  private static final String UNKNOWN = "unknown";

  /** The first known name among the subprotocols: wrappers come before it. */
  private static final Pattern NAMED =
      Pattern.compile(
          "(?i)jdbc:(?:[\\w-]+:)*?(mysql|mariadb|postgresql|sqlite|duckdb|h2|hsqldb|derby)\\b.*",
          Pattern.DOTALL);

  @SuppressWarnings("ImmutableEnumChecker") // A set that cannot be changed.
  private final Set<Trait> traits;

  Dialect(Trait... traits) {
    this.traits = Set.of(traits);
  }

  /** The dialect of the server behind a JDBC URL, by the URL's subprotocols. */
  public static Dialect of(String url) {
    Matcher named = NAMED.matcher(url);
    String name = named.matches() ? named.group(1).toUpperCase(Locale.ROOT) : "GENERIC";
    return name.equals("MARIADB") ? MYSQL : valueOf(name);
  }

  /**
   * True for a JDBC URL of a server outside the MySQL family.
   *
   * @param target a URL, or the name of a server that bmt starts
   */
  public static boolean isGeneric(String target) {
    return target.startsWith("jdbc:") && of(target) != MYSQL;
  }

  public boolean has(Trait trait) {
    return traits.contains(trait);
  }

  /**
   * Limits how long a connection waits for an answer, if its driver can: HSQLDB, DuckDB and Derby
   * cannot. A lost connection fails when it is used.
   */
  public static void limitAnswers(Connection connection, int millis) {
    try {
      connection.setNetworkTimeout(Runnable::run, millis);
    } catch (SQLException | AbstractMethodError e) {
      // It waits as long as it takes.
    }
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

  /** Server and user of the connection; the server by its address if no other name is known. */
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

  /** Sets the session's variables as bmt's transactions need them; returns those that differed. */
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

  /** "off", or protocol and cipher of the connection; otherwise "unknown". */
  String tls(Connection connection) throws SQLException {
    return this == MYSQL ? ServerFacts.tls(connection) : UNKNOWN;
  }

  /** Mode in which statements with parameters are sent: "server", "text" or "unknown". */
  String statements(Connection connection) throws SQLException {
    return this != MYSQL ? UNKNOWN : LoadClient.preparesOnServer(connection) ? "server" : "text";
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
