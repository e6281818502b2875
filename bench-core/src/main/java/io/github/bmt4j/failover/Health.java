package io.github.bmt4j.failover;

import io.github.bmt4j.failover.client.ClientStatus;
import io.github.bmt4j.failover.client.TrialTimes;
import io.github.bmt4j.failover.fault.TrialTimeline;
import io.github.bmt4j.failover.figures.Operation;
import io.github.bmt4j.report.Reason;
import io.github.bmt4j.report.Reason.Code;
import java.time.Duration;
import java.util.function.ToLongFunction;
import java.util.stream.Stream;

/**
 * Health of the application, by its own reports: for the baseline's time before the fault, and for
 * the settle time after it.
 */
record Health(TrialTimes times, long beginNanos) {
  static final String NEVER_WELL =
      "the application was not healthy before the fault, so there was none";

  private static final String STALLED =
      " (no operation failed, but some stalled or began late: lower the rates of the load)";

  private static final Duration PATIENCE = Duration.ofSeconds(20);
  private static final int MOST_BASELINES = 2;

  /**
   * Start of the current time without trouble. An unpunctual client, too, is worth waiting for, but
   * only for a limited time: the judgement reports it.
   */
  long since(ClientStatus status, long nowNanos) {
    long well = Math.max(beginNanos, last(status, ClientStatus.Probe::troubleNanos));
    return isPatient(nowNanos) ? Math.max(well, last(status, ClientStatus.Probe::lateNanos)) : well;
  }

  boolean isProven(long sinceNanos, long nowNanos) {
    return nowNanos - sinceNanos >= times.baseline().toNanos();
  }

  /**
   * Reason that the application was never well, with the last message of its driver if there is
   * one.
   *
   * @param known true if another reason is known
   */
  static Reason neverWell(ClientStatus status, boolean known) {
    return Code.BASELINE_DISTURBED.of(
        NEVER_WELL + (known ? "" : status.said().isEmpty() ? STALLED : ": " + status.said()));
  }

  boolean isPatient(long nowNanos) {
    return nowNanos - beginNanos < limit().toNanos();
  }

  Duration limit() {
    return times.baseline().plus(PATIENCE);
  }

  /** The start of the baseline, which is not much longer than asked for. */
  static long baselineFrom(TrialTimes times, long sinceNanos, long nowNanos) {
    return Math.max(sinceNanos, nowNanos - MOST_BASELINES * times.baseline().toNanos());
  }

  /** Returns true if there was neither trouble nor a step on the servers for the settle time. */
  static boolean isSettled(
      TrialTimes times,
      ClientStatus status,
      TrialTimeline timeline,
      long faultNanos,
      long nowNanos) {
    long quietSince =
        Math.max(last(status, ClientStatus.Probe::troubleNanos), timeline.lastNanos(faultNanos));
    return nowNanos - quietSince >= times.settle().toNanos();
  }

  private static long last(ClientStatus status, ToLongFunction<ClientStatus.Probe> moment) {
    return Stream.of(status.writer(), status.reader(), status.connector())
        .mapToLong(moment)
        .max()
        .orElse(Operation.NEVER);
  }
}
