package io.github.bmt4j.failover.figures;

import io.github.bmt4j.failover.figures.ClientLog.Connect;
import io.github.bmt4j.failover.figures.FailoverFigures.Attempts;
import io.github.bmt4j.failover.figures.FailoverFigures.Storm;
import java.util.List;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/** Figures of the operations and connections of all probes. */
final class AttemptAnalysis {
  private static final long SECOND_NANOS = 1_000_000_000;

  private AttemptAnalysis() {}

  /**
   * Time at which the application could first notice a problem, from t0 on: an operation did not
   * end OK, or had been waiting for the stall limit. Absent if there was no problem before the end.
   */
  static OptionalLong detected(Operations operations, Evidence evidence, Limits limits) {
    return operations.all().stream()
        .mapToLong(operation -> noticed(operation, limits))
        .filter(at -> at >= evidence.t0Nanos() && at <= evidence.endNanos())
        .min();
  }

  private static long noticed(Operation operation, Limits limits) {
    long stalled = operation.intendedNanos() + limits.stallNanos();
    if (operation.endNanos() == Operation.NEVER || operation.endNanos() > stalled) {
      return stalled;
    }
    return operation.ok() ? Operation.NEVER : operation.endNanos();
  }

  static Attempts figures(Operations operations, Evidence evidence, Limits limits) {
    OptionalLong largest =
        operations.all().stream()
            .filter(operation -> operation.ok() && operation.endNanos() >= evidence.t0Nanos())
            .mapToLong(Operation::responseNanos)
            .max();
    return new Attempts(
        Errors.count(evidence),
        largest.isPresent() ? (Double) Millis.of(largest.getAsLong()) : null,
        Stuck.of(operations.all(), evidence.endNanos(), limits.hungNanos()),
        storm(evidence));
  }

  private static @Nullable Storm storm(Evidence evidence) {
    if (!evidence.client().traced()) {
      return null;
    }
    List<Connect> tried =
        evidence.client().connects().stream()
            .filter(connect -> connect.startNanos() >= evidence.t0Nanos())
            .toList();
    long[] opened =
        tried.stream().filter(Connect::connected).mapToLong(Connect::startNanos).sorted().toArray();
    int largest = 0;
    int first = 0;
    for (int last = 0; last < opened.length; last++) {
      while (opened[last] - opened[first] >= SECOND_NANOS) {
        first++;
      }
      largest = Math.max(largest, last - first + 1);
    }
    return new Storm(opened.length, largest, tried.size() - opened.length);
  }
}
