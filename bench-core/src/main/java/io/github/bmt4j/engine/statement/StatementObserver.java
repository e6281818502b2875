package io.github.bmt4j.engine.statement;

import io.github.bmt4j.experiment.Environment;
import io.github.bmt4j.result.StatementResult.Step;
import io.github.bmt4j.result.StatementResult.Timing;
import io.github.bmt4j.result.StatementResult.Way;
import java.nio.file.Path;

/** Told how the timing of statements goes, on the thread that does it. */
public interface StatementObserver {
  /**
   * The tables are there, and the first statement comes next.
   *
   * @param folder where the result goes
   */
  void started(Environment environment, Path folder);

  /** A statement is about to be timed, which may take a while. */
  void begins(Way way);

  /** A statement was timed. */
  void timed(Timing timing);

  /** A step of the ladder was done for a statement. */
  void climbed(Step step);

  /** Something else is done now, in a few words. */
  void says(String what);
}
