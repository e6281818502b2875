package io.github.bmt4j.failover.cluster;

import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;

/**
 * The table to which observers write: one row for each node, so that they do not wait for each
 * other.
 *
 * @param name of the table
 */
public record ObserverTable(String name) {
  public void create(Statement statement, List<String> words) throws SQLException {
    statement.execute(
        "CREATE TABLE "
            + name
            + " (node VARCHAR(190) PRIMARY KEY, looks BIGINT NOT NULL) ENGINE=InnoDB");
    for (String word : words) {
      statement.execute("INSERT INTO " + name + " VALUES (" + quoted(word) + ", 0)");
    }
  }

  public String dropSql() {
    return "DROP TABLE IF EXISTS " + name;
  }

  public String writeSql() {
    return "UPDATE " + name + " SET looks = looks + 1";
  }

  /** A write to the row of one node, which changes just that row. */
  public String writeSql(String node) {
    return writeSql() + " WHERE node = " + quoted(node);
  }

  public String countSql(String word) {
    return "SELECT COUNT(*) FROM " + name + " WHERE node = " + quoted(word);
  }

  private static String quoted(String text) {
    return "'" + text.replace("'", "''").replace("\\", "\\\\") + "'";
  }
}
