package io.github.bmt4j.load.run;

import io.github.bmt4j.experiment.Events;
import io.github.bmt4j.load.Measurement;

/**
 * Hears how loads go: of each that it begins, then each interval, then its end, on one thread. What
 * implements {@link Events} implements it too if it shows a load in its own way.
 */
public interface LoadListener {
  LoadListener NONE = new LoadListener() {};

  /** The part of the events that hears of loads. */
  public static LoadListener of(Events events) {
    return events instanceof LoadListener listener ? listener : NONE;
  }

  /** A load begins, perhaps with a line for each interval. */
  default void begun(RunScenario scenario, boolean intervalLines) {}

  default void interval(LoadInterval interval) {}

  default void ended(Measurement measured) {}
}
