package io.github.bmt4j.failover.figures;

import io.github.bmt4j.failover.figures.FailoverFigures.Stuck;
import java.util.List;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/** Waits of users, and operations that never ended. */
final class Stalls {
  private final Operations operations;
  private final Evidence evidence;
  private final Limits limits;

  Stalls(Operations operations, Evidence evidence, Limits limits) {
    this.operations = operations;
    this.evidence = evidence;
    this.limits = limits;
  }

  @Nullable Double largestMillis() {
    OptionalLong largest =
        operations.all().stream()
            .filter(operation -> operation.ok() && operation.endNanos() >= evidence.t0Nanos())
            .mapToLong(Operation::responseNanos)
            .max();
    return largest.isPresent() ? (Double) Millis.of(largest.getAsLong()) : null;
  }

  /**
   * Share of the writes due between t0 and recovery that did not end OK within the stall limit.
   * Without a recovery up to the end of the observation; arrivals too close to it to be judged are
   * left out.
   *
   * @param recovered time at which throughput was back; nothing when it was not, or never was lower
   */
  @Nullable Double unavailability(OptionalLong recovered) {
    long until =
        Math.min(recovered.orElse(evidence.endNanos()), evidence.endNanos() - limits.stallNanos());
    List<Operation> due =
        operations.of(ProbeKind.WRITER).stream()
            .filter(
                operation ->
                    operation.intendedNanos() >= evidence.t0Nanos()
                        && operation.intendedNanos() <= until)
            .toList();
    long served =
        due.stream()
            .filter(operation -> operation.ok() && operation.responseNanos() <= limits.stallNanos())
            .count();
    return due.isEmpty()
        ? null
        : (Double) (Math.round(1e6 * (due.size() - served) / due.size()) / 1e6);
  }

  Stuck stuck() {
    return Stuck.of(operations.all(), evidence.endNanos(), limits.hungNanos());
  }
}
