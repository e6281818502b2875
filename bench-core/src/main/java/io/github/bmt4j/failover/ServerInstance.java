package io.github.bmt4j.failover;

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
record ServerInstance(String name, long started) {
  private static final long TOLERANCE_SECONDS = 3;

  /** Asks it. */
  static ServerInstance read(TestCluster cluster) throws TargetException {
    try (Connection connection = cluster.own();
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
        return new ServerInstance(name, now - row.getLong(2));
      }
    } catch (SQLException e) {
      throw new TargetException("cannot determine which server this is: " + e.getMessage(), e);
    }
  }

  /** Asks it; nothing when it does not answer. */
  static @Nullable ServerInstance readOrNull(TestCluster cluster) {
    try {
      return read(cluster);
    } catch (TargetException e) {
      return null;
    }
  }

  /** Whether another reading found the same server, and it has not restarted. */
  boolean isStill(@Nullable ServerInstance later) {
    return later != null
        && later.name.equals(name)
        && Math.abs(later.started - started) <= TOLERANCE_SECONDS;
  }
}
