package io.github.bmt4j.lab;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;

/** The moment from which a server takes logins. */
public final class Readiness {
  private static final String PATIENCE = "&connectTimeout=2000&socketTimeout=5000";

  private Readiness() {}

  /** Whether a login works now. */
  public static boolean isReached(String url, Login login) {
    try (Connection connection = connect(url, login)) {
      return connection.isValid(2);
    } catch (SQLException e) {
      return false;
    }
  }

  /** A connection that gives up soon. */
  public static Connection connect(String url, Login login) throws SQLException {
    return DriverManager.getConnection(url + PATIENCE, login.user(), login.password().reveal());
  }
}
