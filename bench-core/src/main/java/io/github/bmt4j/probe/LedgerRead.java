package io.github.bmt4j.probe;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import javax.sql.DataSource;

/** The reader's transaction: the newest row of the ledger, and who says so. */
final class LedgerRead extends PooledTransaction {
  private final String newest;

  LedgerRead(DataSource pool, Ledger ledger, String identity) {
    super(pool);
    this.newest = ledger.newestSql(identity);
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
    }
  }
}
