package io.github.bmt4j.engine.alter;

import io.github.bmt4j.experiment.Environment;
import io.github.bmt4j.measure.AlterLook;
import io.github.bmt4j.result.AlterResult.Alter;
import io.github.bmt4j.result.AlterResult.Slice;
import io.github.bmt4j.scenario.AlterScenario;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** Told how ALTERs go, on the thread that runs them. */
public interface AlterObserver {
  /**
   * The first ALTER is about to be got ready.
   *
   * @param folder where the run is stored
   */
  void started(AlterScenario scenario, Environment environment, Path folder);

  /** The ALTER that comes next may lack something. */
  void warns(String warning);

  /** An ALTER begins. */
  void begins(String sql, String beside);

  /**
   * It runs, and another second is over.
   *
   * @param look what the server tells; absent when it tells nothing
   * @param load of that second; absent without one
   */
  void runs(double seconds, @Nullable AlterLook look, @Nullable Slice load);

  /** It has ended. */
  void ended(Alter alter);
}
