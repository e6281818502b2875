package io.github.bmt4j.heavy;

import io.github.bmt4j.jdbc.PsMode;
import io.github.bmt4j.load.run.Job;
import io.github.bmt4j.preflight.Need;
import io.github.bmt4j.workload.HeavyStatement;
import io.github.bmt4j.workload.Params;
import io.github.bmt4j.workload.StatementWorkload;
import io.github.bmt4j.workload.StatementWorkload.Rung;
import io.github.bmt4j.workload.Table;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A scenario with the workload, the statements and the load that it names.
 *
 * @param statements the chosen ones, in their order
 * @param concurrent the load that runs at the same time; absent for none
 */
public record StatementOrder(
    StatementScenario scenario,
    StatementWorkload workload,
    Params params,
    List<HeavyStatement> statements,
    @Nullable Job concurrent) {
  public StatementOrder {
    workload.check(params);
    statements = List.copyOf(statements);
  }

  /** The workload's tables; not those of the ladder. */
  List<Table> tables() {
    return scenario.ladder().isEmpty() ? workload.tables(params, threads()) : List.of();
  }

  /** The workload's tables and those of the concurrent load. */
  List<Table> usedTables() {
    List<Table> tables = new ArrayList<>(tables());
    if (concurrent != null) {
      tables.addAll(concurrent.tables());
    }
    return tables;
  }

  List<Table> ladderTables() {
    return rungs().values().stream().map(Rung::table).toList();
  }

  int threads() {
    return scenario.timed().mostConnections();
  }

  Map<Long, Rung> rungs() {
    Map<Long, Rung> rungs = new LinkedHashMap<>();
    scenario.ladder().forEach(rows -> rungs.put(rows, workload.rung(params, rows).orElseThrow()));
    return rungs;
  }

  /**
   * Needs of its server: for each statement a connection and another one that watches the server;
   * one for the series.
   */
  public Need need() {
    Set<String> privileges = new HashSet<>(workload.privileges(params));
    List<Table> tables = usedTables();
    tables.addAll(ladderTables());
    int connections = 1 + 2 * threads();
    boolean writes = !scenario.ladder().isEmpty();
    if (concurrent != null) {
      connections += concurrent.scenario().load().threads();
      privileges.addAll(concurrent.privileges());
      writes |= concurrent.need().writes();
    }
    return new Need(connections, 0, PsMode.DISABLE, privileges, tables).writing(writes);
  }
}
