package io.github.bmt4j.server.process;

import static io.github.bmt4j.report.Lines.words;

import com.google.auto.service.AutoService;
import io.github.bmt4j.failure.TargetException;
import io.github.bmt4j.jdbc.ServerProduct.Flavor;
import io.github.bmt4j.server.Cluster;
import io.github.bmt4j.server.ServerProvider;
import io.github.bmt4j.server.Waiting;
import java.io.IOException;
import java.time.Duration;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;

/**
 * MySQL servers that are a group (Group Replication) with one primary. They elect it themselves, so
 * that the group is queried for it.
 */
final class GroupCluster extends ProcessCluster<GroupMember> implements Cluster.Electing {
  /** Name of the topology. */
  static final String NAME = "group";

  private static final Duration CATCH_UP = Duration.ofSeconds(30);

  /** The servers demand an interface's address, so that nodes differ only in their ports. */
  private static final String HOST = "127.0.0.1";

  /**
   * Certificate authority that the servers make with their first data, of which all have a copy.
   */
  private static final String AUTHORITY = "ca.pem";

  private final UUID group = UUID.randomUUID();

  /** Ports for administrators, one for each member, over which the members communicate. */
  private volatile List<Integer> ports = List.of();

  private GroupCluster(Parts parts) {
    super(parts, (node, server) -> new GroupMember(node, server, parts.logins()));
  }

  /** Starts local MySQL servers that are a group. */
  @AutoService(ServerProvider.class)
  public static final class Provider extends ClusterProvider {
    public Provider() {
      super(NAME, GroupCluster.class, 3, Flavor.MYSQL, GtidDialect.OWN_OPTIONS);
    }

    @Override
    GroupCluster cluster(Parts parts) {
      return new GroupCluster(parts);
    }
  }

  @Override
  void prepare() throws IOException {
    Set<Integer> drawn = new LinkedHashSet<>();
    while (drawn.size() < members().size()) {
      drawn.add(NodeAddresses.freePort(HOST));
    }
    ports = List.copyOf(drawn);
  }

  @Override
  public String description() {
    return servers() + ", a group of " + members().size();
  }

  /**
   * Starts a node. Members communicate over server connections with a login, instead of a protocol
   * that would listen on all addresses of the machine without a password. These connections alone
   * have TLS, so that no other process can take the place of a lost member.
   */
  private void start(GroupMember node, boolean readOnly) throws TargetException {
    String seeds = members().stream().map(this::groupAddress).collect(Collectors.joining(","));
    node.start(
        readOnly,
        List.of(
            "--plugin-load-add=group_replication.so",
            "--group-replication-group-name=" + group,
            "--group-replication-communication-stack=MYSQL",
            "--group-replication-local-address=" + groupAddress(node),
            "--group-replication-advertise-recovery-endpoints=" + groupAddress(node),
            "--group-replication-group-seeds=" + seeds,
            "--admin-address=" + HOST,
            "--admin-port=" + ports.get(members().indexOf(node)),
            "--admin-ssl-ca=" + AUTHORITY,
            "--admin-ssl-cert=server-cert.pem",
            "--admin-ssl-key=server-key.pem",
            "--ssl-ca=" + AUTHORITY,
            "--group-replication-ssl-mode=VERIFY_CA",
            "--group-replication-recovery-use-ssl=ON",
            "--group-replication-recovery-ssl-ca=" + AUTHORITY,
            "--group-replication-start-on-boot=OFF"));
  }

  private String groupAddress(GroupMember node) {
    return HOST + ":" + ports.get(members().indexOf(node));
  }

  @Override
  public synchronized void reset() throws TargetException {
    AtOnce.each(members(), ClusterNode::kill);
    AtOnce.each(
        members(),
        node -> {
          renew(
              node,
              words(
                  "GRANT CONNECTION_ADMIN, GROUP_REPLICATION_STREAM, SERVICE_CONNECTION_ADMIN ON *.* TO %s;\n",
                  parts().logins().replica().quoted()));
          start(node, true);
        });
    GroupMember first = members().get(0);
    first.join(true);
    lead(first);
    for (GroupMember other : without(first)) {
      other.join(false);
      awaitCaughtUp(other.node(), CATCH_UP);
    }
  }

  @Override
  public Node primary() {
    elected(members()).ifPresent(this::lead);
    return leader().node();
  }

  /**
   * The node that most of some members name. An old primary that was frozen may still name itself
   * when it goes on: it does not know yet that the others have expelled it.
   */
  private Optional<GroupMember> elected(List<GroupMember> asked) {
    Map<String, Integer> votes = new HashMap<>();
    for (GroupMember node : asked) {
      try {
        votes.merge(node.primary(), 1, Integer::sum);
      } catch (TargetException e) {
        // It is down, frozen, or ends.
      }
    }
    return members().stream()
        .filter(node -> votes.containsKey(node.node().host()))
        .max(Comparator.comparingInt(node -> votes.getOrDefault(node.node().host(), 0)));
  }

  @Override
  public Node awaitElection(Node old, Duration patience, BooleanSupplier stopped)
      throws TargetException {
    GroupMember before = of(old);
    boolean changed =
        Waiting.until(
            patience,
            ClusterNode.POLL_MS,
            () -> {
              if (stopped.getAsBoolean()) {
                throw new TargetException("stopped");
              }
              // The old primary is not asked: while it ends, it might not answer for long.
              Optional<GroupMember> elected =
                  elected(without(before)).filter(node -> node != before);
              if (elected.isEmpty() || !elected.get().isWritable()) {
                return false;
              }
              lead(elected.get());
              return true;
            });
    if (!changed) {
      throw new TargetException(
          "no other primary was elected in "
              + patience.toSeconds()
              + " s: lower group_replication_member_expel_timeout (--server-option)");
    }
    return leader().node();
  }

  @Override
  public Node mostAdvancedReplica() throws TargetException {
    return status().stream()
        .filter(state -> state.role() == Role.REPLICA)
        .map(NodeState::node)
        .findFirst()
        .orElseThrow(() -> new TargetException("no secondary of the group is up"));
  }

  @Override
  public synchronized void promote(Node node, Step then) throws TargetException {
    GroupMember promoted = of(node);
    if (elected(members()).isPresent()) {
      promoted.takeOver();
    } else {
      // All nodes were down: the group begins anew with this one.
      promoted.join(true);
    }
    lead(promoted);
    then.run();
  }

  /** A member leaves the group at once; under load its process may take a minute to end. */
  @Override
  public void shutdown(Node node) throws TargetException {
    of(node).beginShutDown();
  }

  @Override
  public synchronized void rejoin(Node node) throws TargetException {
    GroupMember member = of(node);
    start(member, true);
    try {
      member.join(false);
    } catch (TargetException e) {
      // The group takes no node with transactions that the others lack: status() shows it as
      // outside.
    }
  }

  @Override
  public synchronized void startAlone(Node node, boolean readOnly) throws TargetException {
    start(of(node), readOnly);
  }
}
