package io.github.bmt4j.tables;

import static io.github.bmt4j.failure.Called.bmt;

import io.github.bmt4j.failure.BadInputException;
import io.github.bmt4j.jdbc.PsMode;
import io.github.bmt4j.workload.ConsistencyCheck;
import io.github.bmt4j.workload.Params;
import io.github.bmt4j.workload.Table;
import io.github.bmt4j.workload.TableReset;
import io.github.bmt4j.workload.Workload;
import io.github.bmt4j.workload.WorkloadInfo;
import java.util.List;
import java.util.SortedSet;

/** The tables of a workload with its parameters, as commands on tables and loads need them. */
public interface WorkloadTables {
  Workload workload();

  Params params();

  /** Threads of the load: some workloads have a table for each. */
  int threads();

  PsMode psMode();

  default List<Table> tables() {
    return workload().tables(params(), threads());
  }

  /**
   * The parameters with the tables' actual storage engines instead of the option's.
   *
   * @param engines empty while there are no tables
   * @throws BadInputException when the workload needs another one
   */
  default Params paramsWith(SortedSet<String> engines) {
    String option = WorkloadInfo.STORAGE_ENGINE.name();
    String found = String.join(", ", engines);
    if (found.isEmpty() || found.equals(params().asMap().getOrDefault(option, found))) {
      return params();
    }
    Params actual = params().with(option, found);
    workload().check(actual);
    return actual;
  }

  /** Notes to bear in mind if the tables have these storage engines; refuses others. */
  default List<String> engineNotes(SortedSet<String> engines) {
    return paramsWith(engines).equals(params())
        ? List.of()
        : List.of(
            "the tables have the storage engine "
                + String.join(", ", engines)
                + ", and not that of --"
                + WorkloadInfo.STORAGE_ENGINE.name()
                + ": the result names the one they have");
  }

  /** Check of the tables; refused for a workload without one. */
  default ConsistencyCheck consistencyCheck() {
    return workload()
        .consistencyCheck(params())
        .orElseThrow(() -> lacks("consistency rules; only tpcc can be checked"));
  }

  /** Reset of the tables to their state after they were loaded; refused without one. */
  default TableReset tableReset() {
    return workload()
        .tableReset(params())
        .orElseThrow(() -> lacks("reset: run " + bmt("cleanup") + " and " + bmt("prepare")));
  }

  private BadInputException lacks(String what) {
    return new BadInputException(workload().info().name() + " has no " + what);
  }
}
