package io.github.bmt4j.jdbc;

import io.github.bmt4j.clock.Clock;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.function.BooleanSupplier;

/** The sessions that a server lists, as far as the login may see them. */
public final class ProcessList {
  private static final String COUNT = "SELECT COUNT(*) FROM information_schema.processlist WHERE ";
  private static final String SESSIONS =
      "SELECT id FROM information_schema.processlist WHERE user = ?";
  private static final int NO_SUCH_SESSION = 1094;
  private static final long LOOK_NANOS = 50_000_000L;

  /** Database of sessions that are not the application's. */
  public static final String APART = "information_schema";

  private ProcessList() {}

  private interface Sessions {
    long count() throws SQLException;
  }

  /** The number that the server gave a connection. */
  public static long session(Connection connection) throws SQLException {
    return Sql.number(connection, "SELECT CONNECTION_ID()");
  }

  /** Number of sessions of a user. */
  public static long ofUser(Connection connection, String user) throws SQLException {
    return Sql.number(connection, COUNT + "user = ?", user);
  }

  /** Number of sessions of the connection's own user, but for those in database {@link #APART}. */
  public static long ofApplication(Connection connection) throws SQLException {
    return Sql.number(
        connection, COUNT + "user = SUBSTRING_INDEX(USER(), '@', 1) AND NOT (db <=> ?)", APART);
  }

  /** True if a session is listed. */
  public static boolean has(Connection connection, long session) throws SQLException {
    return Sql.number(connection, COUNT + "id = " + session) > 0;
  }

  /**
   * Waits until a session has left the list: a server may still run a statement whose client is
   * gone.
   *
   * @return false when {@code givesUp} became true first
   */
  public static boolean awaitGone(
      Connection connection, long session, Clock clock, BooleanSupplier givesUp)
      throws SQLException {
    return await(() -> has(connection, session) ? 1 : 0, clock, givesUp);
  }

  /**
   * Waits until a user has no session left.
   *
   * @return false when {@code givesUp} became true first
   */
  public static boolean awaitNone(
      Connection connection, String user, Clock clock, BooleanSupplier givesUp)
      throws SQLException {
    return await(() -> ofUser(connection, user), clock, givesUp);
  }

  /**
   * Kills every session that a user has now. MySQL has no statement for that: sessions that the
   * user opens meanwhile stay.
   */
  public static int killAll(Connection connection, String user) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      if (ServerProduct.read(connection).isMariaDb()) {
        return statement.executeUpdate("KILL USER " + user);
      }
      int killed = 0;
      for (String session : Sql.texts(connection, SESSIONS, user)) {
        killed += kill(statement, session) ? 1 : 0;
      }
      return killed;
    }
  }

  private static boolean kill(Statement statement, String session) throws SQLException {
    try {
      statement.execute("KILL " + session);
      return true;
    } catch (SQLException e) {
      if (e.getErrorCode() == NO_SUCH_SESSION) {
        return false;
      }
      throw e;
    }
  }

  private static boolean await(Sessions sessions, Clock clock, BooleanSupplier givesUp)
      throws SQLException {
    while (sessions.count() > 0) {
      if (givesUp.getAsBoolean()) {
        return false;
      }
      clock.sleepUntil(clock.nanoTime() + LOOK_NANOS, () -> false);
    }
    return true;
  }
}
