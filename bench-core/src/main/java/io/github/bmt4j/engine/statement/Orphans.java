package io.github.bmt4j.engine.statement;

import io.github.bmt4j.measure.Clock;
import io.github.bmt4j.target.Connector;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * Statements that a server goes on with although their connection is lost: they are killed, and
 * awaited, for else they would run beside the next one. Any thread.
 */
final class Orphans {
  private static final int CONNECT_MILLIS = 5_000;
  private static final long PATIENCE_NANOS = 10_000_000_000L;
  private static final long LOOK_NANOS = 50_000_000L;

  private final Connector connector;
  private final Clock clock;
  private final List<String> problems = new CopyOnWriteArrayList<>();

  Orphans(Connector connector, Clock clock) {
    this.connector = connector;
    this.clock = clock;
  }

  /** The server's number of a connection. */
  static long session(Connection connection) throws SQLException {
    return number(connection, "SELECT CONNECTION_ID()");
  }

  /** Ends what a lost connection may have left; waits until it is gone, but not for ever. */
  void end(long session) {
    try (Connection other = connector.connect(CONNECT_MILLIS)) {
      long until = clock.nanoTime() + PATIENCE_NANOS;
      while (isThere(other, session)) {
        if (clock.nanoTime() > until) {
          problems.add(
              "the server still worked on a statement 10 s after its connection was lost and killed: the next ones ran beside it");
          return;
        }
        kill(other, session);
        clock.sleepUntil(clock.nanoTime() + LOOK_NANOS, () -> false);
      }
    } catch (SQLException e) {
      problems.add(
          "nobody could see whether the server still works on a statement whose connection was lost: "
              + e.getMessage());
    }
  }

  /** What may have disturbed later statements, in words. */
  List<String> problems() {
    return List.copyOf(problems);
  }

  private static boolean isThere(Connection connection, long session) throws SQLException {
    return number(
            connection, "SELECT COUNT(*) FROM information_schema.processlist WHERE id = " + session)
        > 0;
  }

  private static void kill(Connection connection, long session) {
    try (Statement statement = connection.createStatement()) {
      statement.execute("KILL " + session);
    } catch (SQLException e) {
      // It has gone meanwhile, or nobody may end it: the next look tells.
    }
  }

  private static long number(Connection connection, String sql) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery(sql)) {
      row.next();
      return row.getLong(1);
    }
  }
}
