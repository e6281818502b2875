package io.github.bmt4j.heavy;

import io.github.bmt4j.clock.Clock;
import io.github.bmt4j.jdbc.Connector;
import io.github.bmt4j.jdbc.ProcessList;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * Statements that a server goes on with although their connection is lost: they are killed, and
 * awaited, because they would run at the same time as the next one. Any thread.
 */
final class LeftoverSessions {
  private static final int CONNECT_MILLIS = 5_000;
  private static final long PATIENCE_NANOS = 10_000_000_000L;

  private final Connector connector;
  private final Clock clock;
  private final List<String> problems = new CopyOnWriteArrayList<>();

  LeftoverSessions(Connector connector, Clock clock) {
    this.connector = connector;
    this.clock = clock;
  }

  /**
   * Ends what a lost connection may have left; waits until it is gone, but only for a limited time.
   */
  void end(long session) {
    try (Connection other = connector.connect(CONNECT_MILLIS)) {
      long until = clock.nanoTime() + PATIENCE_NANOS;
      if (!ProcessList.has(other, session)) {
        return;
      }
      if (!ProcessList.awaitGone(
          other,
          session,
          clock,
          () -> {
            // Again and again: a single KILL may fail.
            kill(other, session);
            return clock.nanoTime() > until;
          })) {
        problems.add(
            "the server still worked on a statement 10 s after its connection was lost and killed:"
                + " the next ones ran at the same time");
      }
    } catch (SQLException e) {
      problems.add(
          "it is unknown whether the server still works on a statement whose connection was lost: "
              + e.getMessage());
    }
  }

  /** What may have disturbed later statements, in words. */
  List<String> problems() {
    return List.copyOf(problems);
  }

  private static void kill(Connection connection, long session) {
    try (Statement statement = connection.createStatement()) {
      statement.execute("KILL " + session);
    } catch (SQLException e) {
      // It has ended meanwhile, or this login may not end it: the next look shows which.
    }
  }
}
