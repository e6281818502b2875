package io.github.bmt4j.load.agent;

import io.github.bmt4j.clock.Clock;
import io.github.bmt4j.jdbc.Connector;
import io.github.bmt4j.jdbc.LoadDriver;
import io.github.bmt4j.load.Load;
import io.github.bmt4j.progress.StopSignal;
import io.github.bmt4j.workload.StatementRows;
import java.util.List;

/** The plan of an agent's part of a load, as the controller sends it by {@link Wire}. */
public interface PartPlan {
  /**
   * Opens the part, which an agent then runs.
   *
   * @throws RuntimeException if the plan cannot be carried out here
   */
  OpenPart open(LoadDriver driver, Clock clock, StopSignal stop);

  /** A part of a load. Closing it ends its connections. */
  interface OpenPart extends Load, AutoCloseable {
    /** Connectors to the endpoints, in their order. */
    List<Connector> endpoints();

    /** Rows of each statement of the user's own SQL so far. */
    List<StatementRows> rows();

    @Override
    void close();
  }
}
