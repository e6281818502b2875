package io.github.bmt4j.server.process;

import static io.github.bmt4j.report.Lines.words;

import io.github.bmt4j.failure.TargetException;
import io.github.bmt4j.server.Cluster.Node;
import io.github.bmt4j.server.Cluster.NodeState;
import io.github.bmt4j.server.Cluster.Role;
import io.github.bmt4j.server.Login;
import io.github.bmt4j.server.NodeServer;
import io.github.bmt4j.server.Waiting;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;

/** One node of a cluster: its process, and the connection to it. */
abstract class ClusterNode {
  private static final Duration ANSWER_PATIENCE = Duration.ofSeconds(10);
  private static final int SHUTDOWN_SECONDS = 60;

  /** Time between two queries of a node's state. */
  static final int POLL_MS = 20;

  private final Node node;
  private final NodeServer server;
  private final Login admin;
  private final String parameters;
  private final NodeConnection connection;
  private volatile boolean started;
  private volatile boolean portTaken;

  /**
   * @param admin login of the cluster's own connection to it
   * @param parameters added to the URL of that connection
   */
  ClusterNode(Node node, NodeServer server, Login admin, String parameters) {
    this.node = node;
    this.server = server;
    this.admin = admin;
    this.parameters = parameters;
    this.connection = connection(ANSWER_PATIENCE);
  }

  final boolean lostPort() {
    return portTaken;
  }

  final Node node() {
    return node;
  }

  final ProcessServer process() throws TargetException {
    if (server instanceof ProcessServer process) {
      return process;
    }
    throw new TargetException(node.name() + " is in a container, whose data cannot be copied");
  }

  final String url() {
    return Login.url(node.host(), node.port(), server.flavor());
  }

  /** See {@link NodeServer#renew}. */
  final void renew(String statements) throws TargetException {
    server.renew(statements);
  }

  /** Starts it on its present data, with some options. */
  final void launch(List<String> options) throws TargetException {
    demandDown();
    if (!server.start(node, options, admin)) {
      portTaken = true;
      throw new TargetException(
          node.name() + ": another process uses port " + node.port() + " on " + node.host());
    }
    started = true;
  }

  /** Makes sure that it has no process; kills one that is shutting down. */
  final void demandDown() throws TargetException {
    if (isRunning()) {
      throw new TargetException(node.name() + " is up already");
    }
    kill();
  }

  /** The cluster's connection to it, when it is up and answers. */
  final NodeConnection connection() throws TargetException {
    demandRunning();
    if (isFrozen()) {
      throw new TargetException(node.name() + " is frozen");
    }
    return connection;
  }

  /** Another connection to it, with a shorter timeout. The caller closes it. */
  final NodeConnection connection(Duration patience) {
    return new NodeConnection(node.name(), url() + parameters, admin, patience);
  }

  final void demandRunning() throws TargetException {
    if (!isRunning()) {
      throw new TargetException(node.name() + " is down");
    }
  }

  /** True if its server runs and is not shutting down. */
  final boolean isRunning() {
    return started && server.isRunning();
  }

  /** True if its process has ended although this class did not end it. */
  final boolean hasDied() {
    return started && !isRunning();
  }

  final boolean isFrozen() throws TargetException {
    return started && server.isFrozen();
  }

  final boolean isAnswering() throws TargetException {
    return isRunning() && !isFrozen();
  }

  final void freeze() throws TargetException {
    demandRunning();
    server.freeze();
  }

  final void thaw() throws TargetException {
    if (isFrozen()) {
      server.thaw();
    }
  }

  /**
   * Waits until a condition on it holds.
   *
   * @param otherwise message if it does not hold, such as "takes no writes"
   * @throws TargetException when it does not hold in time, or its process has ended
   */
  final void demand(String otherwise, Duration patience, Waiting.Condition condition)
      throws TargetException {
    AtomicReference<String> last = new AtomicReference<>("");
    boolean held =
        Waiting.until(
            patience,
            POLL_MS,
            () -> {
              try {
                last.set("");
                return condition.holds();
              } catch (TargetException e) {
                // A node that joins the others closes the connections of its clients.
                demandRunning();
                last.set(": " + e.getMessage());
                return false;
              }
            });
    if (!held) {
      throw new TargetException(
          words(
              "%s %s within %s s%s",
              node.name(), otherwise, patience.toMillis() / 1e3, last.get()));
    }
  }

  /** The position up to which it has committed. */
  abstract String position() throws TargetException;

  /**
   * Waits until it has applied another node's commits up to a position.
   *
   * @throws TargetException when it has not in time
   */
  abstract void awaitApplied(String position, Duration patience) throws TargetException;

  /**
   * Its state, when it is up and not frozen.
   *
   * @param over a connection that does not wait for long
   * @param leads true if it is the cluster's primary, as far as the cluster knows
   */
  abstract NodeState inspect(NodeConnection over, boolean leads) throws TargetException;

  final NodeState inRole(Role role, List<String> details) {
    return new NodeState(node, role, String.join(", ", details));
  }

  final void kill() throws TargetException {
    started = false;
    if (!server.kill()) {
      throw new TargetException(node.name() + " cannot be killed");
    }
    connection.close();
  }

  final void beginShutDown() throws TargetException {
    connection().close();
    started = false;
    server.shutDown(0);
  }

  final void shutDown() throws TargetException {
    beginShutDown();
    if (!server.shutDown(SHUTDOWN_SECONDS)) {
      throw new TargetException(
          node.name() + " did not end within " + SHUTDOWN_SECONDS + " s of its shutdown");
    }
  }

  final void end() {
    server.end();
  }
}
