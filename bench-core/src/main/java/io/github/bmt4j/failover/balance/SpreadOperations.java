package io.github.bmt4j.failover.balance;

import io.github.bmt4j.failover.figures.Operation;
import io.github.bmt4j.failover.figures.Operations;
import io.github.bmt4j.failover.figures.ProbeKind;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** The operations that are to be spread over servers: successful reads, by end time. */
record SpreadOperations(List<Operation> byEnd) {

  static SpreadOperations of(BalanceEvidence evidence) {
    return new SpreadOperations(
        evidence.client().operations().stream()
            .filter(
                operation ->
                    operation.ok()
                        && operation.probe() == ProbeKind.READER
                        && !operation.server().isEmpty()
                        && operation.endNanos() >= evidence.fromNanos()
                        && operation.endNanos() < evidence.endNanos())
            .sorted(Comparator.comparingLong(Operation::endNanos))
            .toList());
  }

  List<Operation> between(long fromNanos, long toNanos) {
    return byEnd.subList(first(fromNanos), first(toNanos));
  }

  Map<String, Long> counts(long fromNanos, long toNanos) {
    return between(fromNanos, toNanos).stream()
        .collect(Collectors.groupingBy(Operation::server, Collectors.counting()));
  }

  /** Share of a server in all operations of a period; NaN when there were none. */
  double share(String server, long fromNanos, long toNanos) {
    Map<String, Long> counts = counts(fromNanos, toNanos);
    long all = counts.values().stream().mapToLong(Long::longValue).sum();
    return all == 0 ? Double.NaN : (double) counts.getOrDefault(server, 0L) / all;
  }

  private int first(long nanos) {
    return Operations.first(byEnd.size(), i -> byEnd.get(i).endNanos(), nanos);
  }
}
