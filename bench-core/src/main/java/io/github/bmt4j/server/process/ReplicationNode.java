package io.github.bmt4j.server.process;

import io.github.bmt4j.failure.TargetException;
import io.github.bmt4j.jdbc.ServerProduct.Flavor;
import io.github.bmt4j.os.Folders;
import io.github.bmt4j.server.Cluster.Node;
import io.github.bmt4j.server.Login;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * One node of a cluster that replicates: its process, and the way to talk to it. It starts
 * read-only or not, and replicating from no other node.
 */
final class ReplicationNode {
  private static final Duration ANSWER_PATIENCE = Duration.ofSeconds(10);
  private static final int SHUTDOWN_SECONDS = 60;

  private final Node node;
  private final ServerPlace place;
  private final ProcessServer server;
  private final NodeLogins logins;
  private final boolean semiSync;
  private final NodeConnection connection;
  private final NodeReplication replication;
  private volatile boolean follows;
  private volatile boolean started;
  private volatile boolean portTaken;

  ReplicationNode(
      Node node, ServerPlace place, ProcessServer server, NodeLogins logins, boolean semiSync) {
    this.node = node;
    this.place = place;
    this.server = server;
    this.logins = logins;
    this.semiSync = semiSync;
    this.connection = connection(ANSWER_PATIENCE);
    this.replication = new NodeReplication(connection, logins.replica(), semiSync);
  }

  /** Whether it could not start because another process has its port. */
  boolean lostPort() {
    return portTaken;
  }

  Node node() {
    return node;
  }

  String url() {
    return Login.url(node.host(), node.port(), Flavor.MARIADB);
  }

  /** Gives it a copy of fresh data, to which its next start adds the logins; it must be down. */
  void renew(Path fresh) throws TargetException {
    try {
      Folders.delete(place.data());
      Folders.delete(place.tmp());
      Files.createDirectories(place.path());
      Folders.createPrivate(place.tmp());
      Folders.copyPrivate(fresh, place.data());
      // Not written to the binary log: every node begins with an empty GTID position.
      server.executeAtStart("SET sql_log_bin=0;\n" + logins.statements());
    } catch (IOException e) {
      throw new TargetException(node.name() + " cannot be given fresh data: " + e, e);
    }
  }

  /** Starts it on the data that it has. */
  void start(boolean readOnly) throws TargetException {
    if (isRunning()) {
      throw new TargetException(node.name() + " is up already");
    }
    connection.close();
    follows = false;
    List<String> more = new ArrayList<>(options());
    more.add("--read-only=" + (readOnly ? "ON" : "OFF"));
    try {
      if (!server.start(place.data(), node.host(), node.port(), more, logins.admin())) {
        portTaken = true;
        throw new TargetException(
            node.name() + ": another process uses port " + node.port() + " on " + node.host());
      }
      started = true;
    } catch (IOException e) {
      throw new TargetException(node.name() + " cannot be started: " + e, e);
    }
  }

  private List<String> options() {
    List<String> options =
        new ArrayList<>(
            List.of(
                "--server-id=" + node.serverId(),
                "--report-host=" + node.host(),
                "--log-bin=binlog",
                "--relay-log=relay",
                "--binlog-format=ROW",
                "--log-slave-updates=ON",
                "--gtid-strict-mode=ON",
                "--skip-slave-start",
                "--skip-name-resolve"));
    if (semiSync) {
      // AFTER_SYNC: a commit that no replica has received is visible on no node.
      options.add("--rpl-semi-sync-slave-enabled=ON");
      options.add("--rpl-semi-sync-master-wait-point=AFTER_SYNC");
      options.add("--rpl-semi-sync-master-wait-no-slave=ON");
      options.add("--rpl-semi-sync-master-timeout=3600000");
    }
    return options;
  }

  /** Lets it follow another node. */
  void follow(Node source) throws TargetException {
    replication.follow(source);
    follows = true;
  }

  /** Ends its replication when it has applied all that it has received. */
  void leaveSource() throws TargetException {
    replication.leaveSource();
    follows = false;
  }

  /** Whether it was told to follow another node. */
  boolean follows() {
    return follows;
  }

  /** Its replication, when it is up and answers. */
  NodeReplication replication() throws TargetException {
    demandAnswers();
    return replication;
  }

  /** The cluster's connection to it, when it is up and answers. */
  NodeConnection connection() throws TargetException {
    demandAnswers();
    return connection;
  }

  /** Another connection to it, which gives up sooner. The caller closes it. */
  NodeConnection connection(Duration patience) {
    return new NodeConnection(node.name(), url(), logins.admin(), patience);
  }

  private void demandAnswers() throws TargetException {
    if (!isRunning()) {
      throw new TargetException(node.name() + " is down");
    }
    if (isFrozen()) {
      throw new TargetException(node.name() + " is frozen");
    }
  }

  boolean isRunning() {
    return server.process().handle().isPresent();
  }

  /** Whether its process has ended although this class did not end it. */
  boolean hasDied() {
    return started && !isRunning();
  }

  boolean isFrozen() throws TargetException {
    var handle = server.process().handle();
    return handle.isPresent() && ProcessFreeze.isFrozen(handle.get().pid());
  }

  /** Whether it is up and not frozen. */
  boolean isAnswering() throws TargetException {
    return isRunning() && !isFrozen();
  }

  void freeze() throws TargetException {
    ProcessFreeze.freeze(pid());
  }

  void thaw() throws TargetException {
    if (isFrozen()) {
      ProcessFreeze.thaw(pid());
    }
  }

  private long pid() throws TargetException {
    return server
        .process()
        .handle()
        .orElseThrow(() -> new TargetException(node.name() + " is down"))
        .pid();
  }

  /** Kills it, if it is up. */
  void kill() throws TargetException {
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

  /** Shuts it down in order. */
  void shutDown() throws TargetException {
    demandAnswers();
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
  void end() {
    server.process().end(0);
  }
}
