package io.github.bmt4j.server.process;

import io.github.bmt4j.failure.TargetException;
import io.github.bmt4j.jdbc.Sql;
import io.github.bmt4j.server.Login;
import io.github.bmt4j.server.Readiness;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The cluster's own connection to a node: opened at the first use, kept for speed, and reopened
 * after a failure. Each answer has a time limit. Thread-safe, one statement at a time.
 */
final class NodeConnection implements AutoCloseable {
  private static final int MOST_CONNECT_MILLIS = 2_000;

  private final String name;
  private final String url;
  private final Login login;
  private final int patienceMillis;
  private @Nullable Connection open;

  /**
   * @param name of the node, for messages
   * @param patience for each answer
   */
  NodeConnection(String name, String url, Login login, Duration patience) {
    this.name = name;
    this.url = url;
    this.login = login;
    this.patienceMillis = (int) patience.toMillis();
  }

  interface Use<T> {
    T of(Connection connection) throws SQLException;
  }

  <T> T use(Use<T> use) throws TargetException {
    return use(patienceMillis, use);
  }

  /** Executes statements that return no rows. */
  void execute(String... sql) throws TargetException {
    execute(Duration.ZERO, sql);
  }

  void execute(Duration serverTakes, String... sql) throws TargetException {
    use(
        patienceMillis + (int) serverTakes.toMillis(),
        connection -> {
          Sql.execute(connection, sql);
          return true;
        });
  }

  /** The first value of the first row. */
  String one(String query) throws TargetException {
    return one(query, Duration.ZERO);
  }

  String one(String query, Duration serverTakes) throws TargetException {
    return use(
        patienceMillis + (int) serverTakes.toMillis(), connection -> Sql.text(connection, query));
  }

  /** Names, in lower case, and values of the first row; empty if there is none. */
  Map<String, String> row(String query) throws TargetException {
    return use(connection -> Sql.rows(connection, query).stream().findFirst().orElseGet(Map::of));
  }

  Map<String, String> pairs(String query) throws TargetException {
    return use(connection -> Sql.pairs(connection, query));
  }

  private synchronized <T> T use(int millis, Use<T> use) throws TargetException {
    try {
      Connection connection =
          open == null
              ? Readiness.connect(url, login, Math.min(patienceMillis, MOST_CONNECT_MILLIS), millis)
              : open;
      open = connection;
      connection.setNetworkTimeout(Runnable::run, millis);
      return use.of(connection);
    } catch (SQLException e) {
      close();
      throw new TargetException(name + ": " + e.getMessage(), e);
    }
  }

  /** Forgets the connection; the next statement opens another one. */
  @Override
  public synchronized void close() {
    if (open != null) {
      try {
        open.close();
      } catch (SQLException e) {
        // The server has gone, and the connection with it.
      }
      open = null;
    }
  }
}
