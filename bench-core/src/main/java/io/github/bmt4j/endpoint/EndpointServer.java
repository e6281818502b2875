package io.github.bmt4j.endpoint;

import io.github.bmt4j.failure.TargetException;
import io.github.bmt4j.jdbc.Connector;
import io.github.bmt4j.jdbc.Dialect;
import io.github.bmt4j.jdbc.LoadDriver;
import io.github.bmt4j.jdbc.PsMode;
import io.github.bmt4j.jdbc.ServerFacts;
import io.github.bmt4j.jdbc.ServerKey;
import io.github.bmt4j.jdbc.Target;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/**
 * The server behind an endpoint, which has answered.
 *
 * @param connector of connections that are not part of the load
 * @param identity distinguishes servers and logins, whatever their addresses
 * @param database database that the URL names; empty when it names none
 */
public record EndpointServer(
    Target target, Connector connector, ServerFacts facts, ServerKey identity, String database) {
  /** Logs in to each endpoint. Touches nothing. */
  public static List<EndpointServer> reach(
      PsMode psMode, List<Target> targets, TimedQuery patient, LoadDriver driver)
      throws TargetException {
    List<EndpointServer> reached = new ArrayList<>();
    for (Target target : targets) {
      Connector connector = driver.control(target, psMode, 1);
      try {
        reached.add(
            patient.first(
                () -> {
                  try (Connection connection = connector.connect()) {
                    return read(target, connector, connection);
                  }
                }));
      } catch (SQLException e) {
        throw TargetErrors.target(target, e);
      }
    }
    return reached;
  }

  /** Asks the server for its identity. */
  public static EndpointServer read(Target target, Connector connector, Connection connection)
      throws SQLException {
    return new EndpointServer(
        target,
        connector,
        target.dialect().facts(connection),
        target.dialect().key(connection),
        Objects.requireNonNullElse(connection.getCatalog(), ""));
  }

  /** Returns true if both are the same server, whatever their addresses. */
  public boolean isSame(EndpointServer other) {
    return identity.server().equals(other.identity.server());
  }

  public EndpointServer over(Connector other) {
    return new EndpointServer(target, other, facts, identity, database);
  }

  boolean hasTablesOf(EndpointServer other) {
    return isSame(other) && database.equals(other.database);
  }

  /** True for the MySQL family, of which bmt knows variables and counters. */
  public boolean isFamily() {
    return target.dialect() == Dialect.MYSQL;
  }

  public String description() {
    return facts.name() + " " + facts.version();
  }

  /** Warnings with the number of their endpoint, which is given from 0. */
  public static List<String> at(int endpoint, List<String> warnings) {
    return warnings.stream().map(warning -> "endpoint " + (endpoint + 1) + ": " + warning).toList();
  }
}
