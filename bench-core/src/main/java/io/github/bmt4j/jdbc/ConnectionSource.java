package io.github.bmt4j.jdbc;

import io.github.bmt4j.outcome.ErrorPhase;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/** Source of the workers' connections: a pool, or a plain connection for each. Any thread. */
public interface ConnectionSource extends AutoCloseable {
  /** A connection in auto-commit mode. Waits up to the limit of driver or pool. */
  Connection acquire() throws SQLException;

  /**
   * Reports that the load begins, with all its connections open: later ones replace lost
   * connections, and do not wait forever for a server that is gone.
   */
  void loadBegins();

  /** Takes back a connection that works. */
  void release(Connection connection) throws SQLException;

  /** Takes back a broken connection, and closes it for good. */
  void discard(Connection connection);

  /**
   * True if a worker gives its connection back after every transaction, as an application with a
   * pool does.
   */
  boolean perTransaction();

  /** Number of connections that it lends at once. */
  default int size() {
    return Integer.MAX_VALUE;
  }

  /** Number of connections that it still opens before a load begins. */
  default int missing() {
    return 0;
  }

  /** Reason why its last attempt to open a connection failed; absent if it succeeded. */
  default @Nullable SQLException refusal() {
    return null;
  }

  /** True if the time to borrow a connection is a figure of its own. */
  default boolean timesBorrows() {
    return false;
  }

  /** Phase of a worker in {@link #acquire}. */
  ErrorPhase acquirePhase();

  /**
   * Breaks every connection, also under threads that wait for an answer on it.
   *
   * @param executor runs each abort, which may last: a driver may ask the server to kill the
   *     connection, and a hanging server does not answer
   */
  void abort(Executor executor);

  /** Closes all connections. May wait as long as a thread waits for an answer on one. */
  @Override
  void close();
}
