package io.github.bmt4j.ddl;

import io.github.bmt4j.ddl.AlterScenario.Algorithm;
import io.github.bmt4j.ddl.AlterScenario.Case;
import io.github.bmt4j.ddl.AlterScenario.Concurrent;
import io.github.bmt4j.ddl.AlterScenario.Lock;
import io.github.bmt4j.failure.BadInputException;
import io.github.bmt4j.load.run.Job;
import io.github.bmt4j.sampling.CommandText;
import io.github.bmt4j.workload.Table;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * ALTERs that the user requested.
 *
 * @param job of the scenario's load, over one table of sysbench's
 * @param own load of the user's own SQL; absent without one
 */
public record AlterOrder(Job job, @Nullable Job own, AlterScenario scenario) {
  Table usualTable() {
    return job.tables().get(0);
  }

  Job load(Concurrent concurrent) {
    return concurrent == Concurrent.SQL ? Objects.requireNonNull(own) : job;
  }

  /** Returns true if the table has as many rows after the ALTER as before, whatever runs beside. */
  boolean keepsRows(Case one) {
    return one.change().keepsRows()
        && (one.concurrent() == Concurrent.NONE || load(one.concurrent()).keepsRows());
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
      String own = scenario.table() + " is your own table: ";
      BadInputException.check(
          !scenario.concurrent().contains(Concurrent.OLTP_READ_WRITE),
          own
              + "give --while none or a file of your own SQL, because oltp_read_write works on "
              + usualTable().name());
      BadInputException.check(scenario.onExisting(), own + "it requires --on-existing");
      BadInputException.check(
          scenario.changes().stream().allMatch(AlterChange::fitsAnyTable),
          own
              + "give --sql, or --change add-column, optimize or convert-charset; the others are"
              + " made for sysbench's tables");
    }
    BadInputException.check(
        !scenario.onExisting() || scenario.cases().size() <= 1,
        "--on-existing",
        " alters a table once, because nothing is undone: give one --change, one"
            + " --algorithm or --tool, one --while and no --repeat");
    CommandText tool = scenario.tool();
    if (tool != null) {
      ToolCommand.check(tool.reveal());
      boolean alone = scenario.algorithms().equals(List.of(Algorithm.TOOL));
      String words = " is not a tool's: leave it out, or give --algorithm too";
      BadInputException.check(!alone || scenario.lock() == Lock.DEFAULT, "--lock", words);
      BadInputException.check(
          !alone || scenario.limits().lockWaitTimeoutSeconds() == null,
          "--lock-wait-timeout",
          words);
    }
  }
}
