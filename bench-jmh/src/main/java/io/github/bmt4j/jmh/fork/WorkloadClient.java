package io.github.bmt4j.jmh.fork;

import io.github.bmt4j.load.RetryPolicy;
import io.github.bmt4j.measure.Failure;
import io.github.bmt4j.target.DriverSettings;
import io.github.bmt4j.workload.Phase;
import io.github.bmt4j.workload.Session;
import io.github.bmt4j.workload.SessionContext;
import io.github.bmt4j.workload.Tally;
import io.github.bmt4j.workload.Workload;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;

/**
 * A worker of a workload with its connection, as {@code bmt run} has them without a pool: what
 * deadlocks undo is rolled back and done again. Every other failure ends the benchmark, so that no
 * score is made of failures. Used by one thread.
 */
public final class WorkloadClient implements AutoCloseable {
  private final Session session;
  private final Connection connection;
  private final Tally tally = new Tally();
  private long retries;

  private WorkloadClient(Session session, Connection connection) {
    this.session = session;
    this.connection = connection;
  }

  /** Connects a worker. */
  public static WorkloadClient connect(
      Server server, DriverSettings settings, Workload workload, SessionContext worker)
      throws SQLException {
    Session session = workload.newSession(worker);
    Connection connection = server.connect(settings);
    session.attach(connection);
    return new WorkloadClient(session, connection);
  }

  /**
   * Runs the next transaction until it has succeeded.
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

  @Override
  public void close() throws SQLException {
    session.detach();
    connection.close();
  }
}
