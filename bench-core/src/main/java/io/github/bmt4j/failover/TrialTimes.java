package io.github.bmt4j.failover;

import java.time.Duration;

/**
 * Limits in time of a play.
 *
 * @param baseline under load and without trouble, before the fault
 * @param stall from when on an operation counts as stalled
 * @param settle without trouble, until a play is over
 * @param deadline from the fault on, when a play ends whether or not it has recovered
 */
public record TrialTimes(Duration baseline, Duration stall, Duration settle, Duration deadline) {}
