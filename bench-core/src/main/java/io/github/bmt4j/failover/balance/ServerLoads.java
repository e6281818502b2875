package io.github.bmt4j.failover.balance;

import io.github.bmt4j.failover.balance.BalanceEvidence.PoolServer;
import io.github.bmt4j.failover.balance.BalanceFigures.Evenness;
import io.github.bmt4j.failover.balance.BalanceFigures.Load;
import io.github.bmt4j.failover.balance.BalanceFigures.Loads;
import io.github.bmt4j.failover.balance.BalanceFigures.PhaseValues;
import io.github.bmt4j.failover.balance.BalanceFigures.ServerLoad;
import io.github.bmt4j.failover.figures.Operation;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What each server had to do in each phase, and how even that was. */
final class ServerLoads {
  private final BalanceEvidence evidence;
  private final SpreadOperations operations;
  private final PhaseLoads before;
  private final @Nullable PhaseLoads during;
  private final @Nullable PhaseLoads after;

  ServerLoads(BalanceEvidence evidence, SpreadOperations operations) {
    this.evidence = evidence;
    this.operations = operations;
    this.before = new PhaseLoads(BalancePhase.before(evidence), evidence, operations);
    this.during = loads(BalancePhase.during(evidence));
    this.after = loads(BalancePhase.after(evidence));
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
              new Loads(
                  before.connections(server),
                  connections(during, server),
                  connections(after, server)),
              new Loads(
                  before.operations(server),
                  operations(during, server),
                  operations(after, server))));
    }
    return Collections.unmodifiableMap(perServer);
  }

  Evenness evenness() {
    return new Evenness(
        new PhaseValues(
            before.evennessOfConnections(),
            during == null ? null : during.evennessOfConnections(),
            after == null ? null : after.evennessOfConnections()),
        new PhaseValues(
            before.evennessOfOperations(),
            during == null ? null : during.evennessOfOperations(),
            after == null ? null : after.evennessOfOperations()));
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

  private @Nullable PhaseLoads loads(@Nullable BalancePhase phase) {
    return phase == null ? null : new PhaseLoads(phase, evidence, operations);
  }

  private static @Nullable Load connections(@Nullable PhaseLoads loads, PoolServer server) {
    return loads == null ? null : loads.connections(server);
  }

  private static @Nullable Load operations(@Nullable PhaseLoads loads, PoolServer server) {
    return loads == null ? null : loads.operations(server);
  }
}
