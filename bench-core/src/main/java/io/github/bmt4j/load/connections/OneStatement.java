package io.github.bmt4j.load.connections;

import io.github.bmt4j.jdbc.Sql;
import io.github.bmt4j.outcome.ErrorPhase;
import io.github.bmt4j.workload.Session;
import io.github.bmt4j.workload.StatementCounts;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Transactions of one statement, which needs no table. */
final class OneStatement implements Session {
  private @Nullable Connection connection;

  @Override
  public void attach(Connection opened) {
    connection = opened;
  }

  @Override
  public void next() {}

  @Override
  public void execute(StatementCounts counts) throws SQLException {
    counts.phase(ErrorPhase.STATEMENT);
    Sql.text(Objects.requireNonNull(connection, "attached"), "SELECT 1");
    counts.read();
  }

  @Override
  public boolean rollBack(Connection failed) {
    return false;
  }

  @Override
  public void detach() {
    connection = null;
  }
}
