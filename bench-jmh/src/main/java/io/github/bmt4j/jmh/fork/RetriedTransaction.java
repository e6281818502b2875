package io.github.bmt4j.jmh.fork;

import io.github.bmt4j.load.RetryPolicy;
import io.github.bmt4j.measure.Failure;
import io.github.bmt4j.workload.Phase;
import io.github.bmt4j.workload.Session;
import io.github.bmt4j.workload.Tally;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;

/**
 * A session's next transaction until it has succeeded: what deadlocks undo is rolled back and done
 * again, as {@code bmt run} does it. Everything else ends the benchmark, so that no score is made
 * of failures.
 */
public final class RetriedTransaction {
  private final Session session;
  private final Connection connection;
  private final Tally tally = new Tally();
  private long retries;

  /**
   * @param session attached to the connection
   */
  public RetriedTransaction(Session session, Connection connection) {
    this.session = session;
    this.connection = connection;
  }

  /**
   * Runs it.
   *
   * @throws SQLException when it failed for good
   */
  public void run() throws SQLException {
    for (int again = 0; !attempt(again); again++) {
      retries++;
    }
  }

  private boolean attempt(int retriesBefore) throws SQLException {
    tally.begin();
    tally.phase(Phase.STATEMENT);
    try {
      session.execute(tally);
      return true;
    } catch (SQLException e) {
      Failure failure = Failure.of(e, tally.phase());
      if (tally.applied() || !RetryPolicy.USUAL.allows(failure, retriesBefore)) {
        throw e;
      }
      try (Statement statement = connection.createStatement()) {
        statement.execute("ROLLBACK");
        tally.other();
      }
      return false;
    }
  }

  /** Statements that have succeeded so far. */
  public long statements() {
    return tally.reads() + tally.writes() + tally.others();
  }

  /** Transactions that were begun anew so far. */
  public long retries() {
    return retries;
  }
}
