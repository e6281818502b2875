package io.github.bmt4j.workload;

import io.github.bmt4j.jdbc.ServerProduct;
import io.github.bmt4j.jdbc.Sql;
import io.github.bmt4j.outcome.ErrorPhase;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.sql.Statement;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Heavy statements that take turns, sent as text. Worker n begins with the n-th statement. A failed
 * statement has had its turn, so that one which never succeeds does not block the others.
 *
 * <p>Result sets are streamed and read to their last row, and the required part of each row is
 * decoded. A temporary table is dropped in the operation that created it, or with its connection;
 * so nothing is permanent, and no operation ends UNKNOWN.
 */
final class StatementTurns implements Session {
  /** Number of rows that the driver holds at a time, if it streams more than one. */
  private static final int FETCH_ROWS = 1000;

  private final List<? extends HeavyStatement> statements;
  private final StatementTimer[] timers;
  private final StatementTimer dropTimer;
  private final RowReader rows;
  private int turn;
  private @Nullable String dropSql;
  private @Nullable Attached attached;

  private record Attached(Statement statement, ServerProduct server) {}

  /** A session of a worker, which opens nothing yet. */
  public StatementTurns(List<? extends HeavyStatement> statements, SessionContext context) {
    this.statements = List.copyOf(statements);
    Stopwatch stopwatch = context.stopwatch();
    timers =
        statements.stream()
            .map(one -> stopwatch.timer(one.name(), kind(one)))
            .toArray(StatementTimer[]::new);
    dropTimer =
        statements.stream().anyMatch(one -> one.afterwards().isPresent())
            ? stopwatch.timer("drop", Stopwatch.Kind.OTHER)
            : StatementTimer.OFF;
    rows = new RowReader(context.consume());
    turn = Math.floorMod(context.worker() - 1, statements.size());
  }

  @Override
  public void attach(Connection connection) throws SQLException {
    ServerProduct server = ServerProduct.ofGreeting(connection);
    Statement created = connection.createStatement();
    attached = new Attached(created, server);
    created.setFetchSize(Sql.streamingFetchSize(connection, FETCH_ROWS));
  }

  @Override
  public void next() {
    turn = (turn + 1) % statements.size();
  }

  @Override
  public void execute(StatementCounts counts) throws SQLException {
    counts.phase(ErrorPhase.STATEMENT);
    Attached now = Objects.requireNonNull(attached, "no connection is attached");
    HeavyStatement next = statements.get(turn);
    StatementTimer timer = timers[turn];
    dropLeft(now.statement(), counts);
    Optional<String> obstacle = next.obstacle(now.server());
    if (obstacle.isPresent()) {
      throw new SQLFeatureNotSupportedException(next.name() + ": " + obstacle.get());
    }
    String sql = next.sql(now.server());
    long start = timer.start();
    if (next.kind() == HeavyStatement.Kind.TEMPORARY_TABLE) {
      int written = now.statement().executeUpdate(sql);
      timer.stop(start);
      dropSql = next.afterwards().orElse(null);
      counts.changed(written);
      dropLeft(now.statement(), counts);
    } else {
      try (ResultSet answer = now.statement().executeQuery(sql)) {
        rows.stream(answer);
      }
      timer.stop(start);
      counts.read();
    }
  }

  @Override
  public void detach() throws SQLException {
    Attached last = attached;
    if (last == null) {
      return;
    }
    attached = null;
    try (Statement statement = last.statement()) {
      String sql = dropSql;
      dropSql = null;
      if (sql != null) {
        statement.execute(sql);
      }
    }
  }

  private static Stopwatch.Kind kind(HeavyStatement statement) {
    return statement.kind() == HeavyStatement.Kind.QUERY
        ? Stopwatch.Kind.READ
        : Stopwatch.Kind.WRITE;
  }

  private void dropLeft(Statement statement, StatementCounts counts) throws SQLException {
    String sql = dropSql;
    if (sql != null) {
      long start = dropTimer.start();
      statement.execute(sql);
      dropTimer.stop(start);
      dropSql = null;
      counts.other();
    }
  }
}
