package io.github.bmt4j.engine.failover;

import io.github.bmt4j.engine.play.PlayObserver;
import io.github.bmt4j.experiment.Environment;
import io.github.bmt4j.result.FailoverFigures;
import io.github.bmt4j.scenario.FailoverScenario;
import java.nio.file.Path;

/** Told how a failover run goes, on the thread that runs it. */
public interface FailoverObserver extends PlayObserver {
  /**
   * The first repetition is about to begin.
   *
   * @param folder where the run is stored
   */
  void started(FailoverScenario scenario, Environment environment, Path folder);

  /** A repetition begins to make everything ready. */
  void repetition(int number, int of);

  /** A repetition is over. */
  void ended(FailoverFigures.Repetition repetition);
}
