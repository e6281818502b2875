package io.github.bmt4j.server.process;

import io.github.bmt4j.failure.TargetException;
import io.github.bmt4j.os.Folders;
import io.github.bmt4j.server.Cluster.Node;
import io.github.bmt4j.server.Login;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** One node of a cluster: its process, and the way to talk to it. */
class ClusterNode {
  private static final Duration ANSWER_PATIENCE = Duration.ofSeconds(10);
  private static final int SHUTDOWN_SECONDS = 60;
  private static final int POLL_MS = 20;

  private final Node node;
  private final ProcessServer server;
  private final Login admin;
  private final String parameters;
  private final NodeConnection connection;
  private volatile boolean started;
  private volatile boolean portTaken;

  /**
   * A node that is not started yet.
   *
   * @param admin login of the cluster's own connection to it
   * @param parameters added to the URL of that connection
   */
  ClusterNode(Node node, ProcessServer server, Login admin, String parameters) {
    this.node = node;
    this.server = server;
    this.admin = admin;
    this.parameters = parameters;
    this.connection = connection(ANSWER_PATIENCE);
  }

  /** Whether it could not start because another process has its port. */
  final boolean lostPort() {
    return portTaken;
  }

  final Node node() {
    return node;
  }

  final String url() {
    return Login.url(node.host(), node.port(), server.flavor());
  }

  /** Where it lives. */
  final ServerPlace place() {
    return server.place();
  }

  /**
   * Gives it a copy of data; it must be down.
   *
   * @param statements that its next start executes, one on each line; may be empty
   */
  final void renew(Path data, String statements) throws TargetException {
    try {
      Folders.delete(place().data());
      Folders.delete(place().tmp());
      Files.createDirectories(place().path());
      Folders.createPrivate(place().tmp());
      Folders.copyPrivate(data, place().data());
      // MySQL's identity of a server: each makes its own.
      Files.deleteIfExists(place().data().resolve("auto.cnf"));
      if (!statements.isEmpty()) {
        server.executeAtStart(statements);
      }
    } catch (IOException e) {
      throw new TargetException(node.name() + " cannot be given fresh data: " + e, e);
    }
  }

  /** Starts it on the data that it has, with some options. */
  final void launch(List<String> options) throws TargetException {
    demandDown();
    connection.close();
    try {
      if (!server.start(place().data(), node.host(), node.port(), options, admin)) {
        portTaken = true;
        throw new TargetException(
            node.name() + ": another process uses port " + node.port() + " on " + node.host());
      }
      started = true;
    } catch (IOException e) {
      throw new TargetException(node.name() + " cannot be started: " + e, e);
    }
  }

  final void demandDown() throws TargetException {
    if (isRunning()) {
      throw new TargetException(node.name() + " is up already");
    }
  }

  /** What it writes when it is started on its data with options by which it ends at once. */
  final String output(List<String> options) throws TargetException {
    try {
      return server.output(place().data(), options);
    } catch (IOException e) {
      throw new TargetException(node.name() + " cannot be started: " + e, e);
    }
  }

  /** The cluster's connection to it, whether or not it is up. */
  final NodeConnection kept() {
    return connection;
  }

  /** The cluster's connection to it, when it is up and answers. */
  final NodeConnection connection() throws TargetException {
    demandRunning();
    if (isFrozen()) {
      throw new TargetException(node.name() + " is frozen");
    }
    return connection;
  }

  /** Another connection to it, which gives up sooner. The caller closes it. */
  final NodeConnection connection(Duration patience) {
    return new NodeConnection(node.name(), url() + parameters, admin, patience);
  }

  final long demandRunning() throws TargetException {
    return process().orElseThrow(() -> new TargetException(node.name() + " is down")).pid();
  }

  private Optional<ProcessHandle> process() {
    return server.process().handle();
  }

  final boolean isRunning() {
    return process().isPresent();
  }

  /** Whether its process has ended although this class did not end it. */
  final boolean hasDied() {
    return started && !isRunning();
  }

  final boolean isFrozen() throws TargetException {
    Optional<ProcessHandle> handle = process();
    return handle.isPresent() && ProcessFreeze.isFrozen(handle.get().pid());
  }

  /** Whether it is up and not frozen. */
  final boolean isAnswering() throws TargetException {
    return isRunning() && !isFrozen();
  }

  final void freeze() throws TargetException {
    ProcessFreeze.freeze(demandRunning());
  }

  final void thaw() throws TargetException {
    if (isFrozen()) {
      ProcessFreeze.thaw(demandRunning());
    }
  }

  /** What is waited for. */
  interface Condition {
    boolean holds() throws TargetException;
  }

  /**
   * Waits until a condition holds.
   *
   * @return false when it does not in time
   */
  static boolean await(Duration patience, Condition condition) throws TargetException {
    try {
      for (long left = patience.toMillis(); !condition.holds(); left -= POLL_MS) {
        if (left <= 0) {
          return false;
        }
        TimeUnit.MILLISECONDS.sleep(POLL_MS);
      }
      return true;
    } catch (InterruptedException e) {
      throw interrupted(e);
    }
  }

  /** Kills it, if it is up. */
  final void kill() throws TargetException {
    started = false;
    try {
      if (!server.process().kill()) {
        throw new TargetException(node.name() + " cannot be killed");
      }
    } catch (InterruptedException e) {
      throw interrupted(e);
    }
    connection.close();
  }

  /** Asks it to end in order. */
  final void beginShutDown() throws TargetException {
    connection();
    started = false;
    try {
      server.process().shutDown(0);
    } catch (InterruptedException e) {
      throw interrupted(e);
    }
    connection.close();
  }

  /** Shuts it down in order. */
  final void shutDown() throws TargetException {
    connection();
    started = false;
    try {
      if (!server.process().shutDown(SHUTDOWN_SECONDS)) {
        throw new TargetException(
            node.name() + " has not ended " + SHUTDOWN_SECONDS + " s after it was told to");
      }
    } catch (InterruptedException e) {
      throw interrupted(e);
    }
    connection.close();
  }

  private static TargetException interrupted(InterruptedException e) {
    Thread.currentThread().interrupt();
    return new TargetException("interrupted", e);
  }

  /** Ends it for good. */
  final void end() {
    server.process().end(0);
  }
}
