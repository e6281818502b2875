package io.github.bmt4j.heavy;

import io.github.bmt4j.load.run.Job;
import io.github.bmt4j.workload.HeavyStatement;
import io.github.bmt4j.workload.StatementWorkload;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Statements that the user wants timed.
 *
 * @param job of the workload that has them
 * @param statements the chosen ones, in their order
 * @param beside the concurrent load; absent for none
 */
public record StatementOrder(
    Job job,
    StatementWorkload workload,
    List<HeavyStatement> statements,
    StatementScenario scenario,
    @Nullable Job beside) {
  public StatementOrder {
    statements = List.copyOf(statements);
  }
}
