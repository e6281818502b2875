package io.github.bmt4j.ddl;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** Looks at the process list every ms: a test's own look at an ALTER, by its own clock. */
final class ProcessListEye implements AutoCloseable {
  private static final String WAITING =
      "SELECT COUNT(*) FROM information_schema.processlist WHERE info LIKE 'ALTER%'"
          + " AND state = 'Waiting for table metadata lock'";

  private static final long LOOK_NANOS = 1_000_000;

  private final Connection connection;
  private final Statement statement;

  ProcessListEye(Connection connection) throws SQLException {
    this.connection = connection;
    this.statement = connection.createStatement();
  }

  /** Waits until an ALTER waits for a metadata lock; when that was seen. */
  long awaitWaiting() throws SQLException {
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(30);
    while (System.nanoTime() < end) {
      try (ResultSet row = statement.executeQuery(WAITING)) {
        row.next();
        if (row.getLong(1) > 0) {
          return System.nanoTime();
        }
      }
      LockSupport.parkNanos(LOOK_NANOS);
    }
    throw new AssertionError("no ALTER waited for a lock");
  }

  @Override
  public void close() throws SQLException {
    connection.close();
  }
}
