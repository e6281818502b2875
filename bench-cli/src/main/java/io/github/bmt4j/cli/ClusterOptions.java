package io.github.bmt4j.cli;

import io.github.bmt4j.server.Topology;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The topology of a cluster that bmt starts. */
@Section("Cluster that bmt starts")
final class ClusterOptions {
  private static final int REPLICAS = 2;

  @Option(
      names = "--topology",
      paramLabel = "<name>",
      description = "how the servers are connected (default replication)")
  @Nullable String topology;

  @Option(
      names = "--replicas",
      paramLabel = "<n>",
      description = "number of replicas (default " + REPLICAS + ")")
  @Nullable Integer replicas;

  @Option(
      names = "--semi-sync",
      arity = "0..1",
      fallbackValue = "on",
      paramLabel = "on|off",
      description =
          "semi-synchronous: a commit waits until a replica has received it (default off)")
  boolean semiSync;

  /** The topology that was asked for, checked. */
  Topology topology() {
    return Topology.cluster(
        topology == null ? Topology.REPLICATION : topology,
        replicas == null ? REPLICAS : replicas,
        semiSync);
  }

  /** Whether one of these options was given. */
  boolean anything() {
    return topology != null || replicas != null || semiSync;
  }
}
