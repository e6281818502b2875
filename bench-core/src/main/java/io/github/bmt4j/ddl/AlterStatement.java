package io.github.bmt4j.ddl;

import io.github.bmt4j.clock.Clock;
import io.github.bmt4j.clock.Percentiles;
import io.github.bmt4j.failure.CloseOnFailure;
import io.github.bmt4j.jdbc.ServerProduct;
import io.github.bmt4j.outcome.OutcomeKind;
import io.github.bmt4j.outcome.StatementOutcome;
import io.github.bmt4j.statement.ServerConnections;
import io.github.bmt4j.statement.WatchedSession;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLNonTransientConnectionException;
import java.sql.Statement;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One ALTER, in a thread of its own.
 *
 * <p>On MariaDB the server's max_statement_time limits it; MySQL has no limit of its own for ALTER,
 * so that the caller has to end it with {@link #kill}.
 */
final class AlterStatement extends Alteration {
  private final WatchedSession session;
  private final String sql;
  private final boolean limited;
  private volatile @Nullable SQLException failure;
  private volatile boolean givenUp;

  /** Opens its connection. The ALTER does not begin yet. */
  AlterStatement(
      ServerConnections connections,
      Clock clock,
      String sql,
      AlterScenario.Limits limits,
      ServerProduct server)
      throws SQLException {
    super("bmt-alter", clock);
    this.sql = sql;
    this.limited = server.isMariaDb();
    this.session =
        new WatchedSession(
            connections, connections.open(), clock, limited ? limits.statement() : null);
    Long lockWait = limits.lockWaitTimeoutSeconds();
    try (CloseOnFailure opened = new CloseOnFailure(session::close)) {
      if (lockWait != null) {
        session.execute("SET SESSION lock_wait_timeout = " + lockWait);
      }
      opened.succeeded();
    }
  }

  @Override
  long session() {
    return session.id();
  }

  @Override
  boolean endsAtLimit() {
    return limited;
  }

  @Override
  List<String> notes() {
    String failed = session.killFailure();
    return failed == null ? List.of() : List.of("it could not be killed: " + failed);
  }

  /** Begins, if the server still has the connection. */
  @Override
  void start() throws SQLException {
    if (!session.isValid()) {
      throw new SQLException(
          "its connection was lost before it began: the server was restarted or does not answer");
    }
    super.start();
  }

  @Override
  void kill(OutcomeKind why) {
    session.kill(why, this::isOver);
  }

  /**
   * Declares the ALTER ended, unless it has ended, and gives its connection up. Returns at once.
   */
  @Override
  void giveUp() {
    givenUp =
        end(
            new SQLNonTransientConnectionException(
                "it did not end when it was killed, and its connection was given up", "08000"));
    if (givenUp) {
      session.abort();
    }
  }

  /** Returns true if its connection was given up: the server may still work on it. */
  @Override
  boolean isGivenUp() {
    return givenUp;
  }

  @Override
  StatementOutcome ending() {
    SQLException failed = failure;
    if (failed == null) {
      return StatementOutcome.doneAfter(afterNanos());
    }
    if (givenUp && session.killedFor() == OutcomeKind.STOPPED) {
      Double afterMs = Percentiles.millis(afterNanos());
      return new StatementOutcome(OutcomeKind.STOPPED, afterMs, null, null, failed.getMessage());
    }
    return session.failed(failed, afterNanos());
  }

  @Override
  void run() {
    SQLException failed = null;
    try (Statement statement = session.connection().createStatement()) {
      if (statement.execute(sql)) {
        readMessages(statement);
      }
    } catch (SQLException e) {
      failed = e;
    } catch (RuntimeException e) {
      failed = new SQLException("the driver failed: " + e, e);
    } finally {
      end(failed);
    }
  }

  /** Returns true if this is the first end, which counts. */
  private synchronized boolean end(@Nullable SQLException failed) {
    if (isOver()) {
      return false;
    }
    ends();
    failure = failed;
    over.countDown();
    return true;
  }

  /** OPTIMIZE TABLE reports an error in its rows, and its code as a warning. */
  private static void readMessages(Statement statement) throws SQLException {
    String wrong = null;
    try (ResultSet rows = statement.getResultSet()) {
      while (rows.next()) {
        if ("error".equalsIgnoreCase(rows.getString("Msg_type"))) {
          wrong = rows.getString("Msg_text");
        }
      }
    }
    if (wrong == null) {
      return;
    }
    int code = 0;
    try (ResultSet rows = statement.executeQuery("SHOW WARNINGS")) {
      while (rows.next()) {
        code = rows.getString(1).equals("Error") ? rows.getInt(2) : code;
      }
    }
    throw new SQLException(wrong, null, code);
  }

  @Override
  public void close() {
    if (givenUp) {
      return;
    }
    if (!isOver() && thread.isAlive()) {
      session.abort();
    } else {
      session.close();
    }
  }
}
