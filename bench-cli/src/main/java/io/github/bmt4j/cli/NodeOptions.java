package io.github.bmt4j.cli;

import io.github.bmt4j.jdbc.DriverUrl;
import io.github.bmt4j.jdbc.NodeUrl;
import io.github.bmt4j.jdbc.Target;
import io.github.bmt4j.load.run.NodesScenario;
import io.github.bmt4j.load.run.WatchedNode;
import io.github.bmt4j.server.ClusterServer;
import io.github.bmt4j.server.Server;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Nodes of a cluster that are watched during a load. */
@Section("Nodes of a cluster")
final class NodeOptions {
  @Option(
      names = "--node",
      paramLabel = "<host[:port]>",
      description =
          "node whose lag behind the first --url is measured during the load, with that URL's"
              + " database and login; may be repeated (with --topology: all nodes)")
  List<String> nodes = new ArrayList<>();

  @Option(
      names = "--count-rows",
      arity = "0..1",
      fallbackValue = "on",
      paramLabel = "on|off",
      description =
          "count the rows on all nodes during the load too, for 2 %% of the time (default off:"
              + " before and after it)")
  boolean countRows;

  /**
   * What was asked for, checked.
   *
   * @param url the first that the user gave; absent for servers that bmt starts
   * @param cluster whether bmt starts a cluster
   */
  @Nullable NodesScenario scenario(@Nullable String url, boolean cluster) {
    Checks.check(
        nodes.isEmpty() || url != null, "--node requires --url: bmt watches all nodes of its own");
    Checks.check(
        !countRows || cluster || !nodes.isEmpty(), "--count-rows requires --node or --topology");
    return nodes.isEmpty() && !countRows
        ? null
        : new NodesScenario(nodes.stream().map(NodeUrl::withPort).distinct().toList(), countRows);
  }

  /** The nodes to watch, given the first server or the cluster, which may have been started. */
  List<WatchedNode> watched(Server first) {
    if (first instanceof ClusterServer cluster) {
      List<WatchedNode> all = new ArrayList<>();
      cluster.nodes().forEach((name, target) -> all.add(new WatchedNode(name, target)));
      return all;
    }
    Target target = first.target();
    return nodes.stream()
        .map(NodeUrl::withPort)
        .distinct()
        .map(
            node ->
                new WatchedNode(
                    node,
                    new Target(
                        node,
                        NodeUrl.of(DriverUrl.own(target.url()), node),
                        target.user(),
                        target.password(),
                        false)))
        .toList();
  }
}
