package io.github.bmt4j.server;

import io.github.bmt4j.failure.BadInputException;
import io.github.bmt4j.failure.TargetException;
import io.github.bmt4j.jdbc.Target;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.function.BooleanSupplier;

/**
 * Several servers with roles that bmt started. An ability of only some topologies is a capability,
 * an interface of its own; {@link #as} returns it. Closing a cluster ends every server and removes
 * its files; it may be done twice, and by another thread.
 *
 * <p>Every method that changes a node returns when the change is done. All throw {@link
 * TargetException} when the servers do not obey.
 */
public interface Cluster extends OpenServers.Owned {
  /**
   * A server of the cluster. Its name, address and id stay the same whatever role it has.
   *
   * @param name {@code node1}, {@code node2}, …
   * @param host loopback address of its own, so that names can stand for nodes
   * @param port the same for all nodes
   * @param serverId {@code @@server_id}
   */
  record Node(String name, String host, int port, long serverId) {
    /** Such as {@code 127.0.0.2:20123}. */
    public String address() {
      return host + ":" + port;
    }

    /** A loopback address before it, where a proxy may listen on the node's port. */
    public String front() {
      return host.replaceFirst("^127\\.0\\.0\\.", "127.0.1.");
    }
  }

  /** Role of a node in its cluster. */
  enum Role {
    /** It takes the application's writes. */
    PRIMARY,
    /** It receives the primary's commits. */
    REPLICA,
    /** It is up and neither of these. */
    STRAY,
    /** It has no process, or one that is shutting down. */
    DOWN,
    /** Its process is stopped. */
    FROZEN,
    /** It could not be asked. */
    UNKNOWN;

    public String word() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /** The state of a node, for people and tests. */
  record NodeState(Node node, Role role, String detail) {}

  List<Node> nodes();

  /** The node that takes the application's writes, whether or not it is up. */
  Node primary();

  /** All nodes but the primary. */
  default List<Node> replicas() {
    Node primary = primary();
    return nodes().stream().filter(node -> !node.equals(primary)).toList();
  }

  /** Servers and topology in a line, such as {@code embedded MariaDB 11.4.5, a primary and …}. */
  String description();

  /**
   * Login of the application: all privileges on its database, but no write while read_only is on.
   */
  Login application();

  /** Login that may do everything. */
  Login admin();

  /** URL of one node for plain connections straight to it, without login. */
  String url(Node node);

  /** One node, as the application logs in there. */
  default Target target(Node node) {
    return target(node, application());
  }

  /** One node with another login. */
  default Target target(Node node, Login login) {
    return new Target(description(), url(node), login.user(), login.password(), true);
  }

  /** Brings every node back to fresh data: node1 primary, all nodes up and caught up. */
  void reset() throws TargetException;

  /** Waits until a node has applied everything that the primary has committed. */
  void awaitCaughtUp(Node node, Duration patience) throws TargetException;

  /** Waits until all nodes but the primary have applied everything. */
  default void awaitCaughtUp(Duration patience) throws TargetException {
    for (Node node : replicas()) {
      awaitCaughtUp(node, patience);
    }
  }

  /** Nodes whose process has ended although this cluster did not end it. */
  List<Node> died();

  /**
   * The present states of all nodes; a node that does not answer within a second is {@link
   * Role#UNKNOWN}.
   */
  List<NodeState> status();

  void readOnly(Node node, boolean on) throws TargetException;

  /** Kills every session of the application on a node. */
  int killApplicationSessions(Node node) throws TargetException;

  /** Kills a node's process (SIGKILL), frozen or not, and returns when it has gone. */
  void kill(Node node) throws TargetException;

  /**
   * Shuts a node down in order (SIGTERM), and waits until its process has ended. If the other nodes
   * do not wait for that end, the process may outlive this call.
   */
  void shutdown(Node node) throws TargetException;

  /**
   * Starts a node that is down, to follow the primary again. If it has transactions that the
   * primary lacks, or the primary is down, it is up but does not follow, which {@link #status}
   * shows.
   */
  void rejoin(Node node) throws TargetException;

  /** Starts a node that is down on its old data, on its own. */
  void startAlone(Node node, boolean readOnly) throws TargetException;

  /** Suspends a node's process (SIGSTOP): its sockets stay open but silent. */
  void freeze(Node node) throws TargetException;

  /** Lets a frozen node go on (SIGCONT); has no effect on other nodes. */
  void thaw(Node node) throws TargetException;

  /** The node that is up and has most of the primary's transactions. */
  Node mostAdvancedReplica() throws TargetException;

  /**
   * Makes a node the primary. It is writable when this returns, and also if this throws because
   * another node does not follow it. An old primary that is down or frozen is left alone; one that
   * is up and read-only follows (a planned switchover); one that is up and writable becomes a
   * stray.
   */
  default void promote(Node node) throws TargetException {
    promote(node, () -> {});
  }

  /**
   * Makes a node the primary, as above.
   *
   * @param then executed as soon as the node takes writes, before other nodes follow it
   */
  void promote(Node node, Step then) throws TargetException;

  /** A step that uses servers. */
  interface Step {
    void run() throws TargetException;
  }

  /**
   * This cluster, with a capability.
   *
   * @throws BadInputException when it lacks the capability
   */
  default <C> C as(Class<C> capability) {
    BadInputException.check(
        capability.isInstance(this), "no " + word(capability) + " nodes: " + description());
    return capability.cast(this);
  }

  /** The word for a capability, such as {@code laggable}. */
  static String word(Class<?> capability) {
    return capability.getSimpleName().toLowerCase(Locale.ROOT);
  }

  /** The servers elect their primary themselves. */
  interface Electing {
    /**
     * Waits until the servers have elected another primary, which becomes this cluster's primary.
     *
     * @param old the primary before
     * @param stopped ends the wait
     * @throws TargetException when they have elected none in time, or the wait was ended
     */
    Node awaitElection(Node old, Duration patience, BooleanSupplier stopped) throws TargetException;
  }

  /** Nodes can be cut off from each other. */
  interface Isolatable {
    /** Cuts a node off from all others; clients still reach it. */
    void isolate(Node node) throws TargetException;

    /** Reconnects an isolated node, and waits until it follows the others. */
    void reconnect(Node node) throws TargetException;
  }

  /** Every node takes writes. */
  interface Multiprimary {}

  /** Nodes can fall behind the primary. */
  interface Laggable {
    /** Stops a replica's receiving thread: later transactions never reach it. */
    void stopReceiving(Node replica) throws TargetException;
  }

  /**
   * A replica can be reset to a kept state, to apply the same transactions with different settings.
   */
  interface Replayable {
    /** Shuts a replica down in order, and keeps a copy of its data; it stays down. */
    void keep(Node replica) throws TargetException;

    /**
     * Starts a replica, or restarts it if it is up. It neither receives nor applies at first.
     *
     * @param kept true if it starts from the kept copy, which replaces its own data
     * @param options of the server in addition to its usual ones, with dashes
     */
    void restart(Node replica, boolean kept, List<String> options) throws TargetException;

    /** The folder with a node's data. */
    Path data(Node node) throws TargetException;

    /** The process of a node that is up. */
    ProcessHandle process(Node node) throws TargetException;
  }
}
