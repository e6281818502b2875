package io.github.bmt4j.cli.options;

import io.github.bmt4j.option.OptionValues;
import io.github.bmt4j.server.ServerRegistry;
import io.github.bmt4j.server.Topology;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** The topology of a cluster that bmt starts, and the options that topologies declare. */
@Section("Cluster that bmt starts")
public final class ClusterOptions {
  private static final int NODES = 3;

  private final DeclaredOptions declared = new DeclaredOptions();

  @Option(
      names = "--topology",
      paramLabel = "<name>",
      description = "how the servers are connected: replication (default), galera or group")
  public @Nullable String topology;

  @Option(
      names = "--nodes",
      paramLabel = "<n>",
      description = "number of servers (default " + NODES + ")")
  @Nullable Integer nodes;

  @Within(least = 1, most = 8)
  @Option(
      names = "--replicas",
      paramLabel = "<n>",
      description = "topology replication: number of replicas (default " + (NODES - 1) + ")")
  @Nullable Integer replicas;

  /** Adds every option that a topology declares to the command. */
  @Spec
  void addTo(CommandSpec command) {
    ServerRegistry.options().forEach(option -> declared.add(command, option, ""));
  }

  /** The requested topology, checked. */
  public Topology topology() {
    return topology(NODES);
  }

  /**
   * The requested topology, checked.
   *
   * @param usual number of servers if none was requested
   */
  public Topology topology(int usual) {
    String name = topology == null ? Topology.REPLICATION : topology;
    OptionValues options = new OptionValues(declared.given());
    if (replicas == null) {
      return Topology.cluster(name, nodes == null ? usual : nodes, options);
    }
    Checks.check(nodes == null, "--replicas", " and --nodes cannot be combined");
    Checks.check(
        name.equals(Topology.REPLICATION),
        "--replicas",
        " is for topology replication: give --nodes");
    return Topology.cluster(name, replicas + 1, options);
  }

  /** Returns true if one of these options was given. */
  public boolean anything() {
    return topology != null || nodes != null || replicas != null || !declared.given().isEmpty();
  }
}
