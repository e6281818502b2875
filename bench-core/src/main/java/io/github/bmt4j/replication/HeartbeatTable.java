package io.github.bmt4j.replication;

import io.github.bmt4j.jdbc.Sql;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.UUID;

/**
 * The table with the heartbeat of one command: one row, in the database of the connection.
 * Simultaneous commands have one each.
 *
 * @param name eight random hexadecimal digits after {@link #PREFIX}
 */
public record HeartbeatTable(String name) {
  private static final String PREFIX = "bmt_heartbeat_";

  private static final int DIGITS = 8;

  /** A table with a new name. */
  public HeartbeatTable() {
    this(PREFIX + UUID.randomUUID().toString().substring(0, DIGITS));
  }

  /** Creates it, with beat 0. */
  public void create(Connection connection) throws SQLException {
    Sql.execute(
        connection,
        "CREATE TABLE "
            + name
            + " (id INT NOT NULL PRIMARY KEY, beat BIGINT NOT NULL) ENGINE=InnoDB",
        "INSERT INTO " + name + " VALUES (1, 0)");
  }

  public void drop(Connection connection) throws SQLException {
    Sql.execute(connection, "DROP TABLE IF EXISTS " + name);
  }

  /** Writes the number of a beat, and commits it. */
  void write(Connection connection, long beat) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      if (statement.executeUpdate("UPDATE " + name + " SET beat = " + beat + " WHERE id = 1")
          != 1) {
        throw new SQLException("the row of " + name + " is gone");
      }
    }
  }

  /**
   * The number of the beat that a server shows.
   *
   * @throws SQLException when it shows none, or does not answer
   */
  public long read(Connection connection) throws SQLException {
    Long beat = Sql.numberOrNull(connection, "SELECT beat FROM " + name + " WHERE id = 1");
    if (beat == null) {
      throw new SQLException("the row of " + name + " is not there");
    }
    return beat;
  }
}
