package io.github.bmt4j.server.process;

import com.google.auto.service.AutoService;
import io.github.bmt4j.failure.BadInputException;
import io.github.bmt4j.failure.TargetException;
import io.github.bmt4j.jdbc.TargetSpec;
import io.github.bmt4j.progress.Progress;
import io.github.bmt4j.server.Cluster;
import io.github.bmt4j.server.Login;
import io.github.bmt4j.server.OpenServers;
import io.github.bmt4j.server.ServerOptions;
import io.github.bmt4j.server.ServerProvider;
import io.github.bmt4j.server.StartOptions;
import io.github.bmt4j.server.Topology;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;

/**
 * A primary and its replicas (GTID) as processes on loopback, embedded or local MariaDB. Each node
 * has an address of its own (127.0.0.2, 127.0.0.3, …) and all have one port. What starts nodes or
 * re-points them waits for its turn; what faults do to one node does not.
 */
final class ReplicationCluster
    implements Cluster, Cluster.Killable, Cluster.Freezable, Cluster.Promotable, Cluster.Laggable {
  private static final int POLL_MS = 10;
  private static final int FOLLOW_POLLS = 30_000 / POLL_MS;
  private static final int REJOIN_POLLS = 5_000 / POLL_MS;
  private static final int PORTS_TRIED = 3;
  private static final Duration RESET_PATIENCE = Duration.ofSeconds(30);

  private static final Set<String> OWN_OPTIONS =
      Set.of(
          "binlog-format",
          "gtid-domain-id",
          "gtid-strict-mode",
          "log-bin",
          "log-slave-updates",
          "read-only",
          "relay-log",
          "report-host",
          "report-port",
          "rpl-semi-sync-master-enabled",
          "rpl-semi-sync-slave-enabled",
          "server-id",
          "skip-log-bin",
          "skip-slave-start");

  private final ServerBinaries binaries;
  private final ServerFolder run;
  private final ProcessServer template;
  private final NodeLogins logins = NodeLogins.random();
  private final Topology topology;
  private final List<ReplicationNode> nodes = new ArrayList<>();
  private volatile ReplicationNode primary;
  private final NodeAddresses addresses;
  private boolean closed;

  private ReplicationCluster(
      ServerBinaries binaries,
      Topology topology,
      ServerOptions options,
      NodeAddresses addresses,
      ServerFolder run) {
    this.binaries = binaries;
    this.run = run;
    this.addresses = addresses;
    this.topology = topology;
    this.template = new ProcessServer(binaries, options, run.place());
    for (int i = 0; i < addresses.hosts().size(); i++) {
      Node node = new Node("node" + (i + 1), addresses.hosts().get(i), addresses.port(), i + 1);
      ServerPlace place = run.place().node(node.name());
      ProcessServer server = new ProcessServer(binaries, options, place);
      nodes.add(new ReplicationNode(node, place, server, logins, topology.semiSync()));
    }
    this.primary = nodes.get(0);
  }

  /** Starts embedded and local MariaDB servers that replicate. */
  @AutoService(ServerProvider.class)
  public static final class Provider extends ServerProvider {
    public Provider() {
      super(Topology.REPLICATION, ReplicationCluster.class, ServerBinaries::takes);
    }

    @Override
    protected void check(Topology topology, TargetSpec spec, StartOptions options) {
      ServerOptions.wanted(options).refuse(OWN_OPTIONS, "for servers that replicate");
    }

    @Override
    protected Cluster open(
        Topology topology, TargetSpec spec, StartOptions options, Progress progress)
        throws TargetException {
      ServerBinaries binaries = ServerBinaries.find(spec, options.cache(), progress);
      if (!binaries.version().isMariaDb()) {
        throw new BadInputException(
            "topology replication needs MariaDB, and "
                + binaries.server()
                + " is "
                + binaries.version()
                + ": choose --target embedded");
      }
      for (int tries = PORTS_TRIED; ; tries--) {
        ServerOptions wanted = ServerOptions.wanted(options);
        ServerFolder run = ServerFolder.create(options.cache(), progress);
        NodeAddresses addresses;
        try {
          addresses = NodeAddresses.find(topology.replicas() + 1);
        } catch (TargetException e) {
          run.close();
          throw e;
        }
        ReplicationCluster cluster =
            new ReplicationCluster(binaries, topology, wanted, addresses, run);
        String what = cluster.nodes.size() + " nodes of " + binaries.version();
        try {
          return OpenServers.add(cluster, what, progress, cluster::begin);
        } catch (TargetException e) {
          // Nothing has been handed out: another port does as well.
          if (tries == 1 || cluster.nodes.stream().noneMatch(ReplicationNode::lostPort)) {
            throw e;
          }
        }
      }
    }
  }

  private synchronized void begin() throws IOException, TargetException {
    template.initialise(DataFolder.passing(run));
    reset();
  }

  @Override
  public List<Node> nodes() {
    return nodes.stream().map(ReplicationNode::node).toList();
  }

  @Override
  public Node primary() {
    return primary.node();
  }

  @Override
  public String description() {
    return binaries.description()
        + ", a primary and "
        + topology.replicas()
        + (topology.replicas() == 1 ? " replica" : " replicas")
        + (topology.semiSync() ? ", semi-synchronous" : "");
  }

  @Override
  public Login application() {
    return logins.application();
  }

  @Override
  public Login admin() {
    return logins.admin();
  }

  @Override
  public String url(Node node) {
    return of(node).url();
  }

  private ReplicationNode of(Node node) {
    return nodes.stream()
        .filter(own -> own.node().equals(node))
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException(node + " is not of this cluster"));
  }

  private List<ReplicationNode> without(ReplicationNode node) {
    return nodes.stream().filter(other -> other != node).toList();
  }

  @Override
  public synchronized void reset() throws TargetException {
    AtOnce.each(nodes, ReplicationNode::kill);
    ReplicationNode first = nodes.get(0);
    AtOnce.each(
        nodes,
        node -> {
          node.renew(run.place().data());
          node.start(node != first);
        });
    primary = first;
    if (topology.semiSync()) {
      first.replication().awaitReplicas(true);
    }
    AtOnce.each(
        without(first),
        replica -> {
          replica.follow(first.node());
          if (!awaitReceiving(replica, FOLLOW_POLLS)) {
            throw new TargetException(
                replica.node().name()
                    + " does not replicate: "
                    + NodeReplication.error(replica.replication().state()));
          }
          awaitCaughtUp(replica.node(), RESET_PATIENCE);
        });
  }

  /** Whether a node receives, as soon as it does or has failed to. */
  private static boolean awaitReceiving(ReplicationNode node, int polls) throws TargetException {
    try {
      for (int poll = 0; poll < polls; poll++) {
        Map<String, String> state = node.replication().state();
        if (NodeReplication.isReceiving(state) || !NodeReplication.error(state).isEmpty()) {
          return NodeReplication.isReceiving(state);
        }
        TimeUnit.MILLISECONDS.sleep(POLL_MS);
      }
      return false;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new TargetException("interrupted", e);
    }
  }

  @Override
  public void kill(Node node) throws TargetException {
    demandRunning(of(node));
    of(node).kill();
  }

  private static void demandRunning(ReplicationNode node) throws TargetException {
    if (!node.isRunning()) {
      throw new TargetException(node.node().name() + " is down");
    }
  }

  @Override
  public void shutdown(Node node) throws TargetException {
    of(node).shutDown();
  }

  @Override
  public void freeze(Node node) throws TargetException {
    of(node).freeze();
  }

  @Override
  public void thaw(Node node) throws TargetException {
    of(node).thaw();
  }

  @Override
  public synchronized void rejoin(Node node) throws TargetException {
    ReplicationNode replica = of(node);
    ReplicationNode source = primary;
    if (replica == source) {
      throw new TargetException(node.name() + " is the primary: promote another node first");
    }
    replica.start(true);
    if (topology.semiSync() && source.isAnswering()) {
      source.replication().awaitReplicas(true);
    }
    replica.follow(source.node());
    // Whether it can is for status() to say: an old primary may have what the new one lacks.
    awaitReceiving(replica, REJOIN_POLLS);
  }

  @Override
  public synchronized void startAlone(Node node, boolean readOnly) throws TargetException {
    ReplicationNode alone = of(node);
    alone.start(readOnly);
    alone.replication().forgetSource();
    if (alone == primary) {
      awaitReplicasOf(alone);
    }
  }

  /** Lets commits wait for replicas, where that is wanted and one is there to wait for. */
  private void awaitReplicasOf(ReplicationNode node) throws TargetException {
    if (topology.semiSync()) {
      boolean any = false;
      for (ReplicationNode other : without(node)) {
        any |= other.follows() && other.isAnswering();
      }
      node.replication().awaitReplicas(any);
    }
  }

  @Override
  public Node mostAdvancedReplica() throws TargetException {
    ReplicationNode best = null;
    long most = -1;
    for (ReplicationNode node : nodes) {
      if (node.follows() && node.isAnswering()) {
        long received = node.replication().received();
        if (received > most) {
          best = node;
          most = received;
        }
      }
    }
    if (best == null) {
      throw new TargetException("no replica is up");
    }
    return best.node();
  }

  @Override
  public synchronized void promote(Node node) throws TargetException {
    ReplicationNode promoted = of(node);
    promoted.replication();
    promoted.leaveSource();
    awaitReplicasOf(promoted);
    promoted.connection().execute("SET GLOBAL read_only=OFF");
    ReplicationNode old = primary;
    primary = promoted;
    AtOnce.each(
        without(promoted),
        other -> {
          if (other.isAnswering() && (other.follows() || (other == old && isReadOnly(other)))) {
            other.follow(node);
          }
        });
    awaitReplicasOf(promoted);
  }

  private static boolean isReadOnly(ReplicationNode node) throws TargetException {
    return node.connection().one("SELECT @@read_only").equals("1");
  }

  @Override
  public void awaitCaughtUp(Node replica, Duration patience) throws TargetException {
    String position = primary.replication().position();
    if (!of(replica).replication().reaches(position, patience)) {
      throw new TargetException(
          replica.name()
              + " has not applied "
              + position
              + " of "
              + primary.node().name()
              + " within "
              + patience.toMillis() / 1e3
              + " s");
    }
  }

  @Override
  public void stopReceiving(Node replica) throws TargetException {
    of(replica).connection().execute("STOP SLAVE IO_THREAD");
  }

  @Override
  public List<Node> died() {
    return nodes.stream().filter(ReplicationNode::hasDied).map(ReplicationNode::node).toList();
  }

  @Override
  public List<NodeState> status() {
    Map<String, NodeState> states = new ConcurrentHashMap<>();
    ReplicationNode leader = primary;
    try {
      AtOnce.each(
          nodes, node -> states.put(node.node().name(), NodeInspection.of(node, node == leader)));
    } catch (TargetException e) {
      for (ReplicationNode node : nodes) {
        states.putIfAbsent(
            node.node().name(),
            new NodeState(
                node.node(), node.isRunning(), false, "unknown", String.valueOf(e.getMessage())));
      }
    }
    return nodes.stream().map(node -> states.get(node.node().name())).toList();
  }

  @Override
  public void close() {
    // Outside the lock: what is being started gives up when it is ended.
    template.process().end(0);
    nodes.forEach(ReplicationNode::end);
    try {
      closeFolder();
    } finally {
      OpenServers.remove(this);
    }
  }

  private synchronized void closeFolder() {
    if (!closed) {
      closed = true;
      addresses.close();
      run.close();
    }
  }
}
