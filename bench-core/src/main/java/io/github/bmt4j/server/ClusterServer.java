package io.github.bmt4j.server;

import static io.github.bmt4j.report.Lines.words;

import io.github.bmt4j.failure.BadInputException;
import io.github.bmt4j.failure.TargetException;
import io.github.bmt4j.jdbc.Target;
import io.github.bmt4j.jdbc.TargetSpec;
import io.github.bmt4j.progress.Progress;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;

/** A cluster as the server of a load, which has its connections at some of the nodes. */
public final class ClusterServer implements Server {
  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final String PRIMARY = "node1";

  private final Cluster cluster;
  private final List<String> endpoints;

  private ClusterServer(Cluster cluster, List<String> endpoints) {
    this.cluster = cluster;
    this.endpoints = endpoints;
  }

  /**
   * Starts a cluster.
   *
   * @throws BadInputException when that makes no sense; nothing is touched
   * @throws TargetException when it cannot be had; nothing is left
   */
  public static ClusterServer open(
      Topology topology,
      TargetSpec spec,
      StartOptions options,
      List<String> endpoints,
      Progress progress)
      throws TargetException {
    return new ClusterServer(ServerRegistry.open(topology, spec, options, progress), endpoints);
  }

  /**
   * The nodes that a load uses: one that reads uses all, one that writes those that take writes.
   *
   * @param writeTo names of the nodes to write to; empty for all that take writes
   * @throws BadInputException when one does not exist, or does not take writes
   */
  public static List<String> endpoints(Topology topology, boolean writes, List<String> writeTo) {
    List<String> all =
        IntStream.rangeClosed(1, topology.nodes()).mapToObj(number -> "node" + number).toList();
    String option = "--write-to=" + String.join(",", writeTo) + ": ";
    if (!all.containsAll(writeTo)) {
      throw new BadInputException(option + "choose from " + String.join(", ", all));
    }
    if (!writes) {
      if (!writeTo.isEmpty()) {
        throw new BadInputException(
            option + "this load only reads, and uses all nodes; leave the option out");
      }
      return all;
    }
    boolean everywhere = ServerRegistry.has(topology.name(), List.of(Cluster.Multiprimary.class));
    if (!everywhere && !List.of(PRIMARY).containsAll(writeTo)) {
      throw new BadInputException(
          words(
              "%sthis load writes, and with topology %s only the primary, %s, takes writes",
              option, topology.name(), PRIMARY));
    }
    return !writeTo.isEmpty()
        ? writeTo.stream().distinct().toList()
        : everywhere ? all : List.of(PRIMARY);
  }

  @Override
  public Target target() {
    return targets().get(0);
  }

  public List<Target> targets() {
    return endpoints.stream()
        .flatMap(name -> cluster.nodes().stream().filter(node -> node.name().equals(name)))
        .map(cluster::target)
        .toList();
  }

  /** All nodes, each with its name as description, and as an administrator logs in there. */
  public List<Target> nodes() {
    Login admin = cluster.admin();
    return cluster.nodes().stream()
        .map(
            node ->
                new Target(node.name(), cluster.url(node), admin.user(), admin.password(), true))
        .toList();
  }

  /** Waits until all nodes have what was written, whether the load uses them or not. */
  public void awaitCaughtUp() throws TargetException {
    cluster.awaitCaughtUp(PATIENCE);
  }

  @Override
  public void close() {
    cluster.close();
  }
}
