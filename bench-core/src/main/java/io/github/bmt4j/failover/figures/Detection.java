package io.github.bmt4j.failover.figures;

import java.util.OptionalLong;

/**
 * Time at which the application could first notice a problem: an operation did not end OK, or had
 * been waiting for the stall limit.
 */
final class Detection {
  private Detection() {}

  /** The moment, from t0 on; nothing when nothing was noticed before the end. */
  static OptionalLong nanos(Operations operations, Evidence evidence, Limits limits) {
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
}
