package io.github.bmt4j.heavy;

import io.github.bmt4j.jdbc.PsMode;
import io.github.bmt4j.load.run.Job;
import io.github.bmt4j.preflight.Need;
import io.github.bmt4j.workload.HeavyStatement;
import io.github.bmt4j.workload.StatementWorkload;
import io.github.bmt4j.workload.Table;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Statements that the user wants timed.
 *
 * @param statements the chosen ones, in their order
 * @param concurrent the load that runs at the same time; absent for none
 */
public record StatementOrder(
    Job job,
    StatementWorkload workload,
    List<HeavyStatement> statements,
    StatementScenario scenario,
    @Nullable Job concurrent) {
  public StatementOrder {
    statements = List.copyOf(statements);
  }

  /**
   * Needs of its server: for each statement a connection, and another one that looks at the server;
   * one for the series.
   */
  public Need need() {
    Set<String> privileges = new HashSet<>(job.privileges());
    List<Table> tables = new ArrayList<>();
    if (scenario.ladder().isEmpty()) {
      tables.addAll(job.tables());
    }
    for (long rows : scenario.ladder()) {
      workload.rung(job.params(), rows).ifPresent(rung -> tables.add(rung.table()));
    }
    int connections = 1 + 2 * scenario.connections().stream().mapToInt(one -> one).max().orElse(1);
    boolean writes = !scenario.ladder().isEmpty();
    if (concurrent != null) {
      connections += concurrent.scenario().load().threads();
      privileges.addAll(concurrent.privileges());
      tables.addAll(concurrent.tables());
      writes |= concurrent.need().writes();
    }
    return new Need(connections, 0, PsMode.DISABLE, privileges, tables).writing(writes);
  }
}
