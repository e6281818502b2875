package io.github.bmt4j.failover.cluster;

import io.github.bmt4j.clock.Clock;
import io.github.bmt4j.clock.Rounds;
import io.github.bmt4j.failover.figures.NodeObservation;
import io.github.bmt4j.failover.figures.Operation;
import io.github.bmt4j.jdbc.StraightConnection;
import io.github.bmt4j.outcome.Failure;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Polls one node over a plain connection straight to it, from a thread of its own: does it answer,
 * does it report that it is read-only, and does it commit a write? Only the commit shows whether it
 * takes writes: a server that is not read-only may still stall every commit.
 *
 * <p>While a look has no answer, others with short timeouts follow over new connections: a packet
 * that was lost on the way does not show when the node is back.
 */
public final class NodeObserver implements AutoCloseable {
  /** A look that takes longer is followed by others, with at most this distance. */
  private static final Duration AGAIN = Duration.ofMillis(20);

  private static final Duration TURN = Duration.ofMillis(10);
  private static final int PATIENCE_MILLIS = 25;

  /** After this time the timeout grows: a node that stands still keeps every connection. */
  private static final long LONG_NANOS = 1_200_000_000;

  private static final int LONG_SHARE = 4;

  /** More looks than can follow one before it is given up. */
  private static final int LAST = 1_000;

  private final Site site;
  private final Clock clock;
  private final StraightConnection connection;
  private final StraightConnection again;
  private final List<NodeObservation> observations = new ArrayList<>();

  /**
   * Looks over new connections without an answer; they count if the look before them has none,
   * either.
   */
  private final List<NodeObservation> unanswered = new ArrayList<>();

  private final Rounds looks;
  private final Rounds looksAgain;
  private volatile boolean often;
  private volatile long lookingSinceNanos = Operation.NEVER;
  private volatile long answeredNanos;
  private volatile @Nullable Exception lastFailure;

  /**
   * Node that is observed, and the settings of its observation.
   *
   * @param node its name
   * @param opening opens a connection straight to it; it has a short timeout of its own
   * @param soon the same for one that must be open within some ms
   * @param identity SQL expression with which a server tells who it is
   * @param write statement that changes one of bmt's rows, and is refused where writes are refused;
   *     absent where bmt may not write, and a node that is not read-only counts as writable
   */
  public record Site(
      String node,
      StraightConnection.Opening opening,
      Soon soon,
      String identity,
      @Nullable String write) {}

  /** Opens a connection that must be open within some ms. */
  public interface Soon {
    Connection open(int millis) throws SQLException;
  }

  /**
   * Starts polling.
   *
   * @param period from the start of a look to the start of the next
   */
  public NodeObserver(Site site, Duration period, Clock clock) {
    this.site = site;
    this.clock = clock;
    this.answeredNanos = clock.nanoTime();
    this.connection = new StraightConnection(site.opening());
    this.again = new StraightConnection(() -> site.soon().open(patienceMillis()));
    String name = "bmt-observer-" + site.node();
    this.looks = new Rounds(name, this::observe, connection::drop, period, clock);
    this.looksAgain = new Rounds(name + "-again", this::observeAgain, again::drop, TURN, clock);
  }

  private int patienceMillis() {
    long since = clock.nanoTime() - answeredNanos;
    return since < LONG_NANOS ? PATIENCE_MILLIS : (int) (since / LONG_SHARE / 1_000_000);
  }

  public String node() {
    return site.node();
  }

  /**
   * Changes the period from the next look on.
   *
   * @param again true if a look without an answer is followed by others
   */
  public void every(Duration period, boolean again) {
    looks.every(period);
    often = again;
  }

  public List<NodeObservation> observations() {
    synchronized (observations) {
      return observations.stream()
          .sorted(Comparator.comparingLong(NodeObservation::startNanos))
          .toList();
    }
  }

  /** Forgets those that ended before a moment. */
  public void forget(long beforeNanos) {
    synchronized (observations) {
      observations.removeIf(seen -> seen.endNanos() < beforeNanos);
    }
  }

  public @Nullable NodeObservation latest() {
    synchronized (observations) {
      // A look that hung ends behind those that followed it.
      int size = observations.size();
      return observations.subList(Math.max(0, size - LAST), size).stream()
          .max(Comparator.comparingLong(NodeObservation::startNanos))
          .orElse(null);
    }
  }

  /** Reason why the last failed look failed, in one line; "" when none has failed. */
  public String lastFailure() {
    Exception failure = lastFailure;
    if (failure == null) {
      return "";
    }
    String message = failure.getMessage();
    return (message == null ? failure.toString() : message).strip().replaceAll("\\s+", " ");
  }

  private void observe() {
    lookingSinceNanos = clock.nanoTime();
    NodeObservation seen = look(connection);
    lookingSinceNanos = Operation.NEVER;
    synchronized (observations) {
      if (!seen.reachable()) {
        observations.addAll(unanswered);
      }
      unanswered.clear();
      observations.add(seen);
    }
  }

  private void observeAgain() {
    long since = lookingSinceNanos;
    if (!often || since == Operation.NEVER || clock.nanoTime() - since < AGAIN.toNanos()) {
      again.drop();
      return;
    }
    NodeObservation seen = look(again);
    synchronized (observations) {
      if (seen.reachable()) {
        observations.add(seen);
      } else {
        // The look was given up early, and so proves no more than its start.
        unanswered.add(
            new NodeObservation(
                seen.node(),
                seen.server(),
                seen.startNanos(),
                seen.startNanos(),
                false,
                false,
                false));
      }
    }
  }

  private NodeObservation look(StraightConnection over) {
    long start = clock.nanoTime();
    String server = "";
    boolean readOnly = false;
    try {
      try (Statement statement = over.get().createStatement()) {
        try (ResultSet row =
            statement.executeQuery(
                "SELECT " + site.identity() + ", @@global.read_only, @@innodb_read_only")) {
          row.next();
          server = String.valueOf(row.getString(1));
          readOnly = isOn(row.getString(2)) || isOn(row.getString(3));
        }
        String write = site.write();
        boolean writable = !readOnly && (write == null || statement.executeUpdate(write) == 1);
        return seen(server, start, true, writable, readOnly);
      }
    } catch (SQLException e) {
      lastFailure = e;
      boolean refused = Failure.saysReadOnly(e.getErrorCode());
      boolean answered = refused || (!server.isEmpty() && over.isUsable());
      if (!answered) {
        over.drop();
      }
      return seen(server, start, answered, false, readOnly || refused);
    } catch (RuntimeException e) {
      // The driver failed: the node's answer is unknown.
      lastFailure = e;
      over.drop();
      return seen("", start, false, false, false);
    }
  }

  private NodeObservation seen(
      String server, long start, boolean reachable, boolean writable, boolean readOnly) {
    answeredNanos = reachable ? clock.nanoTime() : answeredNanos;
    return new NodeObservation(
        site.node(), server, start, clock.nanoTime(), reachable, writable, readOnly);
  }

  /** Returns true if a variable is on; MariaDB has more words for read_only than ON. */
  public static boolean isOn(@Nullable String value) {
    return value != null
        && !value.isEmpty()
        && !value.equals("0")
        && !value.equalsIgnoreCase("OFF");
  }

  /** Ends polling; waits for the poll under way, but only for a limited time. */
  @Override
  public void close() {
    looks.close();
    looksAgain.close();
  }
}
