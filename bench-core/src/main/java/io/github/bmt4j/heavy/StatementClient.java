package io.github.bmt4j.heavy;

import io.github.bmt4j.clock.Clock;
import io.github.bmt4j.outcome.ErrorPhase;
import io.github.bmt4j.outcome.Failure;
import io.github.bmt4j.outcome.OutcomeKind;
import io.github.bmt4j.outcome.StatementOutcome;
import io.github.bmt4j.report.Reason;
import io.github.bmt4j.report.Reason.Code;
import io.github.bmt4j.statement.ServerConnections;
import io.github.bmt4j.statement.WatchedSession;
import io.github.bmt4j.workload.AnswerRows;
import io.github.bmt4j.workload.HeavyStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A connection that runs heavy statements, and is reopened after it was lost. Result sets are
 * streamed, so that none fills the heap; the first row is fetched alone, so that its arrival is
 * seen. A statement that a lost connection left on the server is ended before the next one runs.
 * Used by one thread at a time, but for {@link #cancel}.
 */
final class StatementClient implements AutoCloseable {
  /** The driver hands out the first row as it comes. */
  private static final int FIRST_FETCH_ROWS = 1;

  private static final int FETCH_ROWS = 1000;

  private final ServerConnections connections;
  private final Clock clock;
  private final @Nullable Duration limit;
  private final List<Reason> problems;
  private volatile @Nullable WatchedSession session;
  private long firstRowNanos;
  private long arrived;

  /**
   * Outcome of one statement on one connection.
   *
   * @param firstRowNanos from its start to its first row; negative without one
   * @param lastRowNanos from its start to its end, whatever the outcome; negative when it never
   *     began
   * @param clientNanos part of that time in which the client decoded and kept its rows
   * @param rows rows that arrived or were written
   * @param answer absent when it was not kept, or is incomplete
   */
  record TimedStatement(
      StatementOutcome ending,
      long firstRowNanos,
      long lastRowNanos,
      long clientNanos,
      long rows,
      @Nullable AnswerRows answer) {
    static TimedStatement notBegun(StatementOutcome ending) {
      return new TimedStatement(ending, -1, -1, 0, 0, null);
    }
  }

  /**
   * @param limitSeconds of the server for a statement; absent if bmt sets none
   * @param problems receives statements that a lost connection has left behind
   */
  StatementClient(
      ServerConnections connections,
      Clock clock,
      @Nullable Double limitSeconds,
      List<Reason> problems) {
    this.connections = connections;
    this.clock = clock;
    this.limit = limitSeconds == null ? null : Clock.seconds(limitSeconds);
    this.problems = problems;
  }

  WatchedSession open() throws SQLException {
    WatchedSession present = session;
    if (present == null) {
      present = new WatchedSession(connections, connections.connector().connect(), clock, limit);
      session = present;
    }
    return present;
  }

  boolean isOpen(@Nullable WatchedSession opened) {
    return opened != null && session == opened;
  }

  TimedStatement run(String sql, HeavyStatement.Kind kind, boolean keep) {
    long begin = -1;
    firstRowNanos = -1;
    arrived = 0;
    WatchedSession used;
    try {
      used = connections.stop().given() ? null : open();
    } catch (SQLException e) {
      return TimedStatement.notBegun(notOpened(e, ErrorPhase.STATEMENT));
    }
    if (used == null || connections.stop().given()) {
      return TimedStatement.notBegun(StatementOutcome.stopped());
    }
    try (Statement statement = used.connection().createStatement()) {
      statement.setFetchSize(FIRST_FETCH_ROWS);
      begin = clock.nanoTime();
      return kind == HeavyStatement.Kind.TEMPORARY_TABLE
          ? write(statement, sql, begin)
          : read(statement, sql, begin, keep);
    } catch (SQLException e) {
      long after = begin < 0 ? -1 : clock.nanoTime() - begin;
      StatementOutcome outcome = used.failed(e, after);
      Failure failure = Failure.of(e, ErrorPhase.STATEMENT);
      if (failure.connectionLost()) {
        if (used.killedFor() == OutcomeKind.STOPPED) {
          outcome = StatementOutcome.failed(failure, after, OutcomeKind.STOPPED, "");
        }
        session = null;
        Stream.ofNullable(used.end()).map(Code.STATEMENT_FAILED::of).forEach(problems::add);
      }
      return new TimedStatement(outcome, firstRowNanos, after, 0, arrived, null);
    }
  }

  static StatementOutcome notOpened(SQLException e, ErrorPhase phase) {
    Failure failure = Failure.of(e, phase);
    return StatementOutcome.failed(failure, -1, OutcomeKind.of(failure), "");
  }

  /** Runs the SQL that lets a statement run again; not timed. */
  void tidyUp(String sql) {
    try {
      open().execute(sql);
    } catch (SQLException e) {
      // The server drops the rest with the connection.
      close();
    }
  }

  /** Kills its statement, until a condition holds. Any thread. */
  void cancel(BooleanSupplier ended) {
    WatchedSession present = session;
    if (present != null) {
      present.kill(OutcomeKind.STOPPED, ended);
    }
  }

  @Override
  public void close() {
    WatchedSession lost = session;
    session = null;
    if (lost != null) {
      lost.close();
    }
  }

  private TimedStatement write(Statement statement, String sql, long begin) throws SQLException {
    long rows = statement.executeLargeUpdate(sql);
    long after = clock.nanoTime() - begin;
    return new TimedStatement(StatementOutcome.doneAfter(after), -1, after, 0, rows, null);
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
          kept.add(AnswerRows.row(rows));
          clientNanos += clock.nanoTime() - decoding;
        }
      }
      long after = clock.nanoTime() - begin;
      AnswerRows answer = keep ? new AnswerRows(kept) : null;
      return new TimedStatement(
          StatementOutcome.doneAfter(after), firstRowNanos, after, clientNanos, arrived, answer);
    }
  }
}
