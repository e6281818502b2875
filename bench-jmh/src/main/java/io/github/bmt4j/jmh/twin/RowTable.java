package io.github.bmt4j.jmh.twin;

import io.github.bmt4j.failure.BadInputException;
import io.github.bmt4j.jdbc.Sql;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;

/**
 * A table of bmt's in a database that may be the user's: made for a trial, dropped after it. A
 * table that has its name and other columns is left alone.
 */
public record RowTable(String name) {
  /** Read by all threads. */
  public static final RowTable POINTS = new RowTable("bmt_jmh_points");

  /** Rows of {@link #POINTS}, with the ids from 1. */
  public static final int POINT_ROWS = 10_000;

  private static final List<String> SHAPE =
      List.of("id int", "k bigint", "price decimal", "changed datetime", "c char");
  private static final int ROWS_A_STATEMENT = 500;

  /** The one that a thread alone writes to. */
  public static RowTable of(String benchmark, int thread) {
    return new RowTable("bmt_jmh_" + benchmark + "_" + thread);
  }

  /**
   * Makes it, empty, in place of what an ended trial left.
   *
   * @throws BadInputException when the place is taken by another table, or there is no database
   */
  public void create(Connection connection) throws SQLException {
    drop(connection);
    Sql.execute(
        connection,
        "CREATE TABLE "
            + name
            + " (id INT NOT NULL PRIMARY KEY, k BIGINT NOT NULL, price DECIMAL(10,2) NOT NULL,"
            + " changed DATETIME NOT NULL, c CHAR(120) NOT NULL) ENGINE=InnoDB");
  }

  /** Adds the rows with the ids from 1. */
  public void fill(Connection connection, int rows) throws SQLException {
    StringBuilder values = new StringBuilder();
    for (int id = 1; id <= rows; id++) {
      values.append(values.isEmpty() ? "" : ",").append(Row.of(id).literals());
      if (id % ROWS_A_STATEMENT == 0 || id == rows) {
        Sql.execute(connection, "INSERT INTO " + name + " (" + Row.COLUMNS + ") VALUES " + values);
        values.setLength(0);
      }
    }
  }

  /** Takes all rows out. */
  public void empty(Connection connection) throws SQLException {
    Sql.execute(connection, "TRUNCATE TABLE " + name);
  }

  /**
   * Drops it, where it is there.
   *
   * @throws BadInputException when it is not ours
   */
  public void drop(Connection connection) throws SQLException {
    List<String> found = shape(connection);
    if (found.isEmpty()) {
      return;
    }
    BadInputException.check(
        found.equals(SHAPE),
        "the database has a table "
            + name
            + " that is not ours (columns "
            + String.join(", ", found)
            + "): rename it, or give another database");
    Sql.execute(connection, "DROP TABLE " + name);
  }

  /** Adds one row; all marks are {@link Row#bind bound}. */
  public String insert() {
    return "INSERT INTO " + name + " (" + Row.COLUMNS + ") VALUES (?, ?, ?, ?, ?)";
  }

  private List<String> shape(Connection connection) throws SQLException {
    BadInputException.check(
        !Sql.text(connection, "SELECT DATABASE()").isEmpty(),
        "-p url names no database: add one, as in jdbc:mariadb://host:3306/database");
    return Sql.texts(
        connection,
        "SELECT CONCAT(column_name, ' ', data_type) FROM information_schema.columns"
            + " WHERE table_schema = DATABASE() AND table_name = '"
            + name
            + "' ORDER BY ordinal_position");
  }
}
