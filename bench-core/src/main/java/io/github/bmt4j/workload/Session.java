package io.github.bmt4j.workload;

import io.github.bmt4j.jdbc.Sql;
import io.github.bmt4j.outcome.ErrorPhase;
import java.sql.Connection;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/**
 * One worker's transactions. Used by one thread; reads no clock, retries nothing, swallows nothing.
 *
 * <p>A worker attaches a connection, runs one transaction or many on it, and detaches it: once a
 * run without a pool, once a transaction with one.
 */
public interface Session {
  /** Takes a connection in auto-commit mode. */
  void attach(Connection connection) throws SQLException;

  /**
   * Prepares the transactions' statements on the server, as many as one connection keeps open.
   * Called on an attached connection before a load begins; without it, statements are prepared when
   * they are first used.
   */
  default void prepare() throws SQLException {}

  /** Moves to the next transaction: the following {@link #execute} draws new keys and values. */
  void next();

  /**
   * Moves to a transaction of a terminal. Its kind, keys and values follow from these numbers and
   * the run's seed alone, whichever session executes it.
   *
   * @param terminal from 0
   * @param number of the terminal's transaction, from 0
   * @throws UnsupportedOperationException when the workload has no terminals
   */
  default void next(int terminal, long number) {
    throw new UnsupportedOperationException("this workload has no terminals");
  }

  /**
   * Kind of the transaction that {@link #next} reached: its number among the workload's kinds, from
   * 0.
   */
  default int kind() {
    return 0;
  }

  /**
   * True if there is no further transaction, because the session's input is used up. Its worker
   * then ends, and {@link #next} is not called.
   */
  default boolean exhausted() {
    return false;
  }

  /**
   * Runs the transaction to which {@link #next} moved, and counts its statements as they succeed.
   * Called again after a failure, it repeats the same keys and values.
   *
   * <p>It calls {@link StatementCounts#phase} with {@link ErrorPhase#STATEMENT} first, and with
   * {@link ErrorPhase#COMMIT} before the statement that makes writes permanent: COMMIT itself, or a
   * write outside a transaction. The outcome of a lost connection depends on it.
   */
  void execute(StatementCounts counts) throws SQLException;

  /**
   * Leaves no transaction open after {@link #execute} has failed.
   *
   * @return true if that took a statement
   */
  default boolean rollBack(Connection failed) throws SQLException {
    Sql.execute(failed, "ROLLBACK");
    return true;
  }

  /**
   * The last write of the last transaction, which has succeeded; absent if it wrote nothing, or
   * nothing that can be recognised. Called after a worker's last transaction.
   */
  default @Nullable LastWrite lastWrite() {
    return null;
  }

  /** True if successful transactions have left data to send. */
  default boolean pending() {
    return false;
  }

  /**
   * Sends {@link #pending} data, and counts the statements. Called after a worker's last
   * transaction, on an attached connection and inside the measurement.
   */
  default void finish(StatementCounts counts) throws SQLException {}

  /** Closes prepared statements of the connection, and leaves the connection itself open. */
  void detach() throws SQLException;

  /** The time for which a connection is attached. */
  interface Attached extends AutoCloseable {
    @Override
    void close() throws SQLException;
  }

  /** Attaches a connection until the end of a try block. */
  default Attached use(Connection connection) throws SQLException {
    attach(connection);
    return this::detach;
  }
}
