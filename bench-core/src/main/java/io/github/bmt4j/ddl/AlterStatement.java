package io.github.bmt4j.ddl;

import io.github.bmt4j.clock.Clock;
import io.github.bmt4j.clock.Percentiles;
import io.github.bmt4j.jdbc.ProcessList;
import io.github.bmt4j.jdbc.ServerProduct;
import io.github.bmt4j.jdbc.Sql;
import io.github.bmt4j.outcome.ErrorPhase;
import io.github.bmt4j.outcome.Failure;
import io.github.bmt4j.outcome.OutcomeKind;
import io.github.bmt4j.outcome.StatementOutcome;
import io.github.bmt4j.outcome.StatementOutcomes;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLNonTransientConnectionException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * One ALTER on a connection and in a thread of its own, so that others can look at it and end it.
 *
 * <p>On MariaDB the server's max_statement_time limits it; MySQL has no limit of its own for ALTER,
 * so that the caller has to end it with {@link #kill}.
 */
final class AlterStatement implements AutoCloseable {
  private static final int INTERRUPTED = 1317;
  private static final int KILL_PATIENCE_MILLIS = 5_000;
  private static final int KILL_AGAIN_MILLIS = 2_000;

  /** A server that hangs may answer again. */
  private static final int ABORT_PATIENCE_MILLIS = 60_000;

  private final AlterConnections connections;
  private final Clock clock;
  private final Connection connection;
  private final long session;
  private final String sql;
  private final @Nullable Duration serverLimit;
  private final Thread thread;
  private final CountDownLatch over = new CountDownLatch(1);
  private volatile long startNanos;
  private volatile long endNanos;
  private volatile @Nullable SQLException failure;
  private volatile @Nullable OutcomeKind killedFor;
  private volatile @Nullable String killFailure;
  private volatile boolean givenUp;

  /**
   * Opens its connection. The ALTER does not begin yet.
   *
   * @param server what the server is
   */
  AlterStatement(
      AlterConnections connections,
      Clock clock,
      String sql,
      AlterOrder.Limits limits,
      ServerProduct server)
      throws SQLException {
    this.connections = connections;
    this.clock = clock;
    this.sql = sql;
    this.serverLimit = server.isMariaDb() ? limits.statement() : null;
    this.connection = connections.open();
    try (Statement statement = connection.createStatement()) {
      Long lockWait = limits.lockWaitSeconds();
      if (lockWait != null) {
        statement.execute("SET SESSION lock_wait_timeout = " + lockWait);
      }
      if (serverLimit != null) {
        statement.execute("SET SESSION max_statement_time = " + serverLimit.toMillis() / 1e3);
      }
      this.session = ProcessList.session(connection);
    } catch (SQLException e) {
      connection.close();
      throw e;
    }
    this.thread = daemon(this::run, "bmt-alter");
  }

  /** Its connection id. */
  long session() {
    return session;
  }

  /**
   * Checks that the server still has its connection, just before it begins.
   *
   * @throws SQLException when it has not, or does not answer
   */
  void checkOpen() throws SQLException {
    if (!connection.isValid(KILL_PATIENCE_MILLIS / 1000)) {
      throw new SQLException(
          "its connection was lost before it began: the server was restarted or does not answer");
    }
  }

  /** Begins. */
  void start() {
    startNanos = clock.nanoTime();
    thread.start();
  }

  /** Waits for its end. Returns whether it has ended. */
  boolean await(long millis) {
    try {
      return over.await(millis, TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return over.getCount() == 0;
    }
  }

  /** Its begin on the clock. */
  long startNanos() {
    return startNanos;
  }

  /** Its end on the clock, once it has ended. */
  long endNanos() {
    return endNanos;
  }

  /**
   * Asks the server to end it, over other connections and again and again until it has ended.
   * Returns at once.
   *
   * @param why how its end is to be called, if that is what ends it
   */
  void kill(OutcomeKind why) {
    killedFor = why;
    daemon(this::killUntilOver, "bmt-kill").start();
  }

  /** Why the server could not be asked the last time; absent when it could, or was not. */
  @Nullable String killFailure() {
    return killFailure;
  }

  /** Calls it ended, unless it has ended, and gives its connection up. Returns at once. */
  void giveUp() {
    givenUp =
        end(
            new SQLNonTransientConnectionException(
                "it did not end when it was killed, and its connection was given up", "08000"));
    if (givenUp) {
      abort();
    }
  }

  /** Whether its connection was given up: the server may still work on it. */
  boolean isGivenUp() {
    return givenUp;
  }

  /** How it ended, once it has ended. */
  StatementOutcome ending() {
    long afterNanos = endNanos - startNanos;
    SQLException failed = failure;
    if (failed == null) {
      return StatementOutcomes.done(afterNanos);
    }
    Failure told = Failure.of(failed, ErrorPhase.STATEMENT);
    if (givenUp && killedFor == OutcomeKind.STOPPED) {
      Double afterMs = Percentiles.millis((double) afterNanos);
      return new StatementOutcome(OutcomeKind.STOPPED.word(), afterMs, null, null, told.message());
    }
    return StatementOutcomes.failed(told, afterNanos, end(told), byWhom(told));
  }

  private OutcomeKind end(Failure told) {
    OutcomeKind why = killedFor;
    boolean interrupted = told.code() == INTERRUPTED;
    if (interrupted && why != null) {
      return why;
    }
    Duration limit = serverLimit;
    // InnoDB says of max_statement_time that it was interrupted where it works in place.
    boolean limited = limit != null && endNanos - startNanos >= limit.toNanos();
    return interrupted && limited ? OutcomeKind.TIME_LIMIT : OutcomeKind.of(told);
  }

  private String byWhom(Failure told) {
    return told.code() == INTERRUPTED && killedFor != null ? " (KILL QUERY by bmt)" : "";
  }

  private void run() {
    SQLException failed = null;
    try (Statement statement = connection.createStatement()) {
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

  /** Returns whether this is its end: the first one counts. */
  private synchronized boolean end(@Nullable SQLException failed) {
    if (over.getCount() == 0) {
      return false;
    }
    endNanos = clock.nanoTime();
    failure = failed;
    over.countDown();
    return true;
  }

  private void killUntilOver() {
    do {
      try {
        send("KILL QUERY ", KILL_PATIENCE_MILLIS);
        killFailure = null;
      } catch (SQLException e) {
        killFailure = e.getMessage();
      }
    } while (!await(KILL_AGAIN_MILLIS));
  }

  private void send(String kill, int patienceMillis) throws SQLException {
    try (Connection other = connections.open(patienceMillis)) {
      Sql.execute(other, List.of(kill + session));
    }
  }

  /** Connection.abort would send KILL to whichever server its address leads to. */
  private void abort() {
    daemon(
            () -> {
              try {
                send("KILL ", ABORT_PATIENCE_MILLIS);
              } catch (SQLException e) {
                // It is gone already, or the server does not answer.
              }
            },
            "bmt-abort")
        .start();
  }

  private static Thread daemon(Runnable work, String name) {
    Thread thread = new Thread(work, name);
    thread.setDaemon(true);
    return thread;
  }

  /** OPTIMIZE TABLE tells in rows what went wrong, and its code as a warning. */
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
    if (over.getCount() > 0 && thread.isAlive()) {
      abort();
      return;
    }
    try {
      connection.close();
    } catch (SQLException e) {
      // It is gone already.
    }
  }
}
