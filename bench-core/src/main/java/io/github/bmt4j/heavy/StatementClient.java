package io.github.bmt4j.heavy;

import static io.github.bmt4j.report.Lines.words;

import io.github.bmt4j.clock.Clock;
import io.github.bmt4j.jdbc.Connector;
import io.github.bmt4j.jdbc.ProcessList;
import io.github.bmt4j.jdbc.ServerProduct;
import io.github.bmt4j.outcome.ErrorPhase;
import io.github.bmt4j.outcome.Failure;
import io.github.bmt4j.outcome.OutcomeKind;
import io.github.bmt4j.outcome.StatementOutcome;
import io.github.bmt4j.outcome.StatementOutcomes;
import io.github.bmt4j.progress.StopSignal;
import io.github.bmt4j.workload.Answer;
import io.github.bmt4j.workload.HeavyStatement;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A connection that runs heavy statements, and is opened again when it was lost. Result sets are
 * streamed, so that none fills the heap, and the first row alone, so that it is seen when it
 * arrives. What a lost connection left running on the server is ended, so that it does not run at
 * the same time as the next statement. Used by one thread at a time, but for {@link #cancel}.
 */
final class StatementClient implements AutoCloseable {
  /** The driver hands out the first row as it comes. */
  private static final int FIRST_FETCH_ROWS = 1;

  private static final int FETCH_ROWS = 1000;

  private final Connector connector;
  private final Clock clock;
  private final StopSignal stop;
  private final @Nullable Double limitSeconds;
  private final LeftoverSessions leftovers;
  private @Nullable Connection connection;
  private long session;
  private volatile @Nullable Statement running;
  private volatile boolean cancelled;
  private long firstRowNanos;
  private long arrived;

  /**
   * @param limitSeconds how long the server may take for a statement; absent if bmt sets none
   * @param leftovers ends what lost connections leave behind
   */
  StatementClient(
      Connector connector,
      Clock clock,
      StopSignal stop,
      @Nullable Double limitSeconds,
      LeftoverSessions leftovers) {
    this.leftovers = leftovers;
    this.connector = connector;
    this.clock = clock;
    this.stop = stop;
    this.limitSeconds = limitSeconds;
  }

  /** The connection; opened where there is none. */
  Connection open() throws SQLException {
    Connection present = connection;
    if (present != null) {
      return present;
    }
    Connection opened = connector.connect();
    try {
      setLimit(opened);
      session = ProcessList.session(opened);
    } catch (SQLException e) {
      opened.close();
      throw e;
    }
    connection = opened;
    return opened;
  }

  private void setLimit(Connection opened) throws SQLException {
    Double limit = limitSeconds;
    if (limit != null) {
      try (Statement statement = opened.createStatement()) {
        statement.execute(limit(ServerProduct.read(opened), limit));
      }
    }
  }

  /** Whether a connection that {@link #open} gave is still the present one. */
  boolean isOpen(@Nullable Connection opened) {
    return opened != null && connection == opened;
  }

  /** The statement that sets the server's limit. */
  private static String limit(ServerProduct server, double seconds) {
    return server.isMariaDb()
        ? words("SET SESSION max_statement_time = %.3f", seconds)
        : words("SET SESSION max_execution_time = %d", Math.round(seconds * 1000));
  }

  /**
   * Runs a statement to its last row.
   *
   * @param keep whether its rows are kept as an answer
   */
  TimedStatement run(String sql, HeavyStatement.Kind kind, boolean keep) {
    if (stop.given()) {
      return TimedStatement.notBegun(StatementOutcomes.stopped());
    }
    long begin = -1;
    firstRowNanos = -1;
    arrived = 0;
    try (Statement statement = open().createStatement()) {
      statement.setFetchSize(FIRST_FETCH_ROWS);
      running = statement;
      begin = clock.nanoTime();
      return kind == HeavyStatement.Kind.TEMPORARY_TABLE
          ? write(statement, sql, begin)
          : read(statement, sql, begin, keep);
    } catch (SQLException e) {
      long after = begin < 0 ? -1 : clock.nanoTime() - begin;
      Failure failure = Failure.of(e, ErrorPhase.STATEMENT);
      if (failure.connectionLost() && connection != null) {
        drop();
        leftovers.end(session);
      }
      OutcomeKind end = cancelled ? OutcomeKind.STOPPED : OutcomeKind.of(failure);
      StatementOutcome outcome = StatementOutcomes.failed(failure, after, end, "");
      return new TimedStatement(outcome, firstRowNanos, after, 0, arrived, null);
    } finally {
      running = null;
    }
  }

  /** Runs what makes a statement possible again; outside all times. */
  void tidyUp(String sql) {
    try (Statement statement = open().createStatement()) {
      statement.execute(sql);
    } catch (SQLException e) {
      // What is left goes with the connection.
      drop();
    }
  }

  /** Ends the statement under way, if there is one: the driver asks the server. Any thread. */
  void cancel() {
    Statement statement = running;
    if (statement != null) {
      cancelled = true;
      try {
        statement.cancel();
      } catch (SQLException e) {
        // It has ended meanwhile, or the server takes no more connections: it will be asked again.
      }
    }
  }

  @Override
  public void close() {
    drop();
  }

  private TimedStatement write(Statement statement, String sql, long begin) throws SQLException {
    long rows = statement.executeLargeUpdate(sql);
    long after = clock.nanoTime() - begin;
    return new TimedStatement(StatementOutcomes.done(after), -1, after, 0, rows, null);
  }

  private TimedStatement read(Statement statement, String sql, long begin, boolean keep)
      throws SQLException {
    List<List<String>> kept = new ArrayList<>();
    long clientNanos = 0;
    try (ResultSet rows = statement.executeQuery(sql)) {
      while (rows.next()) {
        if (arrived++ == 0) {
          firstRowNanos = clock.nanoTime() - begin;
          rows.setFetchSize(FETCH_ROWS);
        }
        if (keep) {
          long decoding = clock.nanoTime();
          kept.add(Answer.row(rows));
          clientNanos += clock.nanoTime() - decoding;
        }
      }
      long after = clock.nanoTime() - begin;
      Answer answer = keep ? new Answer(kept) : null;
      return new TimedStatement(
          StatementOutcomes.done(after), firstRowNanos, after, clientNanos, arrived, answer);
    }
  }

  private void drop() {
    Connection lost = connection;
    connection = null;
    if (lost != null) {
      try {
        lost.close();
      } catch (SQLException e) {
        // It was lost already.
      }
    }
  }
}
