package io.github.bmt4j.failover.scenario;

import io.github.bmt4j.jdbc.Redaction;
import io.github.bmt4j.jdbc.TargetSpec;
import io.github.bmt4j.server.StartOptions;
import io.github.bmt4j.server.Topology;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The servers of an application.
 *
 * @param target target as the user named it; a URL without its passwords
 * @param serverOptions of servers that bmt starts, such as {@code innodb_buffer_pool_size=1G}
 * @param topology of servers that bmt starts, with its options; absent for the user's own
 * @param replicas servers in addition to the one that takes the application's writes; likewise
 * @param via word of the proxy before servers that bmt starts; absent without one
 */
public record ClusterScenario(
    String target,
    List<String> serverOptions,
    @Nullable String topology,
    @Nullable Integer replicas,
    @Nullable String via) {
  public ClusterScenario {
    serverOptions = Redaction.arguments(serverOptions);
  }

  /** Servers without a proxy. */
  public static ClusterScenario of(TargetSpec target, StartOptions start, Topology topology) {
    return of(target, start, topology, null);
  }

  /** Returns true if HAProxy stands before the servers. */
  public boolean hasProxy() {
    return via != null;
  }

  public static ClusterScenario of(
      TargetSpec target, StartOptions start, Topology topology, @Nullable String via) {
    boolean started = target.isStarted();
    return new ClusterScenario(
        target.word(),
        start.serverOptions(),
        started ? topology.text() : null,
        started ? (Integer) topology.replicas() : null,
        via);
  }
}
