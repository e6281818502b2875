package io.github.bmt4j.failover.figures;

import io.github.bmt4j.failover.figures.ClientLog.Connect;
import io.github.bmt4j.failover.figures.FailoverFigures.Storm;
import org.jspecify.annotations.Nullable;

/** New connections from t0 on, in all and in the busiest second. */
final class Storms {
  private static final long SECOND_NANOS = 1_000_000_000;

  private Storms() {}

  /** The storm; absent if the driver's connects were not seen. */
  static @Nullable Storm storm(Evidence evidence) {
    if (!evidence.client().traced()) {
      return null;
    }
    long[] opened =
        evidence.client().connects().stream()
            .filter(connect -> connect.connected() && connect.startNanos() >= evidence.t0Nanos())
            .mapToLong(Connect::startNanos)
            .sorted()
            .toArray();
    long notOpened =
        evidence.client().connects().stream()
            .filter(connect -> !connect.connected() && connect.startNanos() >= evidence.t0Nanos())
            .count();
    int largest = 0;
    int first = 0;
    for (int last = 0; last < opened.length; last++) {
      while (opened[last] - opened[first] >= SECOND_NANOS) {
        first++;
      }
      largest = Math.max(largest, last - first + 1);
    }
    return new Storm(opened.length, largest, notOpened);
  }
}
