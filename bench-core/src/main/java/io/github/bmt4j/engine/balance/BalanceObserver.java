package io.github.bmt4j.engine.balance;

import io.github.bmt4j.engine.play.PlayObserver;
import io.github.bmt4j.experiment.Environment;
import io.github.bmt4j.scenario.BalanceScenario;
import java.nio.file.Path;

/** Told how a balance run goes, on the thread that runs it. */
public interface BalanceObserver extends PlayObserver {
  /**
   * The load is about to begin.
   *
   * @param folder where the run is stored
   */
  void started(BalanceScenario scenario, Environment environment, Path folder);
}
