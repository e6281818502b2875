package io.github.bmt4j.experiment;

import io.github.bmt4j.progress.Progress;
import java.nio.file.Path;

/**
 * Shows an experiment while it goes on, and then its result. As long as a form has no other way,
 * all but the result goes to standard error.
 */
public interface ReportWriter extends Events {
  Output output();

  /** Shows the result and where it is stored. */
  void ended(Runner.Outcome<?> outcome);

  /** Shows a stored result again, whole. */
  void show(RunStore.Stored stored);

  @Override
  default void started(Started what, Path folder) {
    what.text().lines().forEach(output()::say);
  }

  @Override
  default void line(String line) {
    output().say(line);
  }

  @Override
  default int columns() {
    return output().columns();
  }

  @Override
  default Progress.Step step(String what, long total, String unit) {
    return output().beginQuietly(what, total, unit);
  }

  /** Says where the result is, or that it is nowhere. */
  default void stored(Runner.Outcome<?> outcome) {
    output()
        .say(outcome.folder() == null ? "NOT STORED: see above" : "stored   " + outcome.folder());
  }
}
