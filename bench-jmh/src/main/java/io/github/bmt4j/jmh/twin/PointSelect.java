package io.github.bmt4j.jmh.twin;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/**
 * Selects a row of {@link RowTable#POINTS} by its primary key, with a statement that stays open.
 */
public interface PointSelect extends AutoCloseable {
  /** The row with an id. */
  Row row(int id) throws SQLException;

  @Override
  void close() throws SQLException;

  /** With the id in the text. */
  static PointSelect text(Connection connection) throws SQLException {
    return new Text(connection.createStatement());
  }

  /** With the id as a parameter; the connection's settings say who prepares. */
  static PointSelect prepared(Connection connection) throws SQLException {
    return new Prepared(connection.prepareStatement(Text.SELECT + "?"));
  }

  /** The statement is a text of its own each time. */
  final class Text implements PointSelect {
    static final String SELECT =
        "SELECT " + Row.COLUMNS + " FROM " + RowTable.POINTS.name() + " WHERE id = ";

    private final Statement statement;

    Text(Statement statement) {
      this.statement = statement;
    }

    @Override
    public Row row(int id) throws SQLException {
      try (ResultSet found = statement.executeQuery(SELECT + id)) {
        found.next();
        return Row.read(found);
      }
    }

    @Override
    public void close() throws SQLException {
      statement.close();
    }
  }

  /** The statement was prepared once. */
  final class Prepared implements PointSelect {
    private final PreparedStatement statement;

    Prepared(PreparedStatement statement) {
      this.statement = statement;
    }

    @Override
    public Row row(int id) throws SQLException {
      statement.setInt(1, id);
      try (ResultSet found = statement.executeQuery()) {
        found.next();
        return Row.read(found);
      }
    }

    @Override
    public void close() throws SQLException {
      statement.close();
    }
  }
}
