package io.github.bmt4j.load.run;

import io.github.bmt4j.jdbc.Connector;
import io.github.bmt4j.jdbc.Dialect;
import io.github.bmt4j.jdbc.ServerFacts;
import io.github.bmt4j.jdbc.ServerKey;
import io.github.bmt4j.jdbc.Target;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Objects;

/**
 * The server behind an endpoint of a run, which has answered.
 *
 * @param connector of connections that are not part of the load
 * @param identity tells servers and logins apart, whatever address they go by
 * @param database database that the URL names; empty when it names none
 */
record RunServer(
    Target target, Connector connector, ServerFacts facts, ServerKey identity, String database) {
  /** Asks the server who it is. */
  static RunServer read(Target target, Connector connector, Connection connection)
      throws SQLException {
    return new RunServer(
        target,
        connector,
        target.dialect().facts(connection),
        target.dialect().key(connection),
        Objects.requireNonNullElse(connection.getCatalog(), ""));
  }

  RunServer over(Connector other) {
    return new RunServer(target, other, facts, identity, database);
  }

  boolean hasTablesOf(RunServer other) {
    return identity.server().equals(other.identity.server()) && database.equals(other.database);
  }

  /** True for the MySQL family, of which bmt knows variables and counters. */
  boolean isFamily() {
    return target.dialect() == Dialect.MYSQL;
  }

  String description() {
    return facts.name() + " " + facts.version();
  }
}
