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

  private boolean isOnUsualTable() {
    return scenario.table().equals(usualTable().name());
  }

  /** The table in statements: the name of a user's table may be a word of SQL. */
  String sqlTable() {
    return isOnUsualTable() ? scenario.table() : "`" + scenario.table() + "`";
  }

  /**
   * Checks what can be checked before anything is touched.
   *
   * @throws BadInputException when it makes no sense
   */
  public void check() {
    if (!isOnUsualTable()) {
      String option = "--table=" + scenario.table();
      if (scenario.concurrent().contains(Concurrent.OLTP_READ_WRITE)) {
        throw new BadInputException(
            option + " requires --while none: the concurrent load works on " + usualTable().name());
      }
      if (!scenario.onExisting()) {
        throw new BadInputException(option + " is your own table: it requires --on-existing");
      }
      if (!scenario.changes().stream().allMatch(AlterChange::fitsAnyTable)) {
        throw new BadInputException(
            option
                + ": choose --change add-column, optimize or convert-charset; the others are made"
                + " for sysbench's tables");
      }
    }
    if (scenario.onExisting() && scenario.cases().size() > 1) {
      throw new BadInputException(
          "--on-existing alters a table once, because nothing is undone: give one --change, one"
              + " --algorithm, one --while and no --repeat");
    }
  }
}
