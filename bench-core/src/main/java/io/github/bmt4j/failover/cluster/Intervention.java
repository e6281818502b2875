package io.github.bmt4j.failover.cluster;

import io.github.bmt4j.failover.client.Client;
import io.github.bmt4j.failover.fault.TrialTimeline;
import io.github.bmt4j.failure.TargetException;
import java.time.Duration;
import java.util.function.BooleanSupplier;

/**
 * Intervention at the servers of a trial: a fault in a lab, the user's command in a cluster, or an
 * unannounced change there.
 */
public interface Intervention {
  /**
   * Returns true if bmt does not control the intervention, which takes effect at an unknown time.
   */
  default boolean isOutside() {
    return false;
  }

  default boolean isUnannounced() {
    return false;
  }

  /** Returns true if it concerns the primary, so that it needs a node that takes writes. */
  default boolean changesPrimary() {
    return true;
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
   * Prepares the fault with steps that the application does not notice.
   *
   * @param application application that the intervention may suspend
   */
  default void prepare(TrialTimeline timeline, BooleanSupplier stopped, Client application)
      throws TargetException {}

  /** Notes that the fault comes now; returns that moment, t0. */
  long announce(TrialTimeline timeline);

  /** Changes the servers; returns when all steps that follow have been done. */
  void inject(TrialTimeline timeline, BooleanSupplier stopped) throws TargetException;
}
