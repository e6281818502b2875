package io.github.bmt4j.workload.oltp;

import io.github.bmt4j.workload.Session;
import io.github.bmt4j.workload.SessionContext;
import io.github.bmt4j.workload.StatementCounts;
import java.sql.Connection;
import java.sql.SQLException;

/** A session whose transactions are put together from {@link OltpOperations}. */
final class OltpSession implements Session {
  /** What one transaction does. */
  interface Transaction {
    void run(OltpOperations operations, StatementCounts statementCounts) throws SQLException;
  }

  private final OltpOperations operations;
  private final Transaction transaction;

  OltpSession(SessionContext context, QueryCounts counts, Transaction transaction) {
    operations = new OltpOperations(context, counts);
    this.transaction = transaction;
  }

  @Override
  public void attach(Connection connection) {
    operations.attach(connection);
  }

  @Override
  public void prepare() throws SQLException {
    operations.prepare();
  }

  @Override
  public void next() {
    operations.next();
  }

  @Override
  public void execute(StatementCounts statementCounts) throws SQLException {
    operations.start(statementCounts);
    transaction.run(operations, statementCounts);
  }

  @Override
  public void detach() throws SQLException {
    operations.detach();
  }
}
