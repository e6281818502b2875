package io.github.bmt4j.heavy;

import static io.github.bmt4j.report.Lines.words;

import io.github.bmt4j.experiment.Context;
import io.github.bmt4j.failure.BadInputException;
import io.github.bmt4j.failure.TargetException;
import io.github.bmt4j.heavy.StatementResult.Execution;
import io.github.bmt4j.heavy.StatementResult.Step;
import io.github.bmt4j.heavy.StatementScenario.Form;
import io.github.bmt4j.jdbc.Connector;
import io.github.bmt4j.report.Reason;
import io.github.bmt4j.report.Reason.Code;
import io.github.bmt4j.tables.TablePreparer;
import io.github.bmt4j.workload.HeavyStatement;
import io.github.bmt4j.workload.StatementWorkload.Rung;
import java.util.List;
import java.util.Map;

/**
 * The ladder: the same statements over the ladder's own table, bigger at each step, to find the
 * size at which a server begins to spill. The table is made for a step and dropped after it.
 *
 * @param steps receives each step
 * @param problems receives reasons why the steps cannot be used
 */
record Ladder(
    StatementOrder order,
    Connector connector,
    Batch batch,
    Context context,
    StatementEvents events,
    List<Step> steps,
    List<Reason> problems) {

  static void check(StatementOrder order, TablePreparer preparer) throws TargetException {
    for (Rung rung : order.rungs().values()) {
      BadInputException.check(
          !preparer.isThere(rung.table()),
          rung.table().name()
              + " is there already: use another database, or drop it if it is of a ladder that was"
              + " cut off");
    }
  }

  void climb() {
    for (Map.Entry<Long, Rung> step : order.rungs().entrySet()) {
      long rows = step.getKey();
      Rung rung = step.getValue();
      if (context.stop().given()) {
        return;
      }
      TablePreparer preparer = new TablePreparer(connector, context.progress(), context.stop());
      try {
        preparer.prepare(List.of(rung.table()), order.threads());
      } catch (TargetException | BadInputException e) {
        if (!context.stop().given()) {
          fallOff(rung, rows, String.valueOf(e.getMessage()));
        }
        return;
      }
      stand(rung, rows);
      drop(preparer, rung);
    }
  }

  private void stand(Rung rung, long rows) {
    for (HeavyStatement statement : rung.statements()) {
      Execution execution =
          batch
              .run(
                  words("%s, %,d rows", statement.name(), rows), statement, Form.WHOLE, 1, () -> {})
              .get(0)
              .execution();
      if (order.scenario().timed().verify()
          && execution.ending().done()
          && execution.rows() != statement.rows()) {
        problems.add(
            Code.WRONG_ANSWER.of(
                words(
                    "%s gave %,d rows instead of %,d on a table of %,d",
                    statement.name(), execution.rows(), statement.rows(), rows)));
      }
      add(new Step(rows, statement.name(), execution));
    }
  }

  private void fallOff(Rung rung, long rows, String why) {
    problems.add(
        Code.ENDED_EARLY.of(
            words("the ladder ended at %,d rows: the table could not be made: %s", rows, why)));
    rung.statements().forEach(one -> add(new Step(rows, one.name(), Execution.leftOut(why))));
  }

  private void add(Step step) {
    steps.add(step);
    events.climbed(step);
  }

  private void drop(TablePreparer preparer, Rung rung) {
    try {
      preparer.drop(List.of(rung.table()));
    } catch (TargetException e) {
      problems.add(
          Code.NOT_CLEANED_UP.of(rung.table().name() + " was left behind: " + e.getMessage()));
    }
  }
}
