package io.github.bmt4j.heavy;

import io.github.bmt4j.experiment.Work;
import io.github.bmt4j.heavy.StatementResult.Step;
import io.github.bmt4j.heavy.StatementResult.Timing;
import io.github.bmt4j.heavy.StatementResult.Variant;
import io.github.bmt4j.progress.Progress;
import io.github.bmt4j.report.Columns;
import org.jspecify.annotations.Nullable;

/** Reports and stores timings and steps of the ladder as they end. */
final class StatementEvents implements AutoCloseable {
  private final Work work;
  private final Progress progress;
  private Runnable beforeKeeping = () -> {};
  private Progress.@Nullable Step running;

  StatementEvents(Work work, Progress progress) {
    this.work = work;
    this.progress = progress;
  }

  void beforeKeeping(Runnable first) {
    beforeKeeping = first;
  }

  void begins(Variant variant) {
    running = work.events().step(variant.statement() + ", " + variant.form().word(), -1, "");
  }

  void timed(Timing timing) {
    close();
    keep();
    Columns<StatementTable.Timed> lines = StatementTable.timings();
    StatementTable.timed(timing).forEach(one -> work.events().line("  " + lines.row(one)));
    work.events().partEnded(timing);
  }

  void climbed(Step step) {
    keep();
    work.events().line("  " + StatementTable.steps().row(step));
    work.events().partEnded(step);
  }

  void says(String what) {
    progress.say(what);
  }

  private void keep() {
    beforeKeeping.run();
    work.keep();
  }

  @Override
  public void close() {
    Progress.Step shown = running;
    running = null;
    if (shown != null) {
      shown.close();
    }
  }
}
