package io.github.bmt4j.failover.balance;

import io.github.bmt4j.failover.figures.Operation;
import io.github.bmt4j.failover.figures.ProbeKind;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The operations that are to be spread over servers: successful reads, by end time. */
final class SpreadOperations {
  private final List<Operation> byEnd;

  SpreadOperations(BalanceEvidence evidence) {
    this.byEnd =
        evidence.client().operations().stream()
            .filter(
                operation ->
                    operation.ok()
                        && operation.probe() == ProbeKind.READER
                        && !operation.server().isEmpty()
                        && operation.endNanos() >= evidence.fromNanos()
                        && operation.endNanos() < evidence.endNanos())
            .sorted(Comparator.comparingLong(Operation::endNanos))
            .toList();
  }

  List<Operation> all() {
    return byEnd;
  }

  List<Operation> between(long fromNanos, long toNanos) {
    return byEnd.subList(first(fromNanos), first(toNanos));
  }

  Map<String, Long> counts(long fromNanos, long toNanos) {
    Map<String, Long> counts = new HashMap<>();
    between(fromNanos, toNanos).forEach(one -> counts.merge(one.server(), 1L, Long::sum));
    return counts;
  }

  /** Share of a server in all operations of a period; NaN when there were none. */
  double share(String server, long fromNanos, long toNanos) {
    Map<String, Long> counts = counts(fromNanos, toNanos);
    long all = counts.values().stream().mapToLong(Long::longValue).sum();
    return all == 0 ? Double.NaN : (double) counts.getOrDefault(server, 0L) / all;
  }

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
