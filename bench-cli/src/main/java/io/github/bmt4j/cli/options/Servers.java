package io.github.bmt4j.cli.options;

import io.github.bmt4j.failure.TargetException;
import io.github.bmt4j.jdbc.Target;
import io.github.bmt4j.jdbc.TargetSpec;
import io.github.bmt4j.load.run.RunCluster;
import io.github.bmt4j.progress.Progress;
import io.github.bmt4j.server.ClusterServer;
import io.github.bmt4j.server.HaProxy;
import io.github.bmt4j.server.Server;
import io.github.bmt4j.server.ServerRegistry;
import io.github.bmt4j.server.StartOptions;
import io.github.bmt4j.server.Topology;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Servers that a command opens.
 *
 * @param specs servers that the user named: several of the user's own, or one
 * @param topology of the cluster that bmt starts; absent for a single server
 * @param cluster the cluster as a load uses it; likewise
 */
public record Servers(
    List<TargetSpec> specs,
    StartOptions start,
    @Nullable Topology topology,
    @Nullable RunCluster cluster) {
  /** Returns true if the first server and its data last only as long as the command. */
  public boolean endsWithCommand() {
    return specs.get(0).isStarted() && start.data() == null;
  }

  /** Refuses a server that is started without any tables. */
  public void requireTables() {
    Checks.check(
        !endsWithCommand(),
        "a server that bmt starts has no tables: give --url, --mysql-host, or the --data-dir of the"
            + " load");
  }

  /** Checks that they can be opened, as far as possible without opening them. */
  public void check() {
    if (topology == null) {
      ServerRegistry.check(specs.get(0), start);
    } else {
      ServerRegistry.check(topology, specs.get(0), start, "--topology", "", List.of());
      if (cluster != null && cluster.via() != null) {
        HaProxy.demand(false);
      }
    }
  }

  /** Opens the cluster, or the first server. */
  Server open(Progress progress) throws TargetException {
    return topology == null || cluster == null
        ? ServerRegistry.open(specs.get(0), start, progress)
        : ClusterServer.open(
            ServerRegistry.open(topology, specs.get(0), start, progress),
            cluster.endpoints(),
            cluster.via() != null);
  }

  /** The endpoints, given the first server or the cluster, which may have been started. */
  public List<Target> targets(Server first) {
    return first instanceof ClusterServer nodes
        ? nodes.targets()
        : Stream.concat(
                Stream.of(first.target()),
                specs.stream()
                    .skip(1)
                    .map(TargetSpec.External.class::cast)
                    .map(TargetSpec.External::target))
            .toList();
  }
}
