package io.github.bmt4j.failover.client;

import io.github.bmt4j.clock.ErrorPhase;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;

/** The connector's "transaction": a plain connection, opened and closed. */
final class FreshConnect implements Transaction {
  private final String url;
  private final String user;
  private final String password;

  FreshConnect(String url, String user, String password) {
    this.url = url;
    this.user = user;
    this.password = password;
  }

  @Override
  public ErrorPhase first() {
    return ErrorPhase.CONNECT;
  }

  @Override
  public void attempt(Attempt attempt) {
    try (Connection connection = DriverManager.getConnection(url, user, password)) {
      attempt.succeeded();
    } catch (SQLException | RuntimeException e) {
      if (attempt.outcome == null) {
        attempt.failed(e);
      }
    }
  }

  @Override
  public void rehearse(Attempt scratch) throws SQLException {
    DriverManager.getConnection(url, user, password).close();
  }
}
