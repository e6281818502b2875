package io.github.bmt4j.statement;

import io.github.bmt4j.clock.Clock;
import io.github.bmt4j.clock.Daemon;
import io.github.bmt4j.failure.CloseOnFailure;
import io.github.bmt4j.jdbc.Connector;
import io.github.bmt4j.jdbc.ProcessList;
import io.github.bmt4j.jdbc.ServerProduct;
import io.github.bmt4j.jdbc.Sql;
import io.github.bmt4j.outcome.ErrorPhase;
import io.github.bmt4j.outcome.Failure;
import io.github.bmt4j.outcome.OutcomeKind;
import io.github.bmt4j.outcome.StatementOutcome;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * A connection whose statement is ended from outside, by KILL over other connections to the same
 * server: a driver's own cancel sends KILL to whichever server its address leads to. One thread
 * runs statements, any thread kills.
 */
public final class WatchedSession implements AutoCloseable {
  private static final int INTERRUPTED = 1317;
  private static final int KILL_MILLIS = 5_000;
  private static final long KILL_AGAIN_NANOS = 1_000_000_000L;

  /** A server that hangs may answer again. */
  private static final int ABORT_MILLIS = 60_000;

  private static final long GONE_NANOS = 10_000_000_000L;

  private final ServerConnections connections;
  private final Clock clock;
  private final @Nullable Duration limit;
  private final Connection connection;
  private final long id;
  private volatile @Nullable OutcomeKind killedFor;
  private volatile @Nullable String killFailure;

  /**
   * @param connection connection that was opened for it; closed where this fails
   * @param limit the server's limit for a statement; absent for none
   */
  public WatchedSession(
      ServerConnections connections, Connection connection, Clock clock, @Nullable Duration limit)
      throws SQLException {
    this.clock = clock;
    this.limit = limit;
    this.connection = connection;
    try (CloseOnFailure opened = new CloseOnFailure(() -> Connector.closeQuietly(connection))) {
      if (limit != null) {
        execute(ServerProduct.read(connection).limitSql(limit));
      }
      this.connections = connections.to(connection);
      this.id = ProcessList.session(connection);
      opened.succeeded();
    }
  }

  public Connection connection() {
    return connection;
  }

  /** Number that the server gave the connection. */
  public long id() {
    return id;
  }

  public void execute(String sql) throws SQLException {
    Sql.execute(connection, sql);
  }

  /** Returns true if the server still has the connection, and answers. */
  public boolean isValid() throws SQLException {
    return connection.isValid(KILL_MILLIS / 1000);
  }

  /**
   * Kills the statement, again and again until it has ended. Returns at once.
   *
   * @param why outcome of a statement that the kill ends
   */
  public void kill(OutcomeKind why, BooleanSupplier ended) {
    killedFor = why;
    Daemon.start("bmt-kill", () -> killUntil(ended));
  }

  private void killUntil(BooleanSupplier ended) {
    while (!ended.getAsBoolean()) {
      try (Connection other = connections.open(KILL_MILLIS)) {
        if (!ended.getAsBoolean()) {
          Sql.execute(other, "KILL QUERY " + id);
        }
        killFailure = null;
      } catch (SQLException e) {
        killFailure = e.getMessage();
      }
      clock.sleepUntil(clock.nanoTime() + KILL_AGAIN_NANOS, ended);
    }
  }

  /** Returns the outcome for which the statement was killed; absent if it was not. */
  public @Nullable OutcomeKind killedFor() {
    return killedFor;
  }

  /** Message of the last KILL if it failed. */
  public @Nullable String killFailure() {
    return killFailure;
  }

  /** Kills the whole session; {@link Connection#abort} would do so on another server. */
  public void abort() {
    Daemon.start(
        "bmt-abort",
        () -> {
          try (Connection other = connections.open(ABORT_MILLIS)) {
            kill(other);
          } catch (SQLException e) {
            // The server does not answer.
          }
        });
  }

  /**
   * Ends work that the server continues although the connection is lost: kills the session until it
   * is gone, for 10 s at most.
   *
   * @return the problem that is left; absent when the session is gone
   */
  public @Nullable String end() {
    close();
    try (Connection other = connections.open(KILL_MILLIS)) {
      long until = clock.nanoTime() + GONE_NANOS;
      BooleanSupplier killed =
          () -> {
            kill(other);
            return clock.nanoTime() > until;
          };
      return ProcessList.awaitGone(other, id, clock, killed)
          ? null
          : "the server still worked on a statement 10 s after its connection was lost and killed:"
              + " the next ones ran at the same time";
    } catch (SQLException e) {
      return "it is unknown whether the server still works on a statement whose connection was"
          + " lost: "
          + e.getMessage();
    }
  }

  private void kill(Connection other) {
    try {
      Sql.execute(other, "KILL " + id);
    } catch (SQLException e) {
      // The session has ended meanwhile, or this login may not end it.
    }
  }

  /**
   * The outcome of a statement that failed. A lost connection is never the outcome of a KILL QUERY:
   * the server may still work on the statement.
   *
   * @param afterNanos from its start; negative when it never began
   */
  public StatementOutcome failed(SQLException e, long afterNanos) {
    Failure failure = Failure.of(e, ErrorPhase.STATEMENT);
    OutcomeKind why = killedFor;
    boolean interrupted = failure.code() == INTERRUPTED;
    boolean stopped = why == OutcomeKind.STOPPED && !failure.connectionLost();
    if (why != null && (interrupted || stopped)) {
      String by = interrupted ? " (KILL QUERY by bmt)" : "";
      return StatementOutcome.failed(failure, afterNanos, why, by);
    }
    // InnoDB reports max_statement_time as an interruption while it alters in place.
    boolean limited = interrupted && limit != null && afterNanos >= limit.toNanos();
    OutcomeKind kind = limited ? OutcomeKind.TIME_LIMIT : OutcomeKind.of(failure);
    return StatementOutcome.failed(failure, afterNanos, kind, "");
  }

  @Override
  public void close() {
    Connector.closeQuietly(connection);
  }
}
