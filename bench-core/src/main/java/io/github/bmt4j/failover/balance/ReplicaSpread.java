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
import io.github.bmt4j.jdbc.ProcessList;
import io.github.bmt4j.report.Reason;
import io.github.bmt4j.report.Reason.Code;
import io.github.bmt4j.server.Cluster;
import io.github.bmt4j.server.Cluster.Node;
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
  public List<ConnectionSampler> samplers(Duration period, Clock clock) {
    return cluster.nodes().stream()
        .map(
            node ->
                new ConnectionSampler(
                    node.name(),
                    () -> LabCluster.look(cluster, node, cluster.admin()),
                    connection -> ProcessList.ofUser(connection, cluster.application().user()),
                    period,
                    clock))
        .toList();
  }

  ProbePlan.Urls urls() {
    String reads = readUrl();
    String node = driver.url(cluster.url(cluster.primary()));
    return new ProbePlan.Urls(ha.takesWrites() ? reads : node, reads, null);
  }

  @Override
  public String readUrl() {
    String primary = address(cluster.primary());
    List<String> replicas =
        cluster.nodes().stream()
            .filter(node -> !isPrimary(node))
            .map(ReplicaSpread::address)
            .toList();
    return ApplicationUrls.spread(
        driver.url(cluster.url(cluster.primary())), ha, primary, replicas);
  }

  @Override
  public String address(@Nullable Loss loss) {
    return cluster.nodes().stream()
        .filter(node -> loss != null && node.name().equals(loss.server()))
        .map(ReplicaSpread::address)
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

  private static String address(Node node) {
    return node.host() + ":" + node.port();
  }
}
