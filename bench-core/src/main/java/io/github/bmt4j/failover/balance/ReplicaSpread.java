package io.github.bmt4j.failover.balance;

import io.github.bmt4j.clock.Clock;
import io.github.bmt4j.failover.ApplicationUrls;
import io.github.bmt4j.failover.ClientPlan;
import io.github.bmt4j.failover.LabCluster;
import io.github.bmt4j.failover.balance.BalanceEvidence.PoolServer;
import io.github.bmt4j.failover.client.HaMode;
import io.github.bmt4j.server.LabOptions;
import io.github.bmt4j.server.ReplicationLab;
import io.github.bmt4j.server.ReplicationLab.Node;
import java.time.Duration;
import java.util.List;

/**
 * A lab whose replicas share the reads: with {@code loadbalance} the application has a separate
 * pool for them, otherwise the driver routes them. There are no connectors: the driver takes the
 * servers in turn for the whole JVM, so connectors would disturb the pools.
 */
record ReplicaSpread(ReplicationLab lab, HaMode ha) {
  /** All nodes, and which of them share the reads. */
  List<PoolServer> servers() {
    return lab.nodes().stream()
        .map(node -> new PoolServer(node.name(), node.name(), isPrimary(node), !isPrimary(node)))
        .toList();
  }

  /** Begins to count the application's connections to each node. */
  List<ConnectionSampler> samplers(Duration period, Clock clock) {
    return lab.nodes().stream()
        .map(
            node ->
                new ConnectionSampler(
                    node.name(),
                    () -> LabCluster.look(lab, node, lab.admin()),
                    lab.application().user(),
                    period,
                    clock))
        .toList();
  }

  /** Where the application connects. */
  ClientPlan.Urls urls() {
    String primary = address(lab.primary());
    List<String> replicas =
        lab.nodes().stream().filter(node -> !isPrimary(node)).map(ReplicaSpread::address).toList();
    String reads = ApplicationUrls.spread(ha, primary, replicas, LabOptions.DATABASE);
    String writes =
        ha == HaMode.LOADBALANCE
            ? ApplicationUrls.url(HaMode.ENDPOINT, primary, List.of(), LabOptions.DATABASE)
            : reads;
    return new ClientPlan.Urls(writes, reads, null);
  }

  private boolean isPrimary(Node node) {
    return node.equals(lab.primary());
  }

  private static String address(Node node) {
    return node.host() + ":" + node.port();
  }
}
