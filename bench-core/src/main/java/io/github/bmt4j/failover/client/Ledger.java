package io.github.bmt4j.failover.client;

import io.github.bmt4j.failover.client.PooledTransaction.Statements;
import io.github.bmt4j.failover.figures.LedgerCopy;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;

/**
 * The table that writers insert into, in SQL that every member of the MySQL family takes. Only the
 * id is unique, so that a write that was applied twice has two rows.
 *
 * @param table its name, in the database of the connection; "" where nothing is written
 */
public record Ledger(String table) {
  /** The ledger of an application that writes nothing. */
  public static final Ledger NONE = new Ledger("");

  public Ledger {
    if (!table.matches("[A-Za-z0-9_]*")) {
      throw new IllegalArgumentException("no name for a table: " + table);
    }
  }

  /** Creates the table; fails if it exists. */
  public String createSql() {
    return "CREATE TABLE `"
        + table
        + "` (`id` BIGINT NOT NULL AUTO_INCREMENT PRIMARY KEY, `sequence` BIGINT NOT NULL,"
        + " `attempt` INT NOT NULL, `intended_nanos` BIGINT NOT NULL, `server` VARCHAR(190) NOT"
        + " NULL) ENGINE=InnoDB";
  }

  public String dropSql() {
    return "DROP TABLE IF EXISTS `" + table + "`";
  }

  /**
   * The writer's statements: an insert, then queries for the server that took the row and for the
   * row's id. The queries come last: a driver that repeats a transaction on another server repeats
   * the insert, too.
   *
   * @param identity expression for the server's identity
   * @param workMillis additional working time of the server; 0 for none
   */
  Statements writing(String identity, long workMillis) {
    String insert =
        "INSERT INTO `"
            + table
            + "` (`sequence`, `attempt`, `intended_nanos`, `server`) VALUES (?, ?, ?, "
            + identity
            + ")";
    return (connection, attempt) -> {
      connection.setAutoCommit(false);
      try (PreparedStatement statement = connection.prepareStatement(insert)) {
        statement.setLong(1, attempt.sequence);
        statement.setInt(2, attempt.number);
        statement.setLong(3, attempt.intendedNanos);
        statement.executeUpdate();
      }
      try (Statement statement = connection.createStatement()) {
        work(statement, workMillis);
        try (ResultSet row = statement.executeQuery("SELECT " + identity + ", LAST_INSERT_ID()")) {
          row.next();
          attempt.server(row.getString(1));
          attempt.wrote(row.getLong(2));
        }
      }
    };
  }

  /**
   * The reader's statements: the newest row, and the server that has it; likewise. Without a table,
   * just the server.
   */
  Statements reading(String identity, long workMillis) {
    String newest = table.isEmpty() ? "SELECT " + identity + ", NULL, NULL" : newest(identity);
    return (connection, attempt) -> {
      connection.setReadOnly(true);
      connection.setAutoCommit(false);
      try (Statement statement = connection.createStatement();
          ResultSet row = statement.executeQuery(newest)) {
        row.next();
        attempt.server(row.getString(1));
        long id = row.getLong(2);
        if (!row.wasNull()) {
          attempt.saw(id, row.getLong(3));
        }
        work(statement, workMillis);
      }
    };
  }

  private String newest(String identity) {
    return "SELECT "
        + identity
        + ", newest.`id`, newest.`intended_nanos` FROM (SELECT 1) one LEFT JOIN"
        + " (SELECT `id`, `intended_nanos` FROM `"
        + table
        + "` ORDER BY `id` DESC LIMIT 1) newest ON TRUE";
  }

  private static void work(Statement statement, long millis) throws SQLException {
    if (millis > 0) {
      statement.execute("DO SLEEP(" + millis / 1e3 + ")");
    }
  }

  /** Every row that the server has, ordered by id. */
  public List<LedgerCopy.Row> read(Connection connection) throws SQLException {
    List<LedgerCopy.Row> rows = new ArrayList<>();
    try (Statement statement = connection.createStatement();
        ResultSet found =
            statement.executeQuery(
                "SELECT `id`, `sequence`, `attempt`, `server` FROM `"
                    + table
                    + "` ORDER BY `id`")) {
      while (found.next()) {
        rows.add(
            new LedgerCopy.Row(
                found.getLong(1),
                found.getLong(2),
                found.getInt(3),
                // Many rows have few servers.
                found.getString(4).intern()));
      }
    }
    return rows;
  }
}
