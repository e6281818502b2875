package io.github.bmt4j.engine.alter;

import io.github.bmt4j.analysis.Endings;
import io.github.bmt4j.measure.Clock;
import io.github.bmt4j.measure.Failure;
import io.github.bmt4j.measure.StatementEnd;
import io.github.bmt4j.result.Ending;
import io.github.bmt4j.target.Connector;
import io.github.bmt4j.workload.Phase;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
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

  private final Connector connector;
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
  private volatile @Nullable StatementEnd killedFor;

  /**
   * Opens its connection. The ALTER does not begin yet.
   *
   * @param mariaDb whether the server is MariaDB
   */
  AlterStatement(
      Connector connector, Clock clock, String sql, AlterOrder.Limits limits, boolean mariaDb)
      throws SQLException {
    this.connector = connector;
    this.clock = clock;
    this.sql = sql;
    this.serverLimit = mariaDb ? limits.statement() : null;
    this.connection = connector.connect();
    try (Statement statement = connection.createStatement()) {
      Long lockWait = limits.lockWaitSeconds();
      if (lockWait != null) {
        statement.execute("SET SESSION lock_wait_timeout = " + lockWait);
      }
      if (serverLimit != null) {
        statement.execute("SET SESSION max_statement_time = " + serverLimit.toMillis() / 1e3);
      }
      try (ResultSet row = statement.executeQuery("SELECT CONNECTION_ID()")) {
        row.next();
        this.session = row.getLong(1);
      }
    } catch (SQLException e) {
      connection.close();
      throw e;
    }
    this.thread = new Thread(this::run, "bmt-alter");
    thread.setDaemon(true);
  }

  /** Its connection id. */
  long session() {
    return session;
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
   * Asks the server to end it, over another connection.
   *
   * @param why how its end is to be called, if that is what ends it
   */
  void kill(StatementEnd why) throws SQLException {
    killedFor = why;
    try (Connection other = connector.connect();
        Statement statement = other.createStatement()) {
      statement.execute("KILL QUERY " + session);
    }
  }

  /** How it ended, once it has ended. */
  Ending ending() {
    long afterNanos = endNanos - startNanos;
    SQLException failed = failure;
    if (failed == null) {
      return Endings.done(afterNanos);
    }
    Failure told = Failure.of(failed, Phase.STATEMENT);
    return Endings.failed(told, afterNanos, end(told), byWhom(told));
  }

  private StatementEnd end(Failure told) {
    StatementEnd why = killedFor;
    boolean interrupted = told.code() == INTERRUPTED;
    if (interrupted && why != null) {
      return why;
    }
    Duration limit = serverLimit;
    // InnoDB says of max_statement_time that it was interrupted where it works in place.
    boolean limited = limit != null && endNanos - startNanos >= limit.toNanos();
    return interrupted && limited ? StatementEnd.TIME_LIMIT : StatementEnd.of(told);
  }

  private String byWhom(Failure told) {
    return told.code() == INTERRUPTED && killedFor != null ? " (KILL QUERY by bmt)" : "";
  }

  private void run() {
    try (Statement statement = connection.createStatement()) {
      if (statement.execute(sql)) {
        readMessages(statement);
      }
    } catch (SQLException e) {
      failure = e;
    } catch (RuntimeException e) {
      failure = new SQLException("the driver failed: " + e, e);
    } finally {
      endNanos = clock.nanoTime();
      over.countDown();
    }
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
    try {
      if (over.getCount() > 0 && thread.isAlive()) {
        connection.abort(Runnable::run);
      }
      connection.close();
    } catch (SQLException e) {
      // It is gone already.
    }
  }
}
