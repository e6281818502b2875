package io.github.bmt4j.failover;

import io.github.bmt4j.clock.Clock;
import io.github.bmt4j.clock.Failure;
import io.github.bmt4j.clock.Rounds;
import io.github.bmt4j.failover.figures.NodeObservation;
import io.github.bmt4j.jdbc.StraightConnection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Looks at one node again and again, over a plain connection straight to it, from a thread of its
 * own: does it answer, does it say that it is read-only, and does it commit a write? Only the last
 * tells whether it takes writes: a server that says so may still stall every commit.
 */
final class NodeObserver implements AutoCloseable {
  private final Site site;
  private final Clock clock;
  private final StraightConnection connection;
  private final List<NodeObservation> observations = new ArrayList<>();
  private final Rounds looks;
  private volatile @Nullable Exception lastFailure;

  /**
   * What is looked at, and how.
   *
   * @param node its name
   * @param opening opens a connection straight to it; it has a short timeout of its own
   * @param identity SQL expression with which a server tells who it is
   * @param write statement that changes one row of ours, and is refused where writes are refused
   */
  record Site(String node, StraightConnection.Opening opening, String identity, String write) {}

  /**
   * Begins to look.
   *
   * @param period from the start of a look to the start of the next
   */
  NodeObserver(Site site, Duration period, Clock clock) {
    this.site = site;
    this.clock = clock;
    this.connection = new StraightConnection(site.opening());
    this.looks =
        new Rounds("bmt-observer-" + site.node(), this::observe, connection::drop, period, clock);
  }

  /** The node's name. */
  String node() {
    return site.node();
  }

  /** Looks as often from the next look on. */
  void every(Duration period) {
    looks.every(period);
  }

  /** Everything it has seen so far. */
  List<NodeObservation> observations() {
    synchronized (observations) {
      return List.copyOf(observations);
    }
  }

  /** What it saw last; absent when it has not looked yet. */
  @Nullable NodeObservation latest() {
    synchronized (observations) {
      return observations.isEmpty() ? null : observations.get(observations.size() - 1);
    }
  }

  /** Why a look failed last, in one line; "" when none has. */
  String lastFailure() {
    Exception failure = lastFailure;
    if (failure == null) {
      return "";
    }
    String message = failure.getMessage();
    return (message == null ? failure.toString() : message).strip().replaceAll("\\s+", " ");
  }

  private void observe() {
    NodeObservation seen = look();
    synchronized (observations) {
      observations.add(seen);
    }
  }

  private NodeObservation look() {
    long start = clock.nanoTime();
    String server = "";
    boolean readOnly = false;
    try {
      try (Statement statement = connection.get().createStatement()) {
        try (ResultSet row =
            statement.executeQuery(
                "SELECT " + site.identity() + ", @@global.read_only, @@innodb_read_only")) {
          row.next();
          server = String.valueOf(row.getString(1));
          readOnly = isOn(row.getString(2)) || isOn(row.getString(3));
        }
        boolean writable = !readOnly && statement.executeUpdate(site.write()) == 1;
        return seen(server, start, true, writable, readOnly);
      }
    } catch (SQLException e) {
      lastFailure = e;
      boolean refused = Failure.saysReadOnly(e.getErrorCode());
      boolean answered = refused || (!server.isEmpty() && connection.isUsable());
      if (!answered) {
        connection.drop();
      }
      return seen(server, start, answered, false, readOnly || refused);
    } catch (RuntimeException e) {
      // The driver failed: what the node would have answered is unknown.
      lastFailure = e;
      connection.drop();
      return seen("", start, false, false, false);
    }
  }

  private NodeObservation seen(
      String server, long start, boolean reachable, boolean writable, boolean readOnly) {
    return new NodeObservation(
        site.node(), server, start, clock.nanoTime(), reachable, writable, readOnly);
  }

  /** Whether a variable is on; MariaDB has more words for read_only than ON. */
  static boolean isOn(@Nullable String value) {
    return value != null && !value.equals("0") && !value.equalsIgnoreCase("OFF");
  }

  /** Ends looking; waits for the look that is under way, but not for ever. */
  @Override
  public void close() {
    looks.close();
  }
}
