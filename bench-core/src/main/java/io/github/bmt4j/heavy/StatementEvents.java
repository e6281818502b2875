package io.github.bmt4j.heavy;

import io.github.bmt4j.experiment.Work;
import io.github.bmt4j.heavy.StatementResult.Step;
import io.github.bmt4j.heavy.StatementResult.Timing;
import io.github.bmt4j.heavy.StatementResult.Variant;
import io.github.bmt4j.progress.Progress;
import io.github.bmt4j.report.Columns;

/** Reports and stores timings and steps of the ladder as they end. */
record StatementEvents(Work work) {
  /** Shows that a timing runs, until it is closed. */
  Progress.Step begins(Variant variant) {
    return work.events().step(variant.statement() + ", " + variant.form().word(), -1, "");
  }

  void timed(Timing timing) {
    work.keep();
    Columns<StatementTable.Timed> lines = StatementTable.timings();
    StatementTable.timed(timing).forEach(one -> work.events().line("  " + lines.row(one)));
    work.events().partEnded(timing);
  }

  void climbed(Step step) {
    work.keep();
    work.events().line("  " + StatementTable.steps().row(step));
    work.events().partEnded(step);
  }
}
