package io.github.bmt4j.server.process;

import com.google.auto.service.AutoService;
import io.github.bmt4j.failure.BadInputException;
import io.github.bmt4j.failure.TargetException;
import io.github.bmt4j.jdbc.TargetSpec;
import io.github.bmt4j.progress.Progress;
import io.github.bmt4j.server.Cluster;
import io.github.bmt4j.server.DeclaredOption;
import io.github.bmt4j.server.ServerOptions;
import io.github.bmt4j.server.ServerProvider;
import io.github.bmt4j.server.StartOptions;
import io.github.bmt4j.server.Topology;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/** A primary and its replicas (GTID), embedded or local MariaDB. */
final class ReplicationCluster extends ProcessCluster<ReplicationNode>
    implements Cluster.Promotable, Cluster.Laggable {
  private static final int POLL_MS = 10;
  private static final int FOLLOW_POLLS = 30_000 / POLL_MS;
  private static final int REJOIN_POLLS = 5_000 / POLL_MS;
  private static final Duration RESET_PATIENCE = Duration.ofSeconds(30);

  private static final DeclaredOption<Boolean> SEMI_SYNC =
      DeclaredOption.toggle(
          "--semi-sync",
          "semi-synchronous: a commit waits until a replica has received it (default off)");

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

  private final boolean semiSync;

  private ReplicationCluster(Parts parts, boolean semiSync) {
    super(parts, (node, server) -> new ReplicationNode(node, server, parts.logins(), semiSync));
    this.semiSync = semiSync;
  }

  /** Starts embedded and local MariaDB servers that replicate. */
  @AutoService(ServerProvider.class)
  public static final class Provider extends ServerProvider {
    public Provider() {
      super(Topology.REPLICATION, ReplicationCluster.class, ServerBinaries::takes, SEMI_SYNC);
    }

    @Override
    protected Optional<String> obstacle(Topology topology, Class<?> capability) {
      return capability == Laggable.class && topology.options().get(SEMI_SYNC)
          ? Optional.of("--semi-sync: commits would wait for the replicas that receive nothing")
          : Optional.empty();
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
      boolean semiSync = topology.options().get(SEMI_SYNC);
      return ProcessCluster.open(
          binaries,
          topology,
          options,
          1,
          parts -> new ReplicationCluster(parts, semiSync),
          progress);
    }
  }

  @Override
  public String description() {
    int replicas = parts().topology().replicas();
    return parts().binaries().description()
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
          // Not written to the binary log: every node begins with an empty GTID position.
          node.renew(
              parts().run().place().data(), "SET sql_log_bin=0;\n" + parts().logins().statements());
          node.start(node != first);
        });
    lead(first);
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
  public synchronized void rejoin(Node node) throws TargetException {
    ReplicationNode replica = of(node);
    ReplicationNode source = leader();
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
    if (alone == leader()) {
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
  public Node mostAdvancedReplica() throws TargetException {
    ReplicationNode best = null;
    long most = -1;
    for (ReplicationNode node : members()) {
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
    ReplicationNode old = leader();
    lead(promoted);
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
    String position = leader().replication().position();
    if (!of(replica).replication().reaches(position, patience)) {
      throw new TargetException(
          replica.name()
              + " has not applied "
              + position
              + " of "
              + leader().node().name()
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
  NodeState inspect(ReplicationNode node, boolean leads) {
    return NodeInspection.of(node, leads);
  }
}
