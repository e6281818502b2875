package io.github.bmt4j.failover.balance;

import io.github.bmt4j.clock.Clock;
import io.github.bmt4j.clock.Rounds;
import io.github.bmt4j.jdbc.StraightConnection;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * Polls the number of the application's connections to one server, over a plain connection straight
 * to it, from a thread of its own. While the server does not answer, there are no samples.
 */
final class ConnectionSampler implements AutoCloseable {
  private final String server;
  private final Counting counting;
  private final Clock clock;
  private final StraightConnection connection;
  private final List<ConnectionCount> counts = new ArrayList<>();
  private final Rounds questions;

  /** Counts the application's connections. */
  interface Counting {
    /** Number of connections that the server lists. */
    long count(Connection straight) throws SQLException;
  }

  /**
   * Starts polling.
   *
   * @param server its identity
   * @param opening opens a connection straight to it, with a login that sees all connections; it
   *     has a short timeout of its own
   * @param period from one sample to the next
   */
  ConnectionSampler(
      String server,
      StraightConnection.Opening opening,
      Counting counting,
      Duration period,
      Clock clock) {
    this.server = server;
    this.counting = counting;
    this.clock = clock;
    this.connection = new StraightConnection(opening);
    this.questions =
        new Rounds("bmt-connections-" + server, this::sample, connection::drop, period, clock);
  }

  List<ConnectionCount> counts() {
    synchronized (counts) {
      return List.copyOf(counts);
    }
  }

  private void sample() {
    try {
      int count = (int) counting.count(connection.get());
      synchronized (counts) {
        counts.add(new ConnectionCount(server, clock.nanoTime(), count));
      }
    } catch (SQLException | RuntimeException e) {
      connection.drop();
    }
  }

  /** Ends polling; waits for the query under way, but only for a limited time. */
  @Override
  public void close() {
    questions.close();
  }
}
