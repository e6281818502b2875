package io.github.bmt4j.failover;

import io.github.bmt4j.failover.client.Client;
import io.github.bmt4j.failover.fault.Timeline;
import io.github.bmt4j.failure.TargetException;
import java.time.Duration;
import java.util.function.BooleanSupplier;

/**
 * Intervention at the servers of a trial: a fault in a lab, the user's command in a cluster, or an
 * unannounced change there.
 */
public interface Intervention {
  /** Returns true if it is outside the control of bmt, and takes effect at an unknown time. */
  default boolean isOutside() {
    return false;
  }

  default boolean isUnannounced() {
    return false;
  }

  /** Longest wait for the effect of an outside intervention. */
  default Duration patience() {
    return Duration.ZERO;
  }

  /** Shortest time that the application runs before the fault, healthy or not. */
  default Duration lead() {
    return Duration.ZERO;
  }

  /** Time after a node's return in which the application may still change over to it. */
  default Duration aftermath() {
    return Duration.ZERO;
  }

  /**
   * Does what must be done before the fault and is not noticed by the application.
   *
   * @param application application that the intervention may suspend
   */
  default void prepare(Timeline timeline, BooleanSupplier stopped, Client application)
      throws TargetException {}

  /** Notes that it comes now; gives that moment, t0. */
  long announce(Timeline timeline);

  /** Changes the servers; returns when everything that follows from it has been done. */
  void inject(Timeline timeline, BooleanSupplier stopped) throws TargetException;
}
