package io.github.bmt4j.failover;

import io.github.bmt4j.experiment.Environment;
import io.github.bmt4j.experiment.EnvironmentReader;
import io.github.bmt4j.failover.client.ProbePlan;
import io.github.bmt4j.failure.TargetException;
import io.github.bmt4j.jdbc.ServerFacts;
import java.sql.Connection;
import java.sql.SQLException;

/** Reads where a stage is, over a connection of the application's kind. */
public final class ClusterEnvironment {
  /** What to bear in mind when all servers are on this machine. */
  public static final String ONE_MACHINE =
      "client and servers share this machine's processors: figures tell ways to connect apart, not machines";

  private ClusterEnvironment() {}

  /** Reads it for an application that works by a plan. */
  public static Environment read(TestCluster cluster, ProbePlan plan) throws TargetException {
    try (Connection connection = cluster.connect()) {
      String url = plan.connectUrl() == null ? plan.readUrl() : plan.connectUrl();
      return EnvironmentReader.read(
          cluster.description(),
          ServerFacts.read(connection),
          url == null ? "" : url,
          "text",
          connection);
    } catch (SQLException e) {
      throw new TargetException("cannot read the server's settings: " + e.getMessage(), e);
    }
  }
}
