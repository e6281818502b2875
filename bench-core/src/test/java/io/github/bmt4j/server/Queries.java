package io.github.bmt4j.server;

import io.github.bmt4j.jdbc.Sql;
import io.github.bmt4j.jdbc.Target;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;

/** What tests ask and tell a server. */
public final class Queries {
  private Queries() {}

  public static String one(Target target, String query) throws SQLException {
    try (Connection connection = connect(target)) {
      return Sql.text(connection, query);
    }
  }

  public static void execute(Target target, String... statements) throws SQLException {
    try (Connection connection = connect(target)) {
      Sql.execute(connection, statements);
    }
  }

  private static Connection connect(Target target) throws SQLException {
    return DriverManager.getConnection(target.url(), target.user(), target.password().reveal());
  }
}
