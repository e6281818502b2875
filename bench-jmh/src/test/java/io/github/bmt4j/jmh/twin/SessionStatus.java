package io.github.bmt4j.jmh.twin;

import io.github.bmt4j.jdbc.Sql;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Map;

/** Counters of the server for one connection at a moment. */
public record SessionStatus(Map<String, String> values) {
  /** Asks the server; the question itself is no statement that is counted here. */
  public static SessionStatus of(Connection connection) throws SQLException {
    return new SessionStatus(Sql.pairs(connection, "SHOW SESSION STATUS"));
  }

  /** Database, modes and character set of a session, in a line. */
  public static String facts(Connection connection) throws SQLException {
    return Sql.text(
            connection,
            "SELECT CONCAT_WS('|', DATABASE(), @@autocommit, @@sql_mode, @@character_set_client,"
                + " @@character_set_results, @@collation_connection)")
        + "|"
        + connection.getTransactionIsolation()
        + "|"
        + connection.isReadOnly();
  }

  /** Growth of a counter since an earlier moment. */
  public long since(SessionStatus before, String name) {
    return count(name) - before.count(name);
  }

  /**
   * Demands a count since an earlier moment.
   *
   * @throws IllegalStateException when it is another one
   */
  public void expect(SessionStatus before, String name, long wanted) {
    long found = since(before, name);
    if (found != wanted) {
      throw new IllegalStateException(
          "is not what it is called: the server counts " + name + " " + found + ", not " + wanted);
    }
  }

  /**
   * Demands that the connection is encrypted, or not.
   *
   * @throws IllegalStateException when it is otherwise
   */
  public void expectEncrypted(boolean wanted) {
    if (text("Ssl_cipher").isEmpty() == wanted) {
      throw new IllegalStateException(
          "is not what it is called: the server says that the connection is "
              + (wanted ? "not encrypted" : "encrypted"));
    }
  }

  /** A count. */
  public long count(String name) {
    return Long.parseLong(text(name));
  }

  /** A value as text. */
  public String text(String name) {
    String value = values.get(name);
    if (value == null) {
      throw new IllegalStateException("the server does not count " + name);
    }
    return value;
  }
}
