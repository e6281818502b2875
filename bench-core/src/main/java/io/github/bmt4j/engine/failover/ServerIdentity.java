package io.github.bmt4j.engine.failover;

import io.github.bmt4j.engine.play.Stage;
import io.github.bmt4j.failure.TargetException;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import org.jspecify.annotations.Nullable;

/**
 * Which server a URL leads to, and since when it has been running.
 *
 * @param name by its own variables
 * @param started by the server's own clock, within some seconds
 */
record ServerIdentity(String name, long started) {
  private static final long TOLERANCE_SECONDS = 3;

  /** Asks it. */
  static ServerIdentity read(Stage stage) throws TargetException {
    try (Connection connection = stage.connect();
        Statement statement = connection.createStatement()) {
      String name;
      long now;
      try (ResultSet row =
          statement.executeQuery(
              "SELECT CONCAT(@@server_id, '@', @@hostname, ':', @@port), UNIX_TIMESTAMP()")) {
        row.next();
        name = row.getString(1);
        now = row.getLong(2);
      }
      try (ResultSet row = statement.executeQuery("SHOW GLOBAL STATUS LIKE 'Uptime'")) {
        row.next();
        return new ServerIdentity(name, now - row.getLong(2));
      }
    } catch (SQLException e) {
      throw new TargetException("cannot ask the server who it is: " + e.getMessage(), e);
    }
  }

  /** Asks it; nothing when it does not answer. */
  static @Nullable ServerIdentity readOrNull(Stage stage) {
    try {
      return read(stage);
    } catch (TargetException e) {
      return null;
    }
  }

  /** Whether another reading found the same server, and it has not restarted. */
  boolean isStill(@Nullable ServerIdentity later) {
    return later != null
        && later.name.equals(name)
        && Math.abs(later.started - started) <= TOLERANCE_SECONDS;
  }
}
