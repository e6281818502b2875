package io.github.bmt4j.load.run;

import io.github.bmt4j.experiment.Events;
import io.github.bmt4j.load.Measurement;

/**
 * Receives events of loads: the begin of each, then each interval, then its end, on one thread. An
 * implementation of {@link Events} that shows loads in its own way implements this, too.
 */
public interface LoadListener {
  LoadListener NONE = new LoadListener() {};

  /** The part of the events that receives loads. */
  public static LoadListener of(Events events) {
    return events instanceof LoadListener listener ? listener : NONE;
  }

  /** A load begins, perhaps with a line for each interval. */
  default void begun(RunScenario scenario, boolean intervalLines) {}

  default void interval(LoadInterval interval) {}

  default void ended(Measurement measured) {}
}
