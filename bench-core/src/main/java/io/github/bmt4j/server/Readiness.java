package io.github.bmt4j.server;

import io.github.bmt4j.jdbc.SessionSettings;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;

/** The moment from which a server takes logins. */
public final class Readiness {
  private static final int CONNECT_MILLIS = 2_000;
  private static final int ANSWER_MILLIS = 5_000;

  private Readiness() {}

  public static boolean isReached(String url, Login login) {
    try (Connection connection = connect(url, login)) {
      return connection.isValid(2);
    } catch (SQLException e) {
      return false;
    }
  }

  /** A connection with a short timeout. */
  public static Connection connect(String url, Login login) throws SQLException {
    return connect(url, login, CONNECT_MILLIS, ANSWER_MILLIS);
  }

  /** A connection with timeouts for its opening and for each later answer. */
  public static Connection connect(String url, Login login, int connectMillis, int answerMillis)
      throws SQLException {
    return SessionSettings.settled(
        DriverManager.getConnection(
            url + "&connectTimeout=" + connectMillis + "&socketTimeout=" + answerMillis,
            login.user(),
            login.password().reveal()));
  }
}
