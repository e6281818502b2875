package io.github.bmt4j.failover.balance;

import io.github.bmt4j.failover.balance.BalanceEvidence.PoolServer;
import io.github.bmt4j.failover.balance.BalanceFigures.Evenness;
import io.github.bmt4j.failover.balance.BalanceFigures.Phases;
import io.github.bmt4j.failover.balance.BalanceFigures.ServerLoad;
import io.github.bmt4j.failover.figures.Operation;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What each server had to do in each phase, and how even that was. */
final class ServerLoads {
  private final BalanceEvidence evidence;
  private final SpreadOperations operations;
  private final Phases<PhaseLoads> loads;

  ServerLoads(BalanceEvidence evidence, SpreadOperations operations) {
    this.evidence = evidence;
    this.operations = operations;
    this.loads =
        BalancePhase.all(evidence).map(phase -> new PhaseLoads(phase, evidence, operations));
  }

  /** By name: the servers of the evidence, then those that took operations without being given. */
  Map<String, ServerLoad> perServer() {
    List<PoolServer> servers = new ArrayList<>(evidence.servers());
    for (String identity : unnamed(evidence, operations)) {
      servers.add(new PoolServer(identity, identity, false, false));
    }
    Map<String, ServerLoad> perServer = new LinkedHashMap<>();
    for (PoolServer server : servers) {
      perServer.put(
          server.name(),
          new ServerLoad(
              server.identity(),
              server.primary(),
              server.shares(),
              loads.map(phase -> phase.connections(server)),
              loads.map(phase -> phase.operations(server))));
    }
    return Collections.unmodifiableMap(perServer);
  }

  Evenness evenness() {
    return new Evenness(
        loads.map(PhaseLoads::evennessOfConnections), loads.map(PhaseLoads::evennessOfOperations));
  }

  /** Identities of servers that took operations without being given. */
  static List<String> unnamed(BalanceEvidence evidence, SpreadOperations operations) {
    return operations.all().stream()
        .map(Operation::server)
        .distinct()
        .filter(
            server -> evidence.servers().stream().noneMatch(one -> one.identity().equals(server)))
        .sorted()
        .toList();
  }
}
