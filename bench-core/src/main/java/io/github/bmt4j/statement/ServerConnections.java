package io.github.bmt4j.statement;

import io.github.bmt4j.failure.CloseOnFailure;
import io.github.bmt4j.jdbc.Connector;
import io.github.bmt4j.jdbc.ServerKey;
import io.github.bmt4j.progress.StopSignal;
import java.sql.Connection;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/**
 * Connections to a server that may hang: opening one has a limit, and so has every answer after the
 * user has ended the run. If the server's key is given, all lead to that server: on another server,
 * the same connection id belongs to another session.
 *
 * @param server see {@link ServerKey}; absent if any server behind the address will do
 */
public record ServerConnections(Connector connector, StopSignal stop, @Nullable String server) {
  private static final int PATIENCE_MILLIS = 5_000;

  /** Opens a connection whose answers have no limit, unless the user has ended the run. */
  public Connection open() throws SQLException {
    Connection connection = open(PATIENCE_MILLIS);
    try (CloseOnFailure opened = closing(connection)) {
      // A timeout that the user's URL sets is left as it is.
      if (!stop.given() && connection.getNetworkTimeout() == PATIENCE_MILLIS) {
        connection.setNetworkTimeout(Runnable::run, 0);
      }
      opened.succeeded();
      return connection;
    }
  }

  private static CloseOnFailure closing(Connection connection) {
    return new CloseOnFailure(() -> Connector.closeQuietly(connection));
  }

  /**
   * Opens a connection with a limit.
   *
   * @param timeoutMillis of opening it, and of each answer
   */
  public Connection open(int timeoutMillis) throws SQLException {
    Connection connection = connector.connect(timeoutMillis);
    return server == null ? connection : checked(server, connection);
  }

  /** Opens a connection with a limit of 5 s; absent if that fails. */
  public @Nullable Connection tryOpen() {
    try {
      return open(PATIENCE_MILLIS);
    } catch (SQLException e) {
      return null;
    }
  }

  /** Connections to one server only. */
  ServerConnections to(Connection connection) throws SQLException {
    return server != null
        ? this
        : new ServerConnections(connector, stop, ServerKey.read(connection).server());
  }

  /** A connection, if it leads to a server; otherwise closes it and fails. */
  static Connection checked(String server, Connection connection) throws SQLException {
    try (CloseOnFailure opened = closing(connection)) {
      if (!ServerKey.read(connection).server().equals(server)) {
        throw new SQLException(
            "another server answers than at the start: the address leads to several servers, or it"
                + " failed over");
      }
      opened.succeeded();
      return connection;
    }
  }
}
