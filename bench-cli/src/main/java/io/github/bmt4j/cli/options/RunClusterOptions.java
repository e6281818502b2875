package io.github.bmt4j.cli.options;

import io.github.bmt4j.jdbc.TargetSpec;
import io.github.bmt4j.load.run.RunCluster;
import io.github.bmt4j.server.ClusterServer;
import io.github.bmt4j.server.Topology;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** A cluster that bmt starts for a load, in place of a single server. */
@Section("Cluster that bmt starts")
public final class RunClusterOptions {
  @Mixin ClusterOptions cluster;

  @Option(
      names = "--write-to",
      paramLabel = "<node,…>",
      hideParamSyntax = true,
      split = ",",
      description =
          "nodes to which a load that writes connects, such as node1,node3 (default: all that take"
              + " writes); one that only reads connects to all nodes")
  List<String> writeTo = new ArrayList<>();

  boolean wanted() {
    Checks.check(
        cluster.anything() || writeTo.isEmpty(), "--write-to requires --topology or --nodes");
    return cluster.anything();
  }

  /** The cluster, and the nodes that a load uses, checked. */
  RunCluster described(TargetSpec spec, boolean writes) {
    Checks.check(
        spec.isStarted(), "--topology is for servers that bmt starts: give several --url instead");
    Topology topology = cluster.topology();
    return new RunCluster(
        topology.text(),
        topology.replicas(),
        ClusterServer.endpoints(topology, writes, writeTo),
        writeTo);
  }
}
