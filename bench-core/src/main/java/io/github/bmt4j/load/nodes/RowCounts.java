package io.github.bmt4j.load.nodes;

import io.github.bmt4j.clock.Clock;
import io.github.bmt4j.workload.Table;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLTimeoutException;
import java.sql.Statement;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Counts the rows of a workload's tables. A count reads the whole table, so during a load counts
 * take at most 2 % of the time: the next one waits 50 times as long as the slowest node took for
 * the last one. Each has a limit.
 */
final class RowCounts {
  /** Share of the time that counting may take during a load. */
  private static final double SHARE = 0.02;

  private static final double SECOND_NANOS = 1e9;
  private static final int LIMIT_SECONDS = 20;
  private static final int ANSWER_MILLIS = 25_000;

  /** Limit of a count during a load, in s; shorter than the connection's limit for an answer. */
  private static final int DURING_SECONDS = 4;

  /** Errors of statements that took too long: of MariaDB, of MySQL, and of a killed statement. */
  private static final Set<Integer> TOO_LONG = Set.of(1969, 3024, 1317);

  private final List<Table> tables;
  private final boolean during;

  /** Second of the last count, and the last second for which {@link #isDue} was called. */
  private long counted = -1;

  private long asked = -1;

  /** Time that the slowest node took for the last count. */
  private long slowestNanos;

  RowCounts(List<Table> tables, boolean during) {
    this.tables = List.copyOf(tables);
    this.during = during;
  }

  /**
   * Returns true if the nodes must count in this second of the measurement: either all of them, or
   * none.
   */
  synchronized boolean isDue(long second) {
    if (second > asked) {
      asked = second;
      if (second - counted >= slowestNanos / SHARE / SECOND_NANOS) {
        counted = second;
        slowestNanos = 0;
      }
    }
    return during && second == counted;
  }

  @Nullable Long during(Connection connection, Clock clock) {
    long begin = clock.nanoTime();
    try {
      return of(connection, DURING_SECONDS);
    } catch (SQLException e) {
      return null;
    } finally {
      took(clock.nanoTime() - begin);
    }
  }

  synchronized void took(long nanos) {
    slowestNanos = Math.max(slowestNanos, nanos);
  }

  long of(Connection connection) throws SQLException {
    connection.setNetworkTimeout(Runnable::run, ANSWER_MILLIS);
    return of(connection, LIMIT_SECONDS);
  }

  private long of(Connection connection, int limitSeconds) throws SQLException {
    long rows = 0;
    try (Statement statement = connection.createStatement()) {
      statement.setQueryTimeout(limitSeconds);
      for (Table table : tables) {
        try (ResultSet count = statement.executeQuery("SELECT COUNT(*) FROM " + table.name())) {
          count.next();
          rows += count.getLong(1);
        }
      }
    }
    return rows;
  }

  static boolean tookTooLong(SQLException failure) {
    return failure instanceof SQLTimeoutException || TOO_LONG.contains(failure.getErrorCode());
  }

  int tables() {
    return tables.size();
  }
}
