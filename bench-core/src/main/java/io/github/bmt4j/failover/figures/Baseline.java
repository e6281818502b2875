package io.github.bmt4j.failover.figures;

import static io.github.bmt4j.report.Lines.words;

import io.github.bmt4j.report.Reason;
import io.github.bmt4j.report.Reason.Code;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Health of the application before the fault: figures are compared with that time. */
public final class Baseline {
  /** A shorter baseline says nothing about throughput in windows of 1 s. */
  private static final long SHORTEST_NANOS = 2_000_000_000;

  /** Share of the expected arrivals that must have ended OK. */
  private static final double OK_SHARE = 0.95;

  /** Time before t0 in which no attempt may fail. */
  private static final long QUIET_NANOS = 1_000_000_000;

  private Baseline() {}

  static List<Reason> reasons(Operations operations, Evidence evidence, Limits limits) {
    long length = evidence.t0Nanos() - evidence.fromNanos();
    if (length < SHORTEST_NANOS) {
      return List.of(
          Code.BASELINE_DISTURBED.of(
              words("only %.1f s of load were observed before the fault", length / 1e9)));
    }
    List<Reason> reasons = new ArrayList<>();
    for (ProbeKind probe : ProbeKind.values()) {
      if (evidence.ran(probe)) {
        double expected = (double) length / evidence.intervalNanos(probe);
        long well =
            well(
                operations.of(probe),
                evidence.fromNanos(),
                evidence.t0Nanos(),
                limits.stallNanos());
        missing("before the fault", probe, well, expected).ifPresent(reasons::add);
      }
    }
    long late =
        evidence.client().operations().stream()
            .filter(
                attempt ->
                    attempt.outcome() != null
                        && !attempt.ok()
                        && attempt.endNanos() < evidence.t0Nanos()
                        && attempt.endNanos() >= evidence.t0Nanos() - QUIET_NANOS)
            .count();
    if (late > 0) {
      reasons.add(
          Code.BASELINE_DISTURBED.of(
              words("%,d attempts failed in the last second before the fault", late)));
    }
    return reasons;
  }

  /** Reason why too few operations of a probe ended OK while all servers were healthy, in words. */
  public static Optional<Reason> missing(String when, ProbeKind probe, long well, double expected) {
    return well >= Math.floor(OK_SHARE * expected)
        ? Optional.empty()
        : Optional.of(
            Code.BASELINE_DISTURBED.of(
                words(
                    "operations failed or were missing %s: %,d of %,.0f operations of the %s ended"
                        + " OK%s",
                    when, well, expected, probe.word(), probe.remedy())));
  }

  /**
   * Number of operations that were due and OK in a baseline, or still under way for good reason at
   * its end; 0 if none ended OK in it.
   */
  public static long well(List<Operation> all, long fromNanos, long toNanos, long stallNanos) {
    return all.stream()
            .anyMatch(one -> one.ok() && one.endNanos() >= fromNanos && one.endNanos() < toNanos)
        ? all.stream().filter(one -> wasWell(one, fromNanos, toNanos, stallNanos)).count()
        : 0;
  }

  private static boolean wasWell(
      Operation operation, long fromNanos, long toNanos, long stallNanos) {
    if (operation.intendedNanos() < fromNanos
        || operation.intendedNanos() >= toNanos
        || operation.unserved()) {
      return false;
    }
    boolean endedBefore = operation.endNanos() != Operation.NEVER && operation.endNanos() < toNanos;
    return endedBefore ? operation.ok() : operation.intendedNanos() >= toNanos - stallNanos;
  }
}
