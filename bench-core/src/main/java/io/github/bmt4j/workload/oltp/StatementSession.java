package io.github.bmt4j.workload.oltp;

import io.github.bmt4j.workload.Session;
import io.github.bmt4j.workload.Statements;
import java.sql.Connection;
import java.sql.SQLException;

/** A session whose statements are prepared together. */
abstract class StatementSession implements Session {
  final Statements statements;

  StatementSession(Statements statements) {
    this.statements = statements;
  }

  @Override
  public final void attach(Connection connection) {
    statements.attach(connection);
  }

  @Override
  public final void prepare() throws SQLException {
    statements.prepareAll();
  }

  @Override
  public final void detach() throws SQLException {
    statements.detach();
  }
}
