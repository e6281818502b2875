package io.github.bmt4j.failover.client;

import io.github.bmt4j.outcome.ErrorPhase;
import java.sql.Connection;
import java.sql.SQLException;
import javax.sql.DataSource;

/**
 * A transaction as frameworks run it: borrow, begin, statements, commit, give back; and after a
 * failure roll back and give back, without waiting for their results. An attempt that was given up
 * as stuck before its commit is never committed.
 */
record PooledTransaction(DataSource pool, ErrorPhase first, Statements statements)
    implements Transaction {

  interface Statements {
    void execute(Connection connection, Attempt attempt) throws SQLException;
  }

  @Override
  public void attempt(Attempt attempt) {
    Connection connection;
    try {
      connection = pool.getConnection();
    } catch (SQLException | RuntimeException e) {
      attempt.failed(e);
      return;
    }
    try {
      attempt.enter(ErrorPhase.STATEMENT);
      statements.execute(connection, attempt);
      attempt.enter(ErrorPhase.COMMIT);
      if (attempt.givenUp()) {
        rollBack(connection);
        return;
      }
      connection.commit();
      attempt.succeeded();
    } catch (SQLException | RuntimeException e) {
      attempt.failed(e);
      rollBack(connection);
    } finally {
      giveBack(connection);
    }
  }

  @Override
  public void rehearse(Attempt scratch) throws SQLException {
    try (Connection connection = pool.getConnection()) {
      statements.execute(connection, scratch);
      connection.rollback();
    }
  }

  private static void rollBack(Connection connection) {
    try {
      connection.rollback();
    } catch (SQLException | RuntimeException e) {
      // The attempt has ended with the earlier failure.
    }
  }

  private static void giveBack(Connection connection) {
    try {
      connection.close();
    } catch (SQLException | RuntimeException e) {
      // The pool has thrown the connection away.
    }
  }
}
