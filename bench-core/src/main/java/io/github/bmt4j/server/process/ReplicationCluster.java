package io.github.bmt4j.server.process;

import com.google.auto.service.AutoService;
import io.github.bmt4j.failure.TargetException;
import io.github.bmt4j.option.DeclaredOption;
import io.github.bmt4j.server.Cluster;
import io.github.bmt4j.server.ServerProvider;
import io.github.bmt4j.server.Topology;
import io.github.bmt4j.server.Waiting;
import io.github.bmt4j.server.process.ReplicationNode.State;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** A primary and its replicas (GTID), MariaDB or MySQL. */
final class ReplicationCluster extends ProcessCluster<ReplicationNode>
    implements Cluster.Laggable, Cluster.Replayable {
  private static final Duration REJOIN_PATIENCE = Duration.ofSeconds(5);
  private static final Duration RESET_PATIENCE = Duration.ofSeconds(30);

  private static final DeclaredOption<Boolean> SEMI_SYNC =
      DeclaredOption.flag(
          "semi-sync", false, "semi-synchronous: a commit waits until a replica has received it");

  private final boolean semiSync;

  private ReplicationCluster(Parts parts, boolean semiSync) {
    super(parts, (node, server) -> new ReplicationNode(node, server, parts.logins(), semiSync));
    this.semiSync = semiSync;
  }

  /** Starts servers that replicate. */
  @AutoService(ServerProvider.class)
  public static final class Provider extends ClusterProvider {
    public Provider() {
      super(
          Topology.REPLICATION,
          ReplicationCluster.class,
          2,
          null,
          GtidDialect.OWN_OPTIONS,
          SEMI_SYNC);
    }

    @Override
    protected Optional<String> obstacle(Topology topology, Class<?> capability) {
      return capability == Laggable.class && topology.options().get(SEMI_SYNC)
          ? Optional.of("--semi-sync: commits would wait for the replicas that receive nothing")
          : Optional.empty();
    }

    @Override
    ReplicationCluster cluster(Parts parts) {
      return new ReplicationCluster(parts, parts.topology().options().get(SEMI_SYNC));
    }
  }

  @Override
  public String description() {
    int replicas = parts().topology().replicas();
    return servers()
        + ", a primary and "
        + replicas
        + (replicas == 1 ? " replica" : " replicas")
        + (semiSync ? ", semi-synchronous" : "");
  }

  @Override
  public synchronized void reset() throws TargetException {
    AtOnce.each(members(), ReplicationNode::kill);
    ReplicationNode first = members().get(0);
    AtOnce.each(
        members(),
        node -> {
          renew(node);
          node.start(node != first, List.of());
        });
    lead(first);
    if (semiSync) {
      first.awaitReplicas(true);
    }
    AtOnce.each(
        without(first),
        replica -> {
          replica.follow(first.node());
          if (!awaitReceiving(replica, RESET_PATIENCE)) {
            throw new TargetException(
                replica.node().name()
                    + " does not replicate: "
                    + replica.state(replica.connection()).map(State::error).orElse(""));
          }
          awaitCaughtUp(replica.node(), RESET_PATIENCE);
        });
  }

  /** Waits until a node receives or has failed to; true if it receives. */
  private static boolean awaitReceiving(ReplicationNode node, Duration patience)
      throws TargetException {
    Waiting.until(
        patience,
        ClusterNode.POLL_MS,
        () ->
            node.state(node.connection())
                .filter(state -> state.isReceiving() || !state.error().isEmpty())
                .isPresent());
    return node.state(node.connection()).filter(State::isReceiving).isPresent();
  }

  @Override
  public synchronized void rejoin(Node node) throws TargetException {
    ReplicationNode replica = of(node);
    ReplicationNode source = leader();
    if (replica == source) {
      throw new TargetException(node.name() + " is the primary: promote another node first");
    }
    replica.start(true, List.of());
    if (semiSync && source.isAnswering()) {
      source.awaitReplicas(true);
    }
    // status() shows whether it can: an old primary may have transactions that the new one lacks.
    if (!source.isAnswering() || replica.mayFollow(source.position())) {
      replica.follow(source.node());
      awaitReceiving(replica, REJOIN_PATIENCE);
    }
  }

  @Override
  public synchronized void startAlone(Node node, boolean readOnly) throws TargetException {
    ReplicationNode alone = of(node);
    alone.start(readOnly, List.of());
    alone.forgetSource();
    if (alone == leader()) {
      awaitReplicasOf(alone);
    }
  }

  private void awaitReplicasOf(ReplicationNode node) throws TargetException {
    if (semiSync) {
      boolean any = false;
      for (ReplicationNode other : without(node)) {
        any |= other.follows() && other.isAnswering();
      }
      node.awaitReplicas(any);
    }
  }

  @Override
  public Node mostAdvancedReplica() throws TargetException {
    ReplicationNode best = null;
    for (ReplicationNode node : members()) {
      if (node.follows()
          && node.isAnswering()
          && (best == null || !best.hasReceived(node.received()))) {
        best = node;
      }
    }
    if (best == null) {
      throw new TargetException("no replica is up");
    }
    return best.node();
  }

  @Override
  public synchronized void promote(Node node, Step then) throws TargetException {
    ReplicationNode promoted = of(node);
    promoted.leaveSource();
    awaitReplicasOf(promoted);
    promoted.connection().execute("SET GLOBAL read_only=OFF");
    ReplicationNode old = leader();
    lead(promoted);
    then.run();
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
  public void stopReceiving(Node replica) throws TargetException {
    of(replica).stopReceiving();
  }

  @Override
  public synchronized void keep(Node replica) throws TargetException {
    of(replica).keep();
  }

  @Override
  public synchronized void restart(Node replica, boolean kept, List<String> options)
      throws TargetException {
    of(replica).restart(kept, options);
  }

  @Override
  public Path data(Node node) throws TargetException {
    return of(node).process().place().data();
  }

  @Override
  public ProcessHandle process(Node node) throws TargetException {
    return of(node)
        .process()
        .process()
        .handle()
        .orElseThrow(() -> new TargetException(node.name() + " has ended"));
  }
}
