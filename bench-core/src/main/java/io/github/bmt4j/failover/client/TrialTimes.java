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
  public static final TrialTimes USUAL = new TrialTimes(3_000, 1_000, 10_000, 60_000);

  public Duration baseline() {
    return Duration.ofMillis(baselineMillis);
  }

  public Duration stall() {
    return Duration.ofMillis(stallMillis);
  }

  public Duration settle() {
    return Duration.ofMillis(settleMillis);
  }

  public Duration deadline() {
    return Duration.ofMillis(deadlineMillis);
  }
}
