package io.github.bmt4j.jmh.twin;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/**
 * Selects a row of {@link RowTable#POINTS} by its primary key, with a statement that stays open.
 */
public final class PointSelect implements AutoCloseable {
  private static final String SELECT =
      "SELECT " + Row.COLUMNS + " FROM " + RowTable.POINTS.name() + " WHERE id = ";

  private final Statement statement;

  private PointSelect(Statement statement) {
    this.statement = statement;
  }

  /** With the id in the text, which is new each time. */
  public static PointSelect text(Connection connection) throws SQLException {
    return new PointSelect(connection.createStatement());
  }

  /** With the id as a parameter; the connection's settings say who prepares. */
  public static PointSelect prepared(Connection connection) throws SQLException {
    return new PointSelect(connection.prepareStatement(SELECT + "?"));
  }

  /** The row with an id. */
  public Row row(int id) throws SQLException {
    try (ResultSet found = execute(id)) {
      found.next();
      return Row.read(found);
    }
  }

  private ResultSet execute(int id) throws SQLException {
    if (statement instanceof PreparedStatement prepared) {
      prepared.setInt(1, id);
      return prepared.executeQuery();
    }
    return statement.executeQuery(SELECT + id);
  }

  @Override
  public void close() throws SQLException {
    statement.close();
  }
}
