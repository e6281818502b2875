package io.github.bmt4j.failover;

import java.time.Duration;

/**
 * Limits in time of a trial.
 *
 * @param baseline under load and without trouble, before the fault
 * @param stall from when on an operation counts as stalled
 * @param settle without trouble, until a trial is over
 * @param deadline from the fault on, when a trial ends whether or not it has recovered
 */
public record TrialTimes(Duration baseline, Duration stall, Duration settle, Duration deadline) {
  /** The times of {@code bmt failover} without options. */
  public static final TrialTimes USUAL =
      new TrialTimes(
          Duration.ofSeconds(3),
          Duration.ofSeconds(1),
          Duration.ofSeconds(10),
          Duration.ofSeconds(60));
}
