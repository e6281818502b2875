package io.github.bmt4j.failover.cluster;

import io.github.bmt4j.jdbc.Sql;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.stream.Collectors;

/**
 * The table to which observers write: one row for each node, so that they do not wait for each
 * other.
 *
 * @param name of the table
 */
public record ObserverTable(String name) {
  /** Creates it, with a row for each word. */
  public void create(Connection connection, List<String> words) throws SQLException {
    Sql.execute(
        connection,
        "CREATE TABLE "
            + name
            + " (node VARCHAR(190) PRIMARY KEY, looks BIGINT NOT NULL) ENGINE=InnoDB",
        words.stream()
            .map(word -> "(" + quoted(word) + ", 0)")
            .collect(Collectors.joining(", ", "INSERT INTO " + name + " VALUES ", "")));
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
