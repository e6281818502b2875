package io.github.bmt4j.failover.client;

import io.github.bmt4j.failover.figures.LedgerCopy;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;

/**
 * The table that writers insert into, in SQL that every member of the MySQL family takes. Nothing
 * in it is unique but the id, so that a write which was applied twice is there twice.
 *
 * @param table its name, in the database of the connection
 */
public record Ledger(String table) {
  public Ledger {
    if (!table.matches("[A-Za-z0-9_]+")) {
      throw new IllegalArgumentException("no name for a table: " + table);
    }
  }

  /** Makes it; fails when it is there. */
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
   * Adds a row; parameters are sequence, attempt and intended time.
   *
   * @param identity expression with which the server says who it is
   */
  String insertSql(String identity) {
    return "INSERT INTO `"
        + table
        + "` (`sequence`, `attempt`, `intended_nanos`, `server`) VALUES (?, ?, ?, "
        + identity
        + ")";
  }

  /**
   * One row: the server's identity, then id and intended time of the newest row, NULL when there is
   * none.
   */
  String newestSql(String identity) {
    return "SELECT "
        + identity
        + ", newest.`id`, newest.`intended_nanos` FROM (SELECT 1) one LEFT JOIN"
        + " (SELECT `id`, `intended_nanos` FROM `"
        + table
        + "` ORDER BY `id` DESC LIMIT 1) newest ON TRUE";
  }

  /** Every row that the server has, in the order of their ids. */
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
                found.getLong(1), found.getLong(2), found.getInt(3), found.getString(4)));
      }
    }
    return rows;
  }
}
