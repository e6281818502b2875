package io.github.bmt4j.failover.client;

import io.github.bmt4j.outcome.ErrorPhase;
import java.sql.Connection;
import java.sql.SQLException;
import javax.sql.DataSource;

/** The connector's "transaction": a plain connection, opened and closed. */
record FreshConnect(DataSource source) implements Transaction {

  @Override
  public ErrorPhase first() {
    return ErrorPhase.CONNECT;
  }

  @Override
  public void attempt(Attempt attempt) {
    try (Connection connection = source.getConnection()) {
      attempt.succeeded();
    } catch (SQLException | RuntimeException e) {
      if (attempt.outcome == null) {
        attempt.failed(e);
      }
    }
  }

  @Override
  public void rehearse(Attempt scratch) throws SQLException {
    source.getConnection().close();
  }
}
