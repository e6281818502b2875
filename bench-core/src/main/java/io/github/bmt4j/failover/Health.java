package io.github.bmt4j.failover;

import io.github.bmt4j.failover.client.ClientStatus;
import io.github.bmt4j.failover.client.TrialTimes;
import io.github.bmt4j.failover.fault.Timeline;
import io.github.bmt4j.failover.figures.Operation;
import java.time.Duration;
import java.util.List;
import java.util.function.ToLongFunction;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Health of the application, by its own reports: for the baseline's time before the fault, and for
 * the settle time after it.
 */
final class Health {
  static final String NEVER_WELL =
      "the application was not healthy before the fault, so there was none";

  private static final String SAID = ": ";

  private static final String STALLED =
      " (no operation failed, but some stalled or began late: lower the rates of the load)";

  private static final Duration PATIENCE = Duration.ofSeconds(20);
  private static final int MOST_BASELINES = 2;

  private final TrialTimes times;
  private final long beginNanos;

  Health(TrialTimes times, long beginNanos) {
    this.times = times;
    this.beginNanos = beginNanos;
  }

  /**
   * Since when nothing has been wrong. For a client that is not punctual it is worth waiting too,
   * but only for a limited time: the judgement reports it.
   */
  long since(ClientStatus status, long nowNanos) {
    long well = Math.max(beginNanos, last(status, ClientStatus.Probe::troubleNanos));
    return isPatient(nowNanos) ? Math.max(well, last(status, ClientStatus.Probe::lateNanos)) : well;
  }

  boolean isProven(long sinceNanos, long nowNanos) {
    return nowNanos - sinceNanos >= times.baseline().toNanos();
  }

  /**
   * Reason that the application was never well, with the last message of its driver, or without
   * one.
   *
   * @param known true if another reason is known
   */
  static String neverWell(ClientStatus status, boolean known) {
    return NEVER_WELL + (known ? "" : status.said().isEmpty() ? STALLED : SAID + status.said());
  }

  /** The driver's words of an application that was never well; absent for another one. */
  static @Nullable String cannotWork(List<String> reasons) {
    return reasons.stream()
        .filter(reason -> reason.startsWith(NEVER_WELL + SAID))
        .map(reason -> reason.substring((NEVER_WELL + SAID).length()))
        .findFirst()
        .orElse(null);
  }

  boolean isPatient(long nowNanos) {
    return nowNanos - beginNanos < times.baseline().plus(PATIENCE).toNanos();
  }

  /** The begin of the baseline: not much longer than asked for. */
  static long baselineFrom(TrialTimes times, long sinceNanos, long nowNanos) {
    return Math.max(sinceNanos, nowNanos - MOST_BASELINES * times.baseline().toNanos());
  }

  /**
   * Returns true if nothing was wrong, and nothing was done to the servers, for the settle time.
   */
  static boolean isSettled(
      TrialTimes times, ClientStatus status, Timeline timeline, long faultNanos, long nowNanos) {
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
