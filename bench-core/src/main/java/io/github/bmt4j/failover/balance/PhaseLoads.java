package io.github.bmt4j.failover.balance;

import io.github.bmt4j.failover.balance.BalanceEvidence.PoolServer;
import io.github.bmt4j.failover.balance.BalanceFigures.Load;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

final class PhaseLoads {
  private final BalancePhase phase;
  private final Map<String, Long> operations;
  private final Map<String, Double> connections;

  PhaseLoads(BalancePhase phase, BalanceEvidence evidence, SpreadOperations operations) {
    this.phase = phase;
    this.operations = operations.counts(phase.fromNanos(), phase.toNanos());
    this.connections =
        evidence.connections().stream()
            .filter(sample -> phase.holds(sample.atNanos()))
            .collect(
                Collectors.groupingBy(
                    ConnectionCount::server,
                    Collectors.averagingInt(ConnectionCount::connections)));
  }

  Load operations(PoolServer server) {
    long count = operations.getOrDefault(server.identity(), 0L);
    long all = operations.values().stream().mapToLong(Long::longValue).sum();
    return new Load(count, all == 0 ? null : (Double) Fairness.rounded((double) count / all));
  }

  /** Absent when the server never answered in the phase. */
  @Nullable Load connections(PoolServer server) {
    Double mean = connections.get(server.identity());
    if (mean == null) {
      return null;
    }
    double all = phase.up().stream().mapToDouble(one -> connections.getOrDefault(one, 0.0)).sum();
    boolean comparable = phase.up().contains(server.identity()) && allSampled() && all > 0;
    return new Load(
        Math.round(mean * 1e3) / 1e3, comparable ? (Double) Fairness.rounded(mean / all) : null);
  }

  @Nullable Double evennessOfOperations() {
    return Fairness.jain(
        phase.up().stream().map(server -> (double) operations.getOrDefault(server, 0L)).toList());
  }

  @Nullable Double evennessOfConnections() {
    return allSampled()
        ? Fairness.jain(
            phase.up().stream().map(server -> connections.getOrDefault(server, 0.0)).toList())
        : null;
  }

  /** Whether each server that was up has a sample: without, the others' shares are unknown. */
  private boolean allSampled() {
    return connections.keySet().containsAll(phase.up());
  }
}
