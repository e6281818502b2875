package io.github.bmt4j.server.process;

import io.github.bmt4j.failure.TargetException;
import io.github.bmt4j.progress.Progress;
import io.github.bmt4j.server.Login;
import io.github.bmt4j.server.OpenLabs;
import io.github.bmt4j.server.ReplicationLab;
import io.github.bmt4j.server.ReplicationOptions;
import io.github.bmt4j.server.ServerOptions;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;

/**
 * A primary and its replicas as processes of ours, embedded or local MariaDB. What starts nodes or
 * re-points them waits for its turn; what faults do to one node does not.
 */
final class ReplicationProcesses implements ReplicationLab {
  private static final int POLL_MS = 10;
  private static final int FOLLOW_POLLS = 30_000 / POLL_MS;
  private static final int REJOIN_POLLS = 5_000 / POLL_MS;
  private static final Duration RESET_PATIENCE = Duration.ofSeconds(30);

  private final OpenLabs open;
  private final ServerBinaries binaries;
  private final ServerFolder run;
  private final DataTemplate template;
  private final NodeLogins logins = NodeLogins.random();
  private final boolean semiSync;
  private final List<ReplicationNode> nodes = new ArrayList<>();
  private volatile ReplicationNode primary;
  private boolean closed;

  private ReplicationProcesses(
      OpenLabs open,
      ServerBinaries binaries,
      ReplicationOptions wanted,
      NodeAddresses addresses,
      ServerFolder run) {
    this.open = open;
    this.binaries = binaries;
    this.run = run;
    this.semiSync = wanted.semiSync();
    ServerOptions options = new ServerOptions(wanted.serverOptions());
    this.template =
        new DataTemplate(run.place(), new ProcessServer(binaries, options, run.place()));
    for (int i = 0; i < addresses.hosts().size(); i++) {
      Node node = new Node("node" + (i + 1), addresses.hosts().get(i), addresses.port(), i + 1);
      ServerPlace place = run.place().node(node.name());
      ProcessServer server = new ProcessServer(binaries, options, place);
      nodes.add(new ReplicationNode(node, place, server, logins, semiSync));
    }
    this.primary = nodes.get(0);
  }

  /** Starts a lab and waits until all its nodes are up and caught up. */
  static ReplicationLab open(
      ServerBinaries binaries, ReplicationOptions wanted, OpenLabs open, Progress progress)
      throws TargetException {
    NodeAddresses addresses = NodeAddresses.find(wanted.replicas() + 1);
    ServerFolder run = ServerFolder.create(wanted.cache(), progress);
    ReplicationProcesses lab = new ReplicationProcesses(open, binaries, wanted, addresses, run);
    String what = "Starting " + lab.nodes.size() + " nodes of " + binaries.version();
    return open.add(
        lab,
        () -> {
          try (Progress.Step step = progress.begin(what, -1, "")) {
            lab.begin();
          } catch (IOException | UncheckedIOException e) {
            throw new TargetException(binaries.description() + " cannot be started: " + e, e);
          }
        });
  }

  private synchronized void begin() throws IOException, TargetException {
    template.make(DataFolder.passing(run), logins.statements());
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
    return binaries.description();
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
        .orElseThrow(() -> new IllegalArgumentException(node + " is not of this lab"));
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
          node.renew(template);
          node.start(node != first);
        });
    primary = first;
    if (semiSync) {
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
  public synchronized void startAsReplica(Node node) throws TargetException {
    ReplicationNode replica = of(node);
    ReplicationNode source = primary;
    if (replica == source) {
      throw new TargetException(node.name() + " is the primary: promote another node first");
    }
    replica.start(true);
    if (semiSync && source.isAnswering()) {
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
    if (semiSync) {
      boolean any = false;
      for (ReplicationNode other : without(node)) {
        any |= other.follows() && other.isAnswering();
      }
      node.replication().awaitReplicas(any);
    }
  }

  @Override
  public void readOnly(Node node, boolean on) throws TargetException {
    of(node).connection().execute("SET GLOBAL read_only=" + (on ? "ON" : "OFF"));
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
    readOnly(node, false);
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
  public int killApplicationSessions(Node node) throws TargetException {
    return of(node).connection().update("KILL USER " + logins.application().user());
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
    template.end();
    nodes.forEach(ReplicationNode::end);
    try {
      closeFolder();
    } finally {
      open.remove(this);
    }
  }

  private synchronized void closeFolder() {
    if (!closed) {
      closed = true;
      run.close();
    }
  }
}
