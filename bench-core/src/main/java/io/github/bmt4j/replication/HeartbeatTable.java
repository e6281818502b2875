package io.github.bmt4j.replication;

import io.github.bmt4j.jdbc.Sql;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;

/** The table with the heartbeat: one row, in the database of the connection. */
public final class HeartbeatTable {
  /** Its name. */
  public static final String NAME = "bmt_heartbeat";

  private static final String READ = "SELECT beat, at_us FROM " + NAME + " WHERE id = 1";
  private static final String WRITE = "UPDATE " + NAME + " SET beat = ?, at_us = ? WHERE id = 1";

  private HeartbeatTable() {}

  /**
   * One beat.
   *
   * @param number counted from 0, which is the row as it was made
   * @param atMicros time of day of the client that wrote it, in µs since 1970
   */
  public record Beat(long number, long atMicros) {}

  /** Creates it; drops an old one first. */
  public static void make(Connection connection) throws SQLException {
    drop(connection);
    Sql.execute(
        connection,
        List.of(
            "CREATE TABLE "
                + NAME
                + " (id INT NOT NULL PRIMARY KEY, beat BIGINT NOT NULL, at_us BIGINT NOT NULL)"
                + " ENGINE=InnoDB",
            "INSERT INTO " + NAME + " VALUES (1, 0, 0)"));
  }

  /** Drops it if it exists. */
  public static void drop(Connection connection) throws SQLException {
    Sql.execute(connection, List.of("DROP TABLE IF EXISTS " + NAME));
  }

  /**
   * Writes a beat, and commits it.
   *
   * @throws SQLException when the server refuses it, or the row is gone
   */
  static void write(Connection connection, Beat beat) throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(WRITE)) {
      statement.setLong(1, beat.number());
      statement.setLong(2, beat.atMicros());
      if (statement.executeUpdate() != 1) {
        throw new SQLException("the row of " + NAME + " is gone");
      }
    }
  }

  /**
   * The beat that a server shows.
   *
   * @throws SQLException when it has none, or does not answer
   */
  public static Beat read(Connection connection) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery(READ)) {
      if (!row.next()) {
        throw new SQLException("the row of " + NAME + " is not there");
      }
      return new Beat(row.getLong(1), row.getLong(2));
    }
  }
}
