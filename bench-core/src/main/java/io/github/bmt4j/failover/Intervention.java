package io.github.bmt4j.failover;

import io.github.bmt4j.failover.client.Client;
import io.github.bmt4j.failover.fault.Timeline;
import io.github.bmt4j.failure.TargetException;
import java.time.Duration;
import java.util.function.BooleanSupplier;

/**
 * What is done to the servers in a trial: a fault in a lab, the user's command in a cluster, or
 * whatever happens there unannounced.
 */
interface Intervention {
  /** Whether it is outside this program's control, and takes effect at a time of its own. */
  default boolean isOutside() {
    return false;
  }

  /** Whether it begins without an announcement. */
  default boolean isUnannounced() {
    return false;
  }

  /** How long to wait until an outside intervention takes effect. */
  default Duration patience() {
    return Duration.ZERO;
  }

  /** How long the application runs before the fault at least, healthy or not. */
  default Duration lead() {
    return Duration.ZERO;
  }

  /** How long after a node's return the application may still change over to it. */
  default Duration aftermath() {
    return Duration.ZERO;
  }

  /**
   * Does what must be done before the fault and is not noticed by the application.
   *
   * @param application that the intervention may suspend
   */
  default void prepare(Timeline timeline, BooleanSupplier stopped, Client application)
      throws TargetException {}

  /** Notes that it comes now; gives that moment, t0. */
  long announce(Timeline timeline);

  /** Changes the servers; returns when everything that follows from it has been done. */
  void inject(Timeline timeline, BooleanSupplier stopped) throws TargetException;
}
