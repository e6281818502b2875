package io.github.bmt4j.failover.balance;

import io.github.bmt4j.clock.Clock;
import io.github.bmt4j.failover.FailoverTrial;
import io.github.bmt4j.failover.balance.BalanceEvidence.Loss;
import io.github.bmt4j.failover.balance.BalanceEvidence.PoolServer;
import io.github.bmt4j.failover.client.HaMode;
import io.github.bmt4j.failover.client.ProbePlan;
import io.github.bmt4j.failover.cluster.ApplicationUrls;
import io.github.bmt4j.failover.cluster.LabCluster;
import io.github.bmt4j.failover.figures.ClientLog;
import io.github.bmt4j.jdbc.LoadDriver;
import io.github.bmt4j.jdbc.Looks;
import io.github.bmt4j.jdbc.ProcessList;
import io.github.bmt4j.report.Reason;
import io.github.bmt4j.report.Reason.Code;
import io.github.bmt4j.server.Cluster;
import io.github.bmt4j.server.Cluster.Node;
import io.github.bmt4j.server.HaProxyListen;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A cluster whose replicas share the reads: with {@code loadbalance} the application has a separate
 * pool for them, otherwise the driver routes them. There are no connectors: the driver takes the
 * servers in turn for the whole JVM, so connectors would disturb the pools.
 */
record ReplicaSpread(Cluster cluster, HaMode ha, LoadDriver driver, String victim)
    implements Spread {
  @Override
  public List<PoolServer> servers(ClientLog client, long untilNanos) {
    return cluster.nodes().stream()
        .map(node -> new PoolServer(node.name(), isPrimary(node), !isPrimary(node)))
        .toList();
  }

  @Override
  public List<Looks<ConnectionCount>> samplers(Duration period, Clock clock) {
    return cluster.nodes().stream()
        .map(
            node ->
                ConnectionCount.sampler(
                    node.name(),
                    () -> LabCluster.look(cluster, node, cluster.admin()),
                    connection -> ProcessList.ofUser(connection, cluster.application().user()),
                    period,
                    clock))
        .toList();
  }

  ProbePlan.Urls urls() {
    String reads = readUrl();
    String writes =
        isProxied()
            ? by(HaProxyListen.writers(cluster, Node::address))
            : ha.takesWrites() ? reads : node();
    return new ProbePlan.Urls(writes, reads, null);
  }

  /** HAProxy spreads the reads: the application knows only an address of it. */
  private boolean isProxied() {
    return !ha.spreadsReads();
  }

  private String by(HaProxyListen listen) {
    return ApplicationUrls.url(node(), ha, listen.words(), List.of());
  }

  private String node() {
    return driver.url(cluster.url(cluster.primary()));
  }

  @Override
  public String readUrl() {
    return isProxied()
        ? by(HaProxyListen.readers(cluster))
        : ApplicationUrls.spread(
            node(),
            ha,
            cluster.primary().address(),
            cluster.replicas().stream().map(Node::address).toList());
  }

  @Override
  public String address(@Nullable Loss loss) {
    return cluster.nodes().stream()
        .filter(node -> !isProxied() && loss != null && node.name().equals(loss.server()))
        .map(Node::address)
        .findFirst()
        .orElse("");
  }

  @Override
  public @Nullable Loss loss(FailoverTrial.Recording recording, Collection<Reason> problems) {
    Long lost = victim.isEmpty() ? null : recording.moments().faultNanos();
    if (lost == null) {
      return null;
    }
    Long returned =
        Absences.of(recording.observations(), lost, recording.moments().endNanos()).stream()
            .filter(absence -> absence.server().equals(victim))
            .findFirst()
            .map(Loss::returnedNanos)
            .orElse(null);
    if (returned == null) {
      problems.add(Code.NOT_OBSERVED.of("no observer saw " + victim + " go away and come back"));
    }
    return new Loss(victim, lost, returned);
  }

  private boolean isPrimary(Node node) {
    return node.equals(cluster.primary());
  }
}
