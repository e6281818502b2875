package io.github.bmt4j.server;

import static io.github.bmt4j.report.Lines.words;

import io.github.bmt4j.failure.BadInputException;
import io.github.bmt4j.failure.CloseOnFailure;
import io.github.bmt4j.failure.TargetException;
import io.github.bmt4j.jdbc.Target;
import io.github.bmt4j.server.Cluster.Node;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** A cluster as the server of a load, which connects to some of the nodes. */
public final class ClusterServer implements Server {
  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final String PRIMARY = "node1";
  private static final String WRITE_TO = "--write-to";

  private final Cluster cluster;
  private final List<Node> endpoints;
  private final @Nullable HaProxy haProxy;

  private ClusterServer(Cluster cluster, List<Node> endpoints, @Nullable HaProxy haProxy) {
    this.cluster = cluster;
    this.endpoints = endpoints;
    this.haProxy = haProxy;
  }

  /**
   * Takes a cluster that was started.
   *
   * @param endpoints names of the nodes to which a load connects
   * @param proxied true if HAProxy stands before each of them
   * @throws TargetException when HAProxy does not start; then the cluster is closed
   */
  public static ClusterServer open(Cluster cluster, List<String> endpoints, boolean proxied)
      throws TargetException {
    List<Node> nodes =
        endpoints.stream()
            .flatMap(name -> cluster.nodes().stream().filter(node -> node.name().equals(name)))
            .toList();
    try (CloseOnFailure opened = new CloseOnFailure(cluster::close)) {
      HaProxy haProxy =
          proxied
              ? HaProxy.start(nodes.stream().map(HaProxyListen::before).toList(), cluster.admin())
              : null;
      opened.succeeded();
      return new ClusterServer(cluster, nodes, haProxy);
    }
  }

  /**
   * The nodes that a load uses: all for a load that only reads, otherwise those that take writes.
   *
   * @param writeTo names of the nodes to write to; empty for all that take writes
   * @throws BadInputException when a node does not exist, or does not take writes
   */
  public static List<String> endpoints(Topology topology, boolean writes, List<String> writeTo) {
    List<String> all =
        IntStream.rangeClosed(1, topology.nodes()).mapToObj(number -> "node" + number).toList();
    String given = "=" + String.join(",", writeTo) + ": ";
    BadInputException.check(
        all.containsAll(writeTo), WRITE_TO, given + "choose from " + String.join(", ", all));
    if (!writes) {
      BadInputException.check(
          writeTo.isEmpty(),
          WRITE_TO,
          given + "this load only reads, and uses all nodes; leave the option out");
      return all;
    }
    boolean everywhere = ServerRegistry.has(topology.name(), List.of(Cluster.Multiprimary.class));
    BadInputException.check(
        everywhere || List.of(PRIMARY).containsAll(writeTo),
        WRITE_TO,
        words(
            "%sthis load writes, and with topology %s only the primary, %s, takes writes",
            given, topology.name(), PRIMARY));
    return !writeTo.isEmpty()
        ? writeTo.stream().distinct().toList()
        : everywhere ? all : List.of(PRIMARY);
  }

  @Override
  public Target target() {
    return targets().get(0);
  }

  public List<Target> targets() {
    return endpoints.stream().map(this::target).toList();
  }

  private Target target(Node node) {
    Target target = cluster.target(node);
    return haProxy == null ? target : target.at(HaProxyListen.before(node).url(target.url()));
  }

  /** The proxy before the endpoints; empty without one. */
  public Optional<HaProxy> haProxy() {
    return Optional.ofNullable(haProxy);
  }

  /** All nodes, each with its name as description and an administrator's login. */
  public List<Target> nodes() {
    Login admin = cluster.admin();
    return cluster.nodes().stream()
        .map(
            node ->
                new Target(node.name(), cluster.url(node), admin.user(), admin.password(), true))
        .toList();
  }

  /** Waits until all nodes, used by the load or not, have all writes. */
  public void awaitCaughtUp() throws TargetException {
    cluster.awaitCaughtUp(PATIENCE);
  }

  @Override
  public void close() {
    haProxy().ifPresent(HaProxy::close);
    cluster.close();
  }
}
