package io.github.bmt4j.experiment;

import io.github.bmt4j.progress.Progress;
import java.nio.file.Path;

/**
 * Shows a running experiment, and then its result. Unless a form overrides it, all but the result
 * goes to standard error.
 */
public interface ReportWriter extends Events {
  Output output();

  /** Shows the result and its folder. */
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

  /** Reports the folder of the result, or that it was not stored. */
  default void stored(Runner.Outcome<?> outcome) {
    output()
        .say(outcome.folder() == null ? "NOT STORED: see above" : "stored   " + outcome.folder());
  }
}
