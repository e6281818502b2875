package io.github.bmt4j.failover.client;

import io.github.bmt4j.outcome.ErrorPhase;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import javax.sql.DataSource;

/**
 * The writer's transaction: a row of the ledger, the server that took it, and the row's id. These
 * are asked last: a driver that repeats a transaction on another server repeats what came before.
 */
final class LedgerWrite extends PooledTransaction {
  private final String insert;
  private final String identity;
  private final String work;

  /**
   * @param first phase in which it waits for its connection
   * @param workMillis time that the server works on it, in addition to the insert; 0 for no such
   *     work
   */
  LedgerWrite(DataSource pool, ErrorPhase first, Ledger ledger, String identity, long workMillis) {
    super(pool, first);
    this.work = LedgerRead.work(workMillis);
    this.insert = ledger.insertSql(identity);
    this.identity = "SELECT " + identity + ", LAST_INSERT_ID()";
  }

  @Override
  void statements(Connection connection, Attempt attempt) throws SQLException {
    connection.setAutoCommit(false);
    try (PreparedStatement statement = connection.prepareStatement(insert)) {
      statement.setLong(1, attempt.sequence);
      statement.setInt(2, attempt.number);
      statement.setLong(3, attempt.intendedNanos);
      statement.executeUpdate();
    }
    try (Statement statement = connection.createStatement()) {
      if (!work.isEmpty()) {
        statement.execute(work);
      }
      try (ResultSet row = statement.executeQuery(identity)) {
        row.next();
        attempt.server(row.getString(1));
        attempt.wrote(row.getLong(2));
      }
    }
  }
}
