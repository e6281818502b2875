package io.github.bmt4j.failover.balance;

import io.github.bmt4j.failover.figures.Operation;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The operations that servers took: those of the spread probes that ended OK, by their ends. */
final class SpreadOperations {
  private final List<Operation> byEnd;

  SpreadOperations(BalanceEvidence evidence) {
    this.byEnd =
        evidence.client().operations().stream()
            .filter(
                operation ->
                    operation.ok()
                        && evidence.spread().contains(operation.probe())
                        && !operation.server().isEmpty()
                        && operation.endNanos() >= evidence.fromNanos()
                        && operation.endNanos() < evidence.endNanos())
            .sorted(Comparator.comparingLong(Operation::endNanos))
            .toList();
  }

  /** All of them, in the order of their ends. */
  List<Operation> all() {
    return byEnd;
  }

  /** How many ended from one moment on and before another, by the identity of the server. */
  Map<String, Long> counts(long fromNanos, long toNanos) {
    Map<String, Long> counts = new HashMap<>();
    for (Operation operation : byEnd.subList(first(fromNanos), first(toNanos))) {
      counts.merge(operation.server(), 1L, Long::sum);
    }
    return counts;
  }

  /** Share of a server in all of a time; NaN when there were none. */
  double share(String server, long fromNanos, long toNanos) {
    Map<String, Long> counts = counts(fromNanos, toNanos);
    long all = counts.values().stream().mapToLong(Long::longValue).sum();
    return all == 0 ? Double.NaN : (double) counts.getOrDefault(server, 0L) / all;
  }

  /** Index of the first that ended at a moment or later. */
  private int first(long nanos) {
    int low = 0;
    int high = byEnd.size();
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (byEnd.get(middle).endNanos() < nanos) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }
}
