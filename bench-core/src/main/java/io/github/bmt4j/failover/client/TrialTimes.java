package io.github.bmt4j.failover.client;

import java.time.Duration;

/**
 * Limits in time of a trial.
 *
 * @param baselineMillis under load and without trouble, before the fault
 * @param stallMillis from when on an operation counts as stalled
 * @param settleMillis without trouble, until a trial is over
 * @param deadlineMillis after this time from the fault, a trial ends even if it has not recovered;
 *     for as long from its intended time, the application retries an operation
 */
public record TrialTimes(
    long baselineMillis, long stallMillis, long settleMillis, long deadlineMillis) {
  private static final long LAST_MILLIS = 1_000;

  public static final TrialTimes USUAL = new TrialTimes(3_000, 1_000, 10_000, 60_000);

  public Duration baseline() {
    return Duration.ofMillis(baselineMillis);
  }

  public Duration stall() {
    return Duration.ofMillis(stallMillis);
  }

  /**
   * For operations under way at the end: one that takes less than the stall limit is not stuck.
   *
   * @param interrupted true if the user waits for the end
   */
  public Duration lastOperations(boolean interrupted) {
    return Duration.ofMillis(interrupted ? LAST_MILLIS : Math.max(LAST_MILLIS, stallMillis));
  }

  public Duration settle() {
    return Duration.ofMillis(settleMillis);
  }

  public Duration deadline() {
    return Duration.ofMillis(deadlineMillis);
  }
}
