package io.github.bmt4j.engine;

import io.github.bmt4j.measure.Interval;
import io.github.bmt4j.measure.Measurement;
import io.github.bmt4j.result.Environment;
import io.github.bmt4j.result.RunResult.IntervalResult;
import java.nio.file.Path;
import java.util.List;

/** Told how a run goes, on the thread that runs it. */
public interface RunObserver {
  /**
   * Everything is ready and the load begins.
   *
   * @param folder where the run is stored
   */
  void started(Environment environment, List<String> warnings, Path folder);

  /** An interval has ended. */
  void interval(IntervalResult interval, boolean warmup);

  /** The same, as it was measured. Told after its figures. */
  default void measured(Interval interval) {}

  /** The load has ended, and this is what was measured. */
  default void measured(Measurement measurement) {}
}
