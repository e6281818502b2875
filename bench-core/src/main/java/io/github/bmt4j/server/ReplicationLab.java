package io.github.bmt4j.server;

import io.github.bmt4j.failure.TargetException;
import java.time.Duration;
import java.util.List;

/**
 * A primary and its replicas (GTID), processes of ours on loopback. Each node has an address of its
 * own (127.0.0.2, 127.0.0.3, …) and all have one port, so that names can stand for nodes. Closing
 * it ends every process and removes what was made; it may be done twice, and by another thread.
 *
 * <p>Every method that changes a node returns when the change is done. All throw {@link
 * TargetException} when the servers do not do what they are told.
 */
public interface ReplicationLab extends OwnedServers {
  /**
   * A server of the lab. Its name, address and id stay the same whatever role it has.
   *
   * @param name {@code node1}, {@code node2}, …
   * @param host loopback address of its own
   * @param port the same for all nodes
   * @param serverId {@code @@server_id}
   */
  record Node(String name, String host, int port, long serverId) {}

  /** Where a node stands, for people and tests. */
  record NodeState(Node node, boolean running, boolean frozen, String role, String detail) {}

  /** All nodes, in the order of their names. */
  List<Node> nodes();

  /** The node that was made primary last, whether or not it is up. */
  Node primary();

  /** What the servers are, such as {@code embedded MariaDB 11.4.5}. */
  String description();

  /**
   * Login of the application: all rights on the lab's database, none to write where read_only is
   * on.
   */
  Login application();

  /** Login that may do everything. */
  Login admin();

  /** URL of one node for plain connections straight to it, without login. */
  String url(Node node);

  /**
   * Brings every node back to fresh data: node1 primary, the others replicas, all up and caught up.
   */
  void reset() throws TargetException;

  /** Kills a node's process (SIGKILL), frozen or not, and returns when it has gone. */
  void kill(Node node) throws TargetException;

  /** Shuts a node down in order (SIGTERM), and waits until its process has ended. */
  void shutdown(Node node) throws TargetException;

  /** Stops a node's process where it is (SIGSTOP): its sockets stay open and say nothing. */
  void freeze(Node node) throws TargetException;

  /** Lets a frozen node go on (SIGCONT); nothing happens to one that is not frozen. */
  void thaw(Node node) throws TargetException;

  /**
   * Starts a node that is down as a read-only replica of the primary. When it has what the primary
   * lacks, or the primary is down, it is up and does not replicate, which {@link #status} says.
   */
  void startAsReplica(Node node) throws TargetException;

  /** Starts a node that is down on its old data, replicating from nobody. */
  void startAlone(Node node, boolean readOnly) throws TargetException;

  /** Sets {@code read_only} of a node. */
  void readOnly(Node node, boolean on) throws TargetException;

  /** The replica that is up and has received most of the primary's transactions. */
  Node mostAdvancedReplica() throws TargetException;

  /**
   * Makes a replica the primary, in this order: it receives no more, applies what it has received,
   * follows nobody, and is made writable; then the other replicas that are up are re-pointed to it,
   * and so is the old primary when it is up and read-only (a planned switchover). It is writable
   * when this returns, also when it throws because another node could not be re-pointed. An old
   * primary that is down or frozen is not talked to; one that is up and writable stays as it is, a
   * stray.
   */
  void promote(Node node) throws TargetException;

  /** Waits until a replica has applied everything that the primary has committed. */
  void awaitCaughtUp(Node replica, Duration patience) throws TargetException;

  /** Stops a replica's receiving thread: transactions from now on never reach it. */
  void stopReceiving(Node replica) throws TargetException;

  /**
   * Kills every session of the application on a node.
   *
   * @return how many
   */
  int killApplicationSessions(Node node) throws TargetException;

  /** How all nodes stand, asked now; a node that does not answer within a second says so. */
  List<NodeState> status();
}
