package io.github.bmt4j.engine.statement;

import io.github.bmt4j.failure.BadInputException;
import io.github.bmt4j.failure.TargetException;
import io.github.bmt4j.preparation.TablePreparer;
import io.github.bmt4j.progress.Progress;
import io.github.bmt4j.progress.StopSignal;
import io.github.bmt4j.result.StatementResult.Execution;
import io.github.bmt4j.result.StatementResult.Step;
import io.github.bmt4j.scenario.StatementScenario;
import io.github.bmt4j.target.Connector;
import io.github.bmt4j.workload.HeavyStatement;
import io.github.bmt4j.workload.StatementWorkload.Rung;
import io.github.bmt4j.workload.Table;
import java.util.ArrayList;
import java.util.List;

/**
 * The ladder: the same statements over a table of its own that is bigger at each step, to find
 * where a server begins to spill. The table is made for a step and dropped after it.
 */
final class Ladder {
  private final StatementOrder order;
  private final Connector connector;
  private final Batch batch;
  private final Progress progress;
  private final StopSignal stop;
  private final StatementObserver observer;

  Ladder(
      StatementOrder order,
      Connector connector,
      Batch batch,
      Progress progress,
      StopSignal stop,
      StatementObserver observer) {
    this.order = order;
    this.connector = connector;
    this.batch = batch;
    this.progress = progress;
    this.stop = stop;
    this.observer = observer;
  }

  /**
   * Checks that its table is nobody's.
   *
   * @throws BadInputException when it is there already; nothing was touched
   */
  static void check(StatementOrder order, TablePreparer preparer) throws TargetException {
    for (long rows : order.scenario().ladder()) {
      Rung rung = order.workload().rung(order.job().params(), rows).orElseThrow();
      if (preparer.isThere(rung.table())) {
        throw new BadInputException(
            rung.table().name()
                + " is there already, perhaps from a ladder that was cut off: drop it first");
      }
    }
  }

  /** Climbs as far as the user lets it. */
  List<Step> climb() throws TargetException {
    List<Step> steps = new ArrayList<>();
    for (long rows : order.scenario().ladder()) {
      Rung rung = order.workload().rung(order.job().params(), rows).orElseThrow();
      if (stop.given()) {
        break;
      }
      climb(rung, rows, steps);
    }
    return steps;
  }

  private void climb(Rung rung, long rows, List<Step> steps) throws TargetException {
    TablePreparer preparer = new TablePreparer(connector, progress, stop);
    List<Table> tables = List.of(rung.table());
    preparer.prepare(tables, Runtime.getRuntime().availableProcessors());
    try (Lookout lookout = new Lookout(connector)) {
      for (HeavyStatement statement : rung.statements()) {
        Batch.Outcome outcome =
            batch.run(statement, StatementScenario.WHOLE, 1, lookout.connection());
        Execution execution = outcome.executions().get(0);
        Step step = new Step(rows, statement.name(), execution);
        steps.add(step);
        observer.climbed(step);
      }
    } finally {
      preparer.drop(tables);
    }
  }
}
