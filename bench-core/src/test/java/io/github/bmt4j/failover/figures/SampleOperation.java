package io.github.bmt4j.failover.figures;

import io.github.bmt4j.outcome.Outcome;
import org.jspecify.annotations.Nullable;

/** Operations made up by hand. */
public final class SampleOperation {
  private SampleOperation() {}

  /** The only attempt of an operation that began when it was due, without the words of an error. */
  public static Operation of(
      ProbeKind probe,
      long sequence,
      long startNanos,
      long endNanos,
      @Nullable Outcome outcome,
      String server) {
    long never = Operation.NEVER;
    return new Operation(
        probe,
        sequence,
        1,
        true,
        startNanos,
        startNanos,
        endNanos,
        outcome,
        0,
        "",
        null,
        server,
        never,
        never);
  }
}
