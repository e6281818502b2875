package io.github.bmt4j.failover.balance;

import io.github.bmt4j.failover.balance.BalanceEvidence.Loss;
import io.github.bmt4j.failover.balance.BalanceEvidence.PoolServer;
import io.github.bmt4j.failover.balance.BalanceFigures.Moments;
import io.github.bmt4j.failover.balance.BalanceFigures.Phases;
import io.github.bmt4j.failover.balance.BalanceFigures.ServerLoad;
import io.github.bmt4j.failover.balance.BalanceFigures.Slice;
import io.github.bmt4j.failover.balance.BalanceFigures.Staleness;
import io.github.bmt4j.failover.figures.Millis;
import io.github.bmt4j.failover.figures.Operation;
import io.github.bmt4j.failover.figures.Operations;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Spread of a load over servers, computed from the evidence. */
record BalanceAnalysis(BalanceEvidence evidence, SpreadOperations operations) {
  private static final long SECOND_NANOS = 1_000_000_000;

  static BalanceFigures figures(BalanceEvidence evidence) {
    return new BalanceAnalysis(evidence, SpreadOperations.of(evidence)).figures();
  }

  private BalanceFigures figures() {
    ServerLoads loads = ServerLoads.of(evidence, operations);
    Map<String, ServerLoad> perServer = loads.perServer();
    Optional<Rebalance> rebalance = Rebalance.of(evidence, operations);
    Service service = new Service(evidence, new Operations(evidence.client(), evidence.endNanos()));
    return new BalanceFigures(
        List.of("reader"),
        moments(),
        perServer,
        loads.evenness(),
        rebalance.map(Rebalance::millis).orElse(null),
        rebalance.map(Rebalance::returned).orElse(null),
        readsOffPrimary(),
        staleReads(),
        service.byProbe(),
        service.stuck(),
        slices(perServer.keySet()),
        Millis.of(Rebalance.PIECE_NANOS));
  }

  private Moments moments() {
    Loss loss = evidence.loss();
    return new Moments(
        loss == null ? null : loss.server(),
        loss == null ? null : sinceBegin(loss.lostNanos()),
        loss == null ? null : sinceBegin(loss.returnedNanos()),
        Millis.of(evidence.endNanos() - evidence.fromNanos()));
  }

  private @Nullable Phases<Double> readsOffPrimary() {
    List<String> primaries =
        evidence.servers().stream().filter(PoolServer::primary).map(PoolServer::name).toList();
    return primaries.isEmpty()
        ? null
        : BalancePhase.all(evidence).map(phase -> offPrimary(primaries, reads(phase)));
  }

  private static @Nullable Double offPrimary(List<String> primaries, List<Operation> reads) {
    long off = reads.stream().filter(read -> !primaries.contains(read.server())).count();
    return reads.isEmpty() ? null : (Double) Fairness.rounded((double) off / reads.size());
  }

  private @Nullable Phases<Staleness> staleReads() {
    OwnWrites writes = new OwnWrites(evidence.client());
    return writes.isEmpty()
        ? null
        : BalancePhase.all(evidence).map(phase -> writes.staleness(reads(phase)));
  }

  private List<Operation> reads(BalancePhase phase) {
    return operations.between(phase.fromNanos(), phase.toNanos());
  }

  private @Nullable Double sinceBegin(@Nullable Long nanos) {
    return nanos == null ? null : (Double) Millis.of(nanos - evidence.fromNanos());
  }

  private List<Slice> slices(Set<String> servers) {
    List<Slice> slices = new ArrayList<>();
    long end = evidence.endNanos();
    long to;
    for (long from = evidence.fromNanos(); from < end; from = to) {
      to = end - from < SECOND_NANOS * 3 / 2 ? end : from + SECOND_NANOS;
      Map<String, Long> counts = operations.counts(from, to);
      Map<String, Long> taken = new LinkedHashMap<>();
      servers.forEach(server -> taken.put(server, counts.getOrDefault(server, 0L)));
      slices.add(
          new Slice(
              Millis.of(from - evidence.fromNanos()),
              Millis.of(to - evidence.fromNanos()),
              taken,
              connections(evidence.connections(), servers, from, to)));
    }
    return List.copyOf(slices);
  }

  private static Map<String, Integer> connections(
      Collection<ConnectionCount> samples, Set<String> servers, long from, long to) {
    Map<String, ConnectionCount> latest = new LinkedHashMap<>();
    for (ConnectionCount sample : samples) {
      if (sample.atNanos() >= from && sample.atNanos() < to) {
        latest.merge(sample.server(), sample, (a, b) -> b.atNanos() >= a.atNanos() ? b : a);
      }
    }
    Map<String, Integer> connections = new LinkedHashMap<>();
    for (String server : servers) {
      ConnectionCount sample = latest.get(server);
      if (sample != null) {
        connections.put(server, sample.connections());
      }
    }
    return connections;
  }
}
