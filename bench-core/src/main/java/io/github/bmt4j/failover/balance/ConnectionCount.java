package io.github.bmt4j.failover.balance;

import io.github.bmt4j.clock.Clock;
import io.github.bmt4j.failover.figures.Operation;
import io.github.bmt4j.jdbc.Looks;
import io.github.bmt4j.jdbc.StraightConnection;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;

/**
 * Number of connections that the application had to a server at one moment, as the server reports
 * it. Moments at which the server did not answer have no count.
 *
 * @param server its identity, as in {@link Operation#server}
 * @param atNanos on the run's clock
 */
record ConnectionCount(String server, long atNanos, int connections) {
  /** Counts the application's connections. */
  interface Counting {
    /** Number of connections that the server lists. */
    long count(Connection straight) throws SQLException;
  }

  /**
   * Starts to count the connections to one server. While it does not answer, there are no counts.
   *
   * @param opening opens a connection straight to the server, with a login that sees all
   *     connections; it has a short timeout of its own
   * @param period from one count to the next
   */
  static Looks<ConnectionCount> sampler(
      String server,
      StraightConnection.Opening opening,
      Counting counting,
      Duration period,
      Clock clock) {
    return new Looks<>(
        "bmt-connections-" + server,
        opening,
        straight -> {
          int count = (int) counting.count(straight.get());
          return new ConnectionCount(server, clock.nanoTime(), count);
        },
        period,
        Integer.MAX_VALUE,
        clock);
  }
}
