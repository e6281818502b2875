package io.github.bmt4j.server.process;

import io.github.bmt4j.failure.TargetException;
import io.github.bmt4j.jdbc.ProcessList;
import io.github.bmt4j.server.Cluster;
import io.github.bmt4j.server.Login;
import io.github.bmt4j.server.NodeServer;
import io.github.bmt4j.server.NodeServers;
import io.github.bmt4j.server.OpenServers;
import io.github.bmt4j.server.Topology;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiFunction;
import java.util.stream.IntStream;

/**
 * Servers that run as processes or containers on loopback. Each node has an address of its own
 * (127.0.0.2, 127.0.0.3, …) and all have one port. Starts of nodes and changes of their roles are
 * serialized; faults on one node are not.
 *
 * @param <N> the topology's class for nodes
 */
abstract class ProcessCluster<N extends ClusterNode> implements Cluster {
  private static final Duration STATUS_PATIENCE = Duration.ofSeconds(1);

  private final Parts parts;
  private final List<N> nodes = new ArrayList<>();
  private volatile N primary;

  /**
   * @param addresses of the nodes; their first port is that of SQL
   */
  record Parts(
      NodeServers servers, Topology topology, NodeLogins logins, List<NodeAddresses> addresses) {
    Parts {
      addresses = List.copyOf(addresses);
    }
  }

  /** A cluster that is not started yet; node1 is its primary. */
  ProcessCluster(Parts parts, BiFunction<Node, NodeServer, N> making) {
    this.parts = parts;
    NodeAddresses addresses = parts.addresses().get(0);
    IntStream.range(0, addresses.hosts().size())
        .mapToObj(
            i -> new Node("node" + (i + 1), addresses.hosts().get(i), addresses.port(), i + 1))
        .forEach(node -> nodes.add(making.apply(node, parts.servers().node(node.name()))));
    this.primary = nodes.get(0);
  }

  final synchronized void begin() throws IOException, TargetException {
    parts.servers().prepare();
    prepare();
    reset();
  }

  /** Prepares the common initial data of the nodes. */
  void prepare() throws IOException, TargetException {}

  /**
   * Gives a node fresh data, to which its next start adds the logins. They are not written to the
   * binary log: every node begins with an empty GTID position.
   *
   * @param more statements, one on each line
   */
  final void renew(N node, String... more) throws TargetException {
    node.renew("SET sql_log_bin=0;\n" + parts.logins().statements() + String.join("", more));
  }

  final Parts parts() {
    return parts;
  }

  final List<N> members() {
    return nodes;
  }

  final N leader() {
    return primary;
  }

  /** Notes that another node takes the application's writes. */
  final void lead(N node) {
    primary = node;
  }

  /** Servers without the topology, such as {@code local MariaDB 10.11.19}. */
  final String servers() {
    return parts.servers().description();
  }

  final N of(Node node) {
    return nodes.stream()
        .filter(own -> own.node().equals(node))
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException(node + " is not of this cluster"));
  }

  final List<N> without(N node) {
    return nodes.stream().filter(other -> other != node).toList();
  }

  @Override
  public final List<Node> nodes() {
    return nodes.stream().map(ClusterNode::node).toList();
  }

  @Override
  public Node primary() {
    return primary.node();
  }

  @Override
  public final Login application() {
    return parts.logins().application();
  }

  @Override
  public final Login admin() {
    return parts.logins().admin();
  }

  @Override
  public final String url(Node node) {
    return of(node).url();
  }

  @Override
  public final void awaitCaughtUp(Node node, Duration patience) throws TargetException {
    of(node).awaitApplied(primary.position(), patience);
  }

  @Override
  public final void readOnly(Node node, boolean on) throws TargetException {
    of(node).connection().execute("SET GLOBAL read_only=" + (on ? "ON" : "OFF"));
  }

  @Override
  public final int killApplicationSessions(Node node) throws TargetException {
    String user = application().user();
    return of(node).connection().use(connection -> ProcessList.killAll(connection, user));
  }

  @Override
  public final void kill(Node node) throws TargetException {
    of(node).demandRunning();
    of(node).kill();
  }

  @Override
  public void shutdown(Node node) throws TargetException {
    of(node).shutDown();
  }

  @Override
  public final void freeze(Node node) throws TargetException {
    of(node).freeze();
  }

  @Override
  public void thaw(Node node) throws TargetException {
    of(node).thaw();
  }

  @Override
  public final List<Node> died() {
    return nodes.stream().filter(ClusterNode::hasDied).map(ClusterNode::node).toList();
  }

  @Override
  public final List<NodeState> status() {
    Map<N, NodeState> states = new ConcurrentHashMap<>();
    N leader = primary;
    try {
      AtOnce.each(nodes, node -> states.put(node, state(node, node == leader)));
    } catch (TargetException e) {
      // Interrupted: the state of the others is unknown.
    }
    return nodes.stream()
        .map(node -> states.getOrDefault(node, node.inRole(Role.UNKNOWN, List.of("not asked"))))
        .toList();
  }

  private NodeState state(N node, boolean leads) {
    if (!node.isRunning()) {
      return node.inRole(Role.DOWN, List.of("no process"));
    }
    try (NodeConnection connection = node.connection(STATUS_PATIENCE)) {
      return node.isFrozen()
          ? node.inRole(Role.FROZEN, List.of("its process is stopped"))
          : node.inspect(connection, leads);
    } catch (TargetException e) {
      return node.inRole(Role.UNKNOWN, List.of("does not answer: " + e.getMessage()));
    }
  }

  @Override
  public final void close() {
    // Outside the lock: a starting server gives up when it is ended.
    parts.servers().end();
    nodes.forEach(ClusterNode::end);
    parts.addresses().forEach(NodeAddresses::close);
    parts.servers().close();
    OpenServers.remove(this);
  }
}
