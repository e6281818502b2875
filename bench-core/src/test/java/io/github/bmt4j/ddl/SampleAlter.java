package io.github.bmt4j.ddl;

import io.github.bmt4j.ddl.AlterResult.Alter;
import io.github.bmt4j.experiment.Made;
import io.github.bmt4j.experiment.SampleResults;
import io.github.bmt4j.load.concurrent.ConcurrentPhase;
import io.github.bmt4j.outcome.OutcomeKind;
import io.github.bmt4j.outcome.StatementOutcome;
import java.util.ArrayList;
import java.util.List;

/** A made-up result of bmt alter for tests. */
final class SampleAlter {
  private SampleAlter() {}

  /** An ALTER under load, one that was refused, and one that found its disk full. */
  static AlterResult result() {
    return SampleResults.read("alter", AlterResult.class);
  }

  static AlterResult of(Alter... alters) {
    return Made.like(result()).set("alters", List.of(alters)).record();
  }

  /** The one that was done. */
  static Alter done() {
    return result().alters().get(0);
  }

  /** The result in which operations of the load failed during that one. */
  static AlterResult result(long failed) {
    List<Alter> alters = new ArrayList<>(result().alters());
    List<ConcurrentPhase> load = new ArrayList<>(done().load());
    load.set(1, Made.like(load.get(1)).set("failed", failed).record());
    alters.set(0, Made.like(done()).set("load", load).record());
    return of(alters.toArray(Alter[]::new));
  }

  /** One that ended after a time, with a longest stall of the load. */
  static Alter ended(OutcomeKind outcome, double afterMs, double stallMs) {
    return Made.like(done())
        .set("ending", new StatementOutcome(outcome, afterMs, null, null, null))
        .set("longestStallMs", stallMs)
        .record();
  }
}
