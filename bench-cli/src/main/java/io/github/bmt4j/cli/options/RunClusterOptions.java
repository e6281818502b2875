package io.github.bmt4j.cli.options;

import io.github.bmt4j.jdbc.TargetSpec;
import io.github.bmt4j.load.run.RunCluster;
import io.github.bmt4j.server.ClusterServer;
import io.github.bmt4j.server.Topology;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** A cluster that bmt starts for a load, in place of a single server. */
@Section("Cluster that bmt starts")
public final class RunClusterOptions {
  @Mixin ClusterOptions cluster;
  @Mixin ViaOption via;

  @Option(
      names = "--write-to",
      paramLabel = "<node,…>",
      hideParamSyntax = true,
      split = ",",
      description =
          "nodes to which a load that writes connects, such as node1,node3 (default: all that take"
              + " writes); one that only reads connects to all nodes")
  List<String> writeTo = new ArrayList<>();

  private boolean wanted() {
    Checks.check(
        cluster.anything() || writeTo.isEmpty(), "--write-to", " requires --topology or --nodes");
    Checks.check(
        cluster.anything() || !via.isHaProxy(), "--via", " requires --topology or --nodes");
    return cluster.anything();
  }

  /** Refuses a cluster. */
  public void checkNone() {
    Checks.check(
        !via.isHaProxy() && !wanted(),
        "--topology",
        " and --via require a load: statements are timed on one server");
  }

  /** The cluster and the nodes that a load uses, checked; absent if none was requested. */
  @Nullable RunCluster described(TargetOptions target, TargetSpec first, boolean writes) {
    via.checkStarted(first.isStarted());
    if (!wanted()) {
      return null;
    }
    Checks.check(
        target.dataDir() == null, "--data-dir", " is for one server: a cluster keeps no data");
    Checks.check(
        first.isStarted(),
        "--topology",
        " is for servers that bmt starts: give several --url instead");
    Topology topology = cluster.topology();
    return new RunCluster(
        topology.text(),
        topology.replicas(),
        ClusterServer.endpoints(topology, writes, writeTo),
        writeTo,
        via.word());
  }
}
