package io.github.bmt4j.heavy;

import io.github.bmt4j.jdbc.Connector;
import java.sql.Connection;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/**
 * A connection to look at the server from, while others work on it; none where it cannot be had.
 */
final class ControlConnection implements AutoCloseable {
  /** A server that hangs must not keep us. */
  private static final int PATIENCE_MILLIS = 5_000;

  private final @Nullable Connection connection;

  ControlConnection(Connector connector) {
    this.connection = open(connector);
  }

  @Nullable Connection connection() {
    return connection;
  }

  @Override
  public void close() {
    if (connection != null) {
      try {
        connection.close();
      } catch (SQLException e) {
        // It was lost already.
      }
    }
  }

  private static @Nullable Connection open(Connector connector) {
    try {
      return connector.connect(PATIENCE_MILLIS);
    } catch (SQLException e) {
      return null;
    }
  }
}
