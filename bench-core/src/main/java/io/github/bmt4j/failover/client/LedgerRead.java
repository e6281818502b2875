package io.github.bmt4j.failover.client;

import io.github.bmt4j.outcome.ErrorPhase;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import javax.sql.DataSource;

/** The reader's transaction: the newest row of the ledger, and who says so. */
final class LedgerRead extends PooledTransaction {
  private final String newest;
  private final String work;

  /**
   * @param first phase in which it waits for its connection
   * @param workMillis time that the server works on it, in addition to the read; 0 for no such work
   */
  LedgerRead(DataSource pool, ErrorPhase first, Ledger ledger, String identity, long workMillis) {
    super(pool, first);
    this.newest = ledger.newestSql(identity);
    this.work = work(workMillis);
  }

  /** A statement on which a server works for this long; "" for no work. */
  static String work(long millis) {
    return millis == 0 ? "" : "DO SLEEP(" + millis / 1e3 + ")";
  }

  @Override
  void statements(Connection connection, Attempt attempt) throws SQLException {
    connection.setReadOnly(true);
    connection.setAutoCommit(false);
    try (Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery(newest)) {
      row.next();
      attempt.server(row.getString(1));
      long id = row.getLong(2);
      if (!row.wasNull()) {
        attempt.saw(id, row.getLong(3));
      }
      if (!work.isEmpty()) {
        statement.execute(work);
      }
    }
  }
}
