package io.github.bmt4j.ddl;

import io.github.bmt4j.clock.Clock;
import io.github.bmt4j.jdbc.Connector;
import io.github.bmt4j.jdbc.ServerPulse;
import io.github.bmt4j.progress.StopSignal;
import java.sql.Connection;
import java.sql.SQLException;

/**
 * Connections to a server that may hang: to open one never takes long, and once the user has ended
 * the run no answer is waited for long.
 */
final class AlterConnections {
  private static final int PATIENCE_MILLIS = 5_000;

  private final Connector connector;
  private final StopSignal stop;

  AlterConnections(Connector connector, StopSignal stop) {
    this.connector = connector;
    this.stop = stop;
  }

  /** Opens one whose answers may take as long as they like, unless the user has ended the run. */
  Connection open() throws SQLException {
    Connection connection = connector.connect(PATIENCE_MILLIS);
    try {
      // A timeout that the user's URL sets is left as it is.
      if (!stop.given() && connection.getNetworkTimeout() == PATIENCE_MILLIS) {
        connection.setNetworkTimeout(Runnable::run, 0);
      }
      return connection;
    } catch (SQLException e) {
      connection.close();
      throw e;
    }
  }

  /** Whether the server still answers, from now on. */
  ServerPulse pulse(Clock clock) {
    return new ServerPulse(connector, clock);
  }

  /**
   * Opens one whose answers have to come soon.
   *
   * @param timeoutMillis how long to wait for it, and for each answer
   */
  Connection open(int timeoutMillis) throws SQLException {
    return connector.connect(timeoutMillis);
  }
}
