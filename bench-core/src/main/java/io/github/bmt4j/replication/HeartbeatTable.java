package io.github.bmt4j.replication;

import io.github.bmt4j.jdbc.Sql;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;

/** The table with the heartbeat: one row, in the database of the connection. */
public final class HeartbeatTable {
  public static final String NAME = "bmt_heartbeat";

  private static final String READ = "SELECT beat FROM " + NAME + " WHERE id = 1";
  private static final String WRITE = "UPDATE " + NAME + " SET beat = ";

  private HeartbeatTable() {}

  /** Creates it, with beat 0; drops an old one first. */
  public static void make(Connection connection) throws SQLException {
    drop(connection);
    Sql.execute(
        connection,
        "CREATE TABLE "
            + NAME
            + " (id INT NOT NULL PRIMARY KEY, beat BIGINT NOT NULL) ENGINE=InnoDB",
        "INSERT INTO " + NAME + " VALUES (1, 0)");
  }

  public static void drop(Connection connection) throws SQLException {
    Sql.execute(connection, "DROP TABLE IF EXISTS " + NAME);
  }

  /** Writes the number of a beat, and commits it. */
  static void write(Connection connection, long beat) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      if (statement.executeUpdate(WRITE + beat + " WHERE id = 1") != 1) {
        throw new SQLException("the row of " + NAME + " is gone");
      }
    }
  }

  /**
   * The number of the beat that a server shows.
   *
   * @throws SQLException when it has none, or does not answer
   */
  public static long read(Connection connection) throws SQLException {
    Long beat = Sql.numberOrNull(connection, READ);
    if (beat == null) {
      throw new SQLException("the row of " + NAME + " is not there");
    }
    return beat;
  }
}
