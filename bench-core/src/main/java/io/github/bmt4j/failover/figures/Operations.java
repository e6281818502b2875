package io.github.bmt4j.failover.figures;

import io.github.bmt4j.failover.figures.SignificantGaps.Gap;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.IntToLongFunction;
import java.util.stream.Collectors;

/**
 * The operations of a client log: each by its last attempt, which decides its outcome and end, in
 * the order in which they were due.
 */
public final class Operations {
  private final Map<ProbeKind, List<Operation>> byProbe = new EnumMap<>(ProbeKind.class);
  private final List<Operation> failed;

  /**
   * @param cutOffNanos an attempt that began later and is still under way was cut off by the end of
   *     the observation: in it, it has neither failed nor stalled
   */
  public Operations(ClientLog log, long cutOffNanos) {
    Map<ProbeKind, Map<Long, Operation>> latest =
        log.operations().stream()
            .collect(
                Collectors.groupingBy(
                    Operation::probe,
                    Collectors.toMap(
                        Operation::sequence,
                        Function.identity(),
                        (a, b) -> a.last() || a.attempt() > b.attempt() ? a : b)));
    latest.forEach(
        (probe, operations) ->
            byProbe.put(
                probe,
                operations.values().stream()
                    .map(attempt -> attempt.last() ? attempt : unfinished(attempt))
                    .sorted(Comparator.comparingLong(Operation::intendedNanos))
                    .toList()));
    this.failed =
        log.operations().stream()
            .filter(attempt -> !attempt.ok() && attempt.startNanos() != Operation.NEVER)
            .filter(attempt -> !attempt.stuck() || attempt.startNanos() <= cutOffNanos)
            .toList();
  }

  public List<Operation> of(ProbeKind probe) {
    return byProbe.getOrDefault(probe, List.of());
  }

  public List<Operation> all() {
    return byProbe.values().stream().flatMap(List::stream).toList();
  }

  long[] okEnds(ProbeKind probe) {
    return of(probe).stream()
        .filter(Operation::ok)
        .mapToLong(Operation::endNanos)
        .sorted()
        .toArray();
  }

  /**
   * Returns true if operations explain a gap between OK ones: an attempt that did not end OK began
   * or ended in it, even if it was retried, or the server after it differs from the one before. An
   * attempt that hangs through many gaps explains only the gap in which it began.
   */
  boolean explain(ProbeKind probe, Gap gap) {
    return failIn(probe, gap) || changeServerIn(probe, gap);
  }

  /** Returns true if an attempt that did not end OK began or ended in a gap. */
  boolean failIn(ProbeKind probe, Gap gap) {
    return failed.stream()
        .anyMatch(
            attempt ->
                attempt.probe() == probe
                    && (gap.holds(attempt.startNanos()) || gap.holds(attempt.endNanos())));
  }

  private boolean changeServerIn(ProbeKind probe, Gap gap) {
    return of(probe).stream()
            .filter(one -> one.ok() && !one.server().isEmpty())
            .filter(one -> one.endNanos() == gap.beginNanos() || one.endNanos() == gap.endNanos())
            .map(Operation::server)
            .distinct()
            .count()
        > 1;
  }

  /** The number of the first of some ascending moments that is not before another one. */
  public static int first(int moments, IntToLongFunction moment, long nanos) {
    int low = 0;
    int high = moments;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (moment.applyAsLong(middle) < nanos) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }

  /** An operation that waited for its next attempt at the end of the run has not ended. */
  private static Operation unfinished(Operation attempt) {
    return new Operation(
        attempt.probe(),
        attempt.sequence(),
        attempt.attempt(),
        true,
        attempt.intendedNanos(),
        attempt.startNanos(),
        Operation.NEVER,
        null,
        0,
        "",
        attempt.phase(),
        attempt.server(),
        Operation.NEVER,
        Operation.NEVER);
  }
}
