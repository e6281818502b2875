package io.github.bmt4j.engine.play;

import io.github.bmt4j.engine.EnvironmentReader;
import io.github.bmt4j.experiment.Environment;
import io.github.bmt4j.failure.TargetException;
import io.github.bmt4j.probe.ProbePlan;
import io.github.bmt4j.target.ServerFacts;
import java.sql.Connection;
import java.sql.SQLException;

/** Reads where a stage is, over a connection of the application's kind. */
public final class StageEnvironment {
  /** What to bear in mind when all servers are on this machine. */
  public static final String ONE_MACHINE =
      "client and servers share this machine's processors: figures tell ways to connect apart, not machines";

  private StageEnvironment() {}

  /** Reads it for an application that works by a plan. */
  public static Environment read(Stage stage, ProbePlan plan) throws TargetException {
    try (Connection connection = stage.connect()) {
      String url = plan.connectUrl() == null ? plan.readUrl() : plan.connectUrl();
      return EnvironmentReader.read(
          stage.description(),
          ServerFacts.read(connection),
          url == null ? "" : url,
          "text",
          connection);
    } catch (SQLException e) {
      throw new TargetException("cannot read the server's settings: " + e.getMessage(), e);
    }
  }
}
