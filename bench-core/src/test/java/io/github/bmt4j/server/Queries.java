package io.github.bmt4j.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.bmt4j.jdbc.Target;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/** What tests ask and tell a server. */
public final class Queries {
  private Queries() {}

  public static String one(Target target, String query) throws SQLException {
    try (Connection connection = connect(target);
        Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(query)) {
      assertThat(rows.next()).isTrue();
      return String.valueOf(rows.getString(1));
    }
  }

  public static void execute(Target target, String... statements) throws SQLException {
    try (Connection connection = connect(target);
        Statement statement = connection.createStatement()) {
      for (String sql : statements) {
        statement.execute(sql);
      }
    }
  }

  private static Connection connect(Target target) throws SQLException {
    return DriverManager.getConnection(target.url(), target.user(), target.password().reveal());
  }
}
