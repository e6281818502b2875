package io.github.bmt4j.ddl;

import io.github.bmt4j.clock.Clock;
import io.github.bmt4j.jdbc.Connector;
import io.github.bmt4j.jdbc.ServerKey;
import io.github.bmt4j.jdbc.ServerPulse;
import io.github.bmt4j.progress.StopSignal;
import io.github.bmt4j.sampling.SampledServer;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;

/**
 * Connections to a server that may hang: to open one never takes long, and once the user has ended
 * the run no answer is waited for long. All lead to one server: on another one, the same connection
 * id belongs to another session.
 */
final class AlterConnections {
  private static final int PATIENCE_MILLIS = 5_000;

  private final Connector connector;
  private final StopSignal stop;
  private final String server;

  /**
   * @param server key of the server, see {@link ServerKey}
   */
  AlterConnections(Connector connector, StopSignal stop, String server) {
    this.connector = connector;
    this.stop = stop;
    this.server = server;
  }

  /** Opens one whose answers may take as long as they like, unless the user has ended the run. */
  Connection open() throws SQLException {
    Connection connection = open(PATIENCE_MILLIS);
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

  /** The server, for its series. */
  List<SampledServer> sampled() {
    return List.of(SampledServer.of(connector));
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
    return checked(server, connector.connect(timeoutMillis));
  }

  /** A connection that leads to this server; closes one that leads to another, and refuses it. */
  static Connection checked(String server, Connection connection) throws SQLException {
    try {
      if (ServerKey.read(connection).server().equals(server)) {
        return connection;
      }
      throw new SQLException(
          "another server answers than at the start: the address leads to several servers, or it"
              + " failed over");
    } catch (SQLException e) {
      connection.close();
      throw e;
    }
  }
}
