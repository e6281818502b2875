package io.github.bmt4j.ddl;

import io.github.bmt4j.ddl.AlterScenario.Concurrent;
import io.github.bmt4j.failure.BadInputException;
import io.github.bmt4j.load.run.Job;
import io.github.bmt4j.workload.Table;

/**
 * ALTERs that the user requested.
 *
 * @param job of the scenario's load, over one table of sysbench's
 */
public record AlterOrder(Job job, AlterScenario scenario) {
  Table usualTable() {
    return job.tables().get(0);
  }

  boolean isOnUsualTable() {
    return scenario.table().equals(usualTable().name());
  }

  /** The table as quoted in statements: a user's table may be named like an SQL keyword. */
  String sqlTable() {
    return isOnUsualTable() ? scenario.table() : "`" + scenario.table() + "`";
  }

  /**
   * Checks what can be checked before anything is touched.
   *
   * @throws BadInputException when the order makes no sense
   */
  public void check() {
    if (!isOnUsualTable()) {
      String option = "--table=" + scenario.table();
      BadInputException.check(
          !scenario.concurrent().contains(Concurrent.OLTP_READ_WRITE),
          option,
          " requires --while none: the concurrent load works on " + usualTable().name());
      BadInputException.check(
          scenario.onExisting(), option, " is your own table: it requires --on-existing");
      BadInputException.check(
          scenario.changes().stream().allMatch(AlterChange::fitsAnyTable),
          option,
          ": choose --change add-column, optimize or convert-charset; the others are made"
              + " for sysbench's tables");
    }
    BadInputException.check(
        !scenario.onExisting() || scenario.cases().size() <= 1,
        "--on-existing",
        " alters a table once, because nothing is undone: give one --change, one"
            + " --algorithm, one --while and no --repeat");
  }
}
