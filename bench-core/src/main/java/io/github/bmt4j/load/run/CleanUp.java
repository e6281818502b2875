package io.github.bmt4j.load.run;

import io.github.bmt4j.clock.Clock;
import io.github.bmt4j.progress.StopSignal;
import io.github.bmt4j.workload.Workload;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Optional;

/** Cleanup of a workload after its load, over the first endpoint, where it was prepared. */
final class CleanUp {
  private CleanUp() {}

  /**
   * Cleans up, also after the user has ended the load.
   *
   * @param keep action before the cleanup, where there is one
   * @return failure of the cleanup; empty when it succeeded
   */
  static Optional<String> of(Workload workload, RunEndpoints reached, Clock clock, Runnable keep) {
    if (!workload.cleansUp()) {
      return Optional.empty();
    }
    keep.run();
    RunServer first = reached.endpoints().get(0).server();
    try (Connection connection =
        TimedQuery.with(clock, new StopSignal()).at(first.connector()::connect)) {
      workload.cleanUp(connection);
      return Optional.empty();
    } catch (SQLException e) {
      return Optional.of("the cleanup file failed: " + TargetErrors.words(e));
    }
  }
}
