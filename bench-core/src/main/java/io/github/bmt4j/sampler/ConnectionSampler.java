package io.github.bmt4j.sampler;

import io.github.bmt4j.measure.Clock;
import io.github.bmt4j.measure.ConnectionCount;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Asks one server again and again how many connections a user has there, over a plain connection
 * straight to it, from a thread of its own. While the server does not answer there is no sample.
 */
public final class ConnectionSampler implements AutoCloseable {
  private static final String COUNT =
      "SELECT COUNT(*) FROM information_schema.processlist WHERE user = ?";

  private static final int CLOSE_MILLIS = 3_000;

  private final String server;
  private final NodeObserver.Opening opening;
  private final String user;
  private final long periodNanos;
  private final Clock clock;
  private final List<ConnectionCount> counts = new ArrayList<>();
  private final Thread thread;
  private volatile boolean closed;
  private @Nullable Connection connection;

  /**
   * Begins to ask.
   *
   * @param server its identity
   * @param opening opens a connection straight to it, of somebody who sees all connections; it
   *     gives up soon by itself
   * @param user whose connections are counted
   * @param period from one sample to the next
   */
  public ConnectionSampler(
      String server, NodeObserver.Opening opening, String user, Duration period, Clock clock) {
    this.server = server;
    this.opening = opening;
    this.user = user;
    this.periodNanos = period.toNanos();
    this.clock = clock;
    this.thread = new Thread(this::sample, "bmt-connections-" + server);
    thread.setDaemon(true);
    thread.start();
  }

  /** Every sample so far. */
  public List<ConnectionCount> counts() {
    synchronized (counts) {
      return List.copyOf(counts);
    }
  }

  private void sample() {
    long next = clock.nanoTime();
    while (!closed) {
      try {
        int count = count();
        synchronized (counts) {
          counts.add(new ConnectionCount(server, clock.nanoTime(), count));
        }
      } catch (SQLException e) {
        disconnect();
      }
      next = Math.max(next + periodNanos, clock.nanoTime());
      clock.sleepUntil(next, () -> closed);
    }
    disconnect();
  }

  private int count() throws SQLException {
    Connection open = connection;
    if (open == null) {
      open = opening.open();
      connection = open;
    }
    try (PreparedStatement statement = open.prepareStatement(COUNT)) {
      statement.setString(1, user);
      try (ResultSet row = statement.executeQuery()) {
        row.next();
        return row.getInt(1);
      }
    }
  }

  private void disconnect() {
    Connection open = connection;
    connection = null;
    if (open != null) {
      try {
        open.close();
      } catch (SQLException e) {
        // It is gone already.
      }
    }
  }

  /** Ends asking; waits for the question that is under way, but not for ever. */
  @Override
  public void close() {
    closed = true;
    try {
      thread.join(CLOSE_MILLIS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
