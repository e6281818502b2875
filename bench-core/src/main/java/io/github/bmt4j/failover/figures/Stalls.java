package io.github.bmt4j.failover.figures;

import io.github.bmt4j.failover.figures.FailoverFigures.Stuck;
import java.util.List;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/** What users waited for, and what they waited for in vain. */
final class Stalls {
  private final Operations operations;
  private final Evidence evidence;
  private final Limits limits;

  Stalls(Operations operations, Evidence evidence, Limits limits) {
    this.operations = operations;
    this.evidence = evidence;
    this.limits = limits;
  }

  /** The largest response time of an OK operation that ended after t0. */
  @Nullable Double largestMillis() {
    OptionalLong largest =
        operations.all().stream()
            .filter(operation -> operation.ok() && operation.endNanos() >= evidence.t0Nanos())
            .mapToLong(Operation::responseNanos)
            .max();
    return largest.isPresent() ? (Double) Millis.of(largest.getAsLong()) : null;
  }

  /**
   * Share of the writes due from t0 on that did not end OK within the stall limit. Arrivals too
   * close to the end to be judged are left out.
   */
  @Nullable Double unavailability() {
    List<Operation> due =
        operations.of(ProbeKind.WRITER).stream()
            .filter(
                operation ->
                    operation.intendedNanos() >= evidence.t0Nanos()
                        && operation.intendedNanos() <= evidence.endNanos() - limits.stallNanos())
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
    List<Operation> stuck = operations.all().stream().filter(Operation::stuck).toList();
    OptionalLong oldest = stuck.stream().mapToLong(Operation::intendedNanos).min();
    return new Stuck(
        stuck.size(),
        oldest.isPresent() ? (Double) Millis.of(evidence.endNanos() - oldest.getAsLong()) : null);
  }
}
