package io.github.bmt4j.load;

import io.github.bmt4j.jdbc.ConnectionSource;
import io.github.bmt4j.jdbc.Sql;
import io.github.bmt4j.outcome.Failure;
import io.github.bmt4j.workload.LastWrite;
import io.github.bmt4j.workload.Session;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.jspecify.annotations.Nullable;

/** Last acknowledged write of each worker, and transactions still open after it. Thread-safe. */
final class LastWrites {
  /** Refused inside a transaction; otherwise it only affects the session's next transaction. */
  private static final String PROBE = "SET TRANSACTION READ WRITE";

  private static final String MODIFIED =
      "SELECT trx_rows_modified FROM information_schema.innodb_trx WHERE trx_mysql_thread_id ="
          + " CONNECTION_ID()";

  private final Queue<OfSource> writes = new ConcurrentLinkedQueue<>();

  private record OfSource(ConnectionSource source, LastWrite write) {}

  /**
   * Examines an ended worker whose last operation was acknowledged.
   *
   * @param held its connection; absent if it borrows one for every operation
   * @param session session that knows its last write; absent if it no longer does
   * @return problems that spoil the run; empty for none
   */
  String ended(ConnectionSource source, @Nullable Connection held, @Nullable Session session) {
    LastWrite write = session == null ? null : session.lastWrite();
    if (write != null) {
      writes.add(new OfSource(source, write));
    }
    try {
      if (held != null) {
        return inTransaction(held);
      }
      Connection borrowed = source.acquire();
      try {
        return inTransaction(borrowed);
      } finally {
        source.release(borrowed);
      }
    } catch (SQLException e) {
      return ""; // The load is over, and a connection that ends now has nothing to say of it.
    }
  }

  private static String inTransaction(Connection connection) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute(PROBE);
      return "";
    } catch (SQLException e) {
      if (e.getErrorCode() != Failure.IN_TRANSACTION || !mayHaveWritten(connection)) {
        return "";
      }
      return "a transaction was open on a connection of the load when it had ended: writes that"
          + " were acknowledged in it are not stored";
    }
  }

  /** False only if the server reports no write; reading that needs a privilege. */
  private static boolean mayHaveWritten(Connection connection) {
    try {
      Long modified = Sql.numberOrNull(connection, MODIFIED);
      return modified == null || modified > 0;
    } catch (SQLException e) {
      return true;
    }
  }

  List<LastWrite> of(ConnectionSource source) {
    return writes.stream().filter(one -> one.source == source).map(OfSource::write).toList();
  }
}
