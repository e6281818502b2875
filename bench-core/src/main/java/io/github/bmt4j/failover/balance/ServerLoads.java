package io.github.bmt4j.failover.balance;

import io.github.bmt4j.failover.balance.BalanceEvidence.PoolServer;
import io.github.bmt4j.failover.balance.BalanceFigures.Evenness;
import io.github.bmt4j.failover.balance.BalanceFigures.Load;
import io.github.bmt4j.failover.balance.BalanceFigures.Phases;
import io.github.bmt4j.failover.balance.BalanceFigures.ServerLoad;
import io.github.bmt4j.failover.figures.Operation;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Load of each server in each phase, and how even it was. */
record ServerLoads(
    BalanceEvidence evidence, SpreadOperations operations, Phases<PhaseLoads> loads) {

  static ServerLoads of(BalanceEvidence evidence, SpreadOperations operations) {
    return new ServerLoads(
        evidence,
        operations,
        BalancePhase.all(evidence).map(phase -> PhaseLoads.of(phase, evidence, operations)));
  }

  /** By name: the servers of the evidence, then unnamed ones that took operations. */
  Map<String, ServerLoad> perServer() {
    List<PoolServer> servers = new ArrayList<>(evidence.servers());
    unnamed(evidence, operations)
        .forEach(identity -> servers.add(new PoolServer(identity, false, false)));
    Map<String, ServerLoad> perServer = new LinkedHashMap<>();
    servers.forEach(
        server ->
            perServer.put(
                server.name(),
                new ServerLoad(
                    server.name(),
                    server.primary(),
                    server.shares(),
                    loads.map(phase -> phase.connections(server)),
                    loads.map(phase -> phase.operations(server)))));
    return Collections.unmodifiableMap(perServer);
  }

  Evenness evenness() {
    return new Evenness(
        loads.map(PhaseLoads::evennessOfConnections), loads.map(PhaseLoads::evennessOfOperations));
  }

  /** Identities of servers that took operations but are not in the evidence. */
  static List<String> unnamed(BalanceEvidence evidence, SpreadOperations operations) {
    return operations.byEnd().stream()
        .map(Operation::server)
        .distinct()
        .filter(server -> evidence.servers().stream().noneMatch(one -> one.name().equals(server)))
        .sorted()
        .toList();
  }

  record PhaseLoads(
      BalancePhase phase, Map<String, Long> operations, Map<String, Double> connections) {
    static PhaseLoads of(
        BalancePhase phase, BalanceEvidence evidence, SpreadOperations operations) {
      return new PhaseLoads(
          phase,
          operations.counts(phase.fromNanos(), phase.toNanos()),
          evidence.connections().stream()
              .filter(sample -> phase.holds(sample.atNanos()))
              .collect(
                  Collectors.groupingBy(
                      ConnectionCount::server,
                      Collectors.averagingInt(ConnectionCount::connections))));
    }

    Load operations(PoolServer server) {
      long count = operations.getOrDefault(server.name(), 0L);
      long all = operations.values().stream().mapToLong(Long::longValue).sum();
      return new Load(count, all == 0 ? null : (Double) Fairness.rounded((double) count / all));
    }

    /** Absent when the server never answered in the phase. */
    @Nullable Load connections(PoolServer server) {
      Double mean = connections.get(server.name());
      if (mean == null) {
        return null;
      }
      double all = phase.up().stream().mapToDouble(one -> connections.getOrDefault(one, 0.0)).sum();
      boolean comparable = phase.up().contains(server.name()) && allSampled() && all > 0;
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

    /** Returns true if each server that was up has a sample; otherwise shares are unknown. */
    private boolean allSampled() {
      return connections.keySet().containsAll(phase.up());
    }
  }
}
