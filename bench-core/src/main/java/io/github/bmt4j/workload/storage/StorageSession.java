package io.github.bmt4j.workload.storage;

import io.github.bmt4j.workload.Phase;
import io.github.bmt4j.workload.ServerKind;
import io.github.bmt4j.workload.Session;
import io.github.bmt4j.workload.Tally;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Queries that take turns, sent as text. Worker n begins with the n-th of them, and a query that
 * failed has had its turn, so that one which never succeeds does not keep the others away.
 *
 * <p>Result sets are streamed and read to their last row, without decoding a column. The temporary
 * table is dropped in the operation that made it; it goes with its connection, so nothing here is
 * ever permanent, and no operation ends UNKNOWN.
 */
final class StorageSession implements Session {
  /** How many rows the driver holds at a time. */
  private static final int FETCH_ROWS = 1000;

  private final List<StorageQuery> queries;
  private int turn;
  private @Nullable ServerKind server;
  private boolean temporaryTable;
  private @Nullable Statement statement;

  StorageSession(List<StorageQuery> queries, int worker) {
    this.queries = queries;
    turn = worker % queries.size();
  }

  @Override
  public void attach(Connection connection) throws SQLException {
    server = ServerKind.of(connection);
    Statement created = connection.createStatement();
    statement = created;
    created.setFetchSize(FETCH_ROWS);
  }

  @Override
  public void execute(Tally tally) throws SQLException {
    tally.phase(Phase.STATEMENT);
    StorageQuery query = queries.get(turn);
    turn = (turn + 1) % queries.size();
    Statement attached = attached();
    ServerKind kind = Objects.requireNonNull(server, "attached");
    if (temporaryTable) {
      drop(attached, tally);
    }
    if (query == StorageQuery.TEMP_TABLE) {
      int rows = attached.executeUpdate(query.sql(kind, OrdersTable.NAME));
      temporaryTable = true;
      tally.changed(rows);
      drop(attached, tally);
    } else {
      readAll(attached, query.sql(kind, OrdersTable.NAME));
      tally.read();
    }
  }

  @Override
  public void detach() throws SQLException {
    Statement attached = statement;
    if (attached == null) {
      return;
    }
    statement = null;
    try (attached) {
      if (temporaryTable) {
        temporaryTable = false;
        attached.execute(StorageQuery.DROP);
      }
    }
  }

  private static void readAll(Statement statement, String sql) throws SQLException {
    try (ResultSet rows = statement.executeQuery(sql)) {
      while (rows.next()) {
        // The row has arrived: more is not asked of it.
      }
    }
  }

  private void drop(Statement attached, Tally tally) throws SQLException {
    attached.execute(StorageQuery.DROP);
    temporaryTable = false;
    tally.other();
  }

  private Statement attached() {
    Statement now = statement;
    if (now == null) {
      throw new IllegalStateException("no connection is attached");
    }
    return now;
  }
}
