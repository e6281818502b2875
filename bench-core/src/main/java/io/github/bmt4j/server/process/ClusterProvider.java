package io.github.bmt4j.server.process;

import static io.github.bmt4j.report.Lines.words;

import io.github.bmt4j.failure.BadInputException;
import io.github.bmt4j.failure.TargetException;
import io.github.bmt4j.jdbc.ServerProduct;
import io.github.bmt4j.jdbc.ServerProduct.Flavor;
import io.github.bmt4j.jdbc.TargetSpec;
import io.github.bmt4j.option.DeclaredOption;
import io.github.bmt4j.progress.Progress;
import io.github.bmt4j.server.Cluster;
import io.github.bmt4j.server.NodeServers;
import io.github.bmt4j.server.OpenServers;
import io.github.bmt4j.server.ServerOptions;
import io.github.bmt4j.server.ServerProvider;
import io.github.bmt4j.server.StartOptions;
import io.github.bmt4j.server.Topology;
import io.github.bmt4j.server.container.Containers;
import io.github.bmt4j.server.container.ServerImage;
import io.github.bmt4j.server.process.ProcessCluster.Parts;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Starts clusters of one topology, whose servers are processes or containers. */
abstract class ClusterProvider extends ServerProvider {
  private static final int PORTS_TRIED = 3;

  private final int fewestNodes;
  private final @Nullable Flavor product;
  private final Set<String> ownOptions;

  /**
   * @param fewestNodes smallest number with which it survives the loss of one
   * @param product of its servers, which are installed; absent for any target
   * @param ownOptions names of server options that it sets
   */
  ClusterProvider(
      String topology,
      Class<? extends Cluster> opens,
      int fewestNodes,
      @Nullable Flavor product,
      Set<String> ownOptions,
      DeclaredOption<?>... options) {
    super(
        topology,
        opens,
        product == null ? TargetSpec::isStarted : TargetSpec.Local.class::isInstance,
        options);
    this.fewestNodes = fewestNodes;
    this.product = product;
    this.ownOptions = ownOptions;
  }

  /** A cluster that is not started yet. */
  abstract ProcessCluster<?> cluster(Parts parts);

  /** Number of ports of each node, that of SQL included. */
  int ports() {
    return 1;
  }

  /** Source of server processes, new for each attempt. */
  NodeServers processes(ServerBinaries binaries, StartOptions options, Progress progress)
      throws TargetException {
    return new ProcessServers(binaries, options, progress);
  }

  @Override
  protected String requires() {
    return product == null ? "" : product.toString();
  }

  @Override
  protected void check(Topology topology, TargetSpec spec, StartOptions options) {
    String name = "topology " + topology.name();
    ServerOptions.wanted(options).refuse(ownOptions, "for " + name);
    BadInputException.check(
        topology.nodes() >= fewestNodes,
        "--nodes",
        words(
            "=%s: %s has no majority when one of them is lost; give %s or more",
            topology.nodes(), name, fewestNodes));
    if (spec instanceof TargetSpec.Container image) {
      ServerImage.checkNodes(image);
      return;
    }
    try {
      ServerProduct servers = ServerBinaries.product(spec);
      BadInputException.check(
          product == null || product == servers.flavor(),
          name + " needs " + requires() + ", and " + spec.word() + " is " + servers);
    } catch (TargetException e) {
      // There is no such server, which opening it will report.
    }
  }

  /** Source of servers, opened for each attempt. */
  private interface Servers {
    NodeServers open() throws TargetException;
  }

  private Servers servers(TargetSpec spec, StartOptions options, Progress progress)
      throws TargetException {
    if (spec instanceof TargetSpec.Container image) {
      Containers containers = Containers.load(progress);
      return () -> containers.nodes(image.image(), ServerOptions.wanted(options), progress);
    }
    ServerBinaries binaries = ServerBinaries.find(spec, options.cache(), progress);
    ServerProduct version = binaries.version();
    BadInputException.check(
        version.isMariaDb() || version.atLeast(8, 4),
        words(
            "MySQL 8.4 or later is needed for a cluster, and %s is %s: choose another --target",
            binaries.server(), version));
    return () -> processes(binaries, options, progress);
  }

  /** Starts a cluster. If another process takes a port first, the start is repeated. */
  @Override
  protected final Cluster open(
      Topology topology, TargetSpec spec, StartOptions options, Progress progress)
      throws TargetException {
    Servers source = servers(spec, options, progress);
    for (int tries = PORTS_TRIED; ; tries--) {
      NodeServers servers = source.open();
      List<NodeAddresses> addresses = new ArrayList<>();
      try {
        while (addresses.size() < ports()) {
          addresses.add(NodeAddresses.find(topology.nodes()));
        }
      } catch (TargetException e) {
        addresses.forEach(NodeAddresses::close);
        servers.close();
        throw e;
      }
      ProcessCluster<?> cluster =
          cluster(new Parts(servers, topology, NodeLogins.random(), addresses));
      String what = topology.nodes() + " nodes of " + servers.description();
      try {
        return OpenServers.add(cluster, what, progress, cluster::begin);
      } catch (TargetException e) {
        // No address has been handed out: another port will do.
        if (tries == 1 || cluster.members().stream().noneMatch(ClusterNode::lostPort)) {
          throw e;
        }
      }
    }
  }
}
