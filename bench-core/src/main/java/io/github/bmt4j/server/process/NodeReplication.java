package io.github.bmt4j.server.process;

import io.github.bmt4j.failure.TargetException;
import io.github.bmt4j.jdbc.ServerProduct.Flavor;
import io.github.bmt4j.server.Cluster.Node;
import io.github.bmt4j.server.Login;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** The replication (GTID) of a node: its source, and how far it has come. */
abstract sealed class NodeReplication permits MariaDbReplication, MySqlReplication {
  /** Server options that bmt sets, whatever the product. */
  static final Set<String> OWN_OPTIONS =
      Set.of(
          "binlog-format",
          "log-bin",
          "read-only",
          "relay-log",
          "report-host",
          "report-port",
          "server-id",
          "skip-log-bin");

  private static final Duration APPLY_PATIENCE = Duration.ofSeconds(60);

  /** The product's words in its statements and variables. */
  private final Words words;

  private final NodeConnection connection;
  private final Login login;
  private final boolean semiSync;

  NodeReplication(Words words, NodeConnection connection, Login login, boolean semiSync) {
    this.words = words;
    this.connection = connection;
    this.login = login;
    this.semiSync = semiSync;
  }

  /**
   * The replication of a node of a product.
   *
   * @param login with which it reads another node's binary log
   * @param semiSync whether commits wait for replicas
   */
  static NodeReplication of(
      Flavor product, NodeConnection connection, Login login, boolean semiSync) {
    return product == Flavor.MARIADB
        ? new MariaDbReplication(connection, login, semiSync)
        : new MySqlReplication(connection, login, semiSync);
  }

  /**
   * What a product calls things.
   *
   * @param replica as in {@code SHOW REPLICA STATUS}
   * @param source as in {@code Source_Host}
   * @param received column with what was received from the source
   * @param executed variable with what the node has committed
   */
  record Words(String replica, String source, String received, String executed) {}

  /**
   * The state of replication from a source.
   *
   * @param source host of the node that it follows
   * @param receiving {@code Yes}, {@code No} or {@code Connecting}
   * @param applying {@code Yes} or {@code No}
   * @param received the position up to which it has received; "" when nothing is known of it
   * @param error the last errors of receiving and of applying; "" when there is none
   */
  record State(String source, String receiving, String applying, String received, String error) {
    boolean isReceiving() {
      return receiving.equals("Yes");
    }

    boolean isApplying() {
      return applying.equals("Yes");
    }
  }

  /** Options of the server. */
  final List<String> options(Node node) {
    List<String> options =
        new ArrayList<>(
            List.of(
                "--server-id=" + node.serverId(),
                "--report-host=" + node.host(),
                "--log-bin=binlog",
                "--relay-log=relay",
                "--skip-name-resolve"));
    options.addAll(options(semiSync));
    return options;
  }

  /**
   * Those of its product.
   *
   * @param waits whether commits wait for replicas
   */
  abstract List<String> options(boolean waits);

  /** Statements that point it to a source and start nothing, when it follows no other one. */
  abstract List<String> pointTo(Node source, Login as);

  /** Whether it has committed everything up to a position. */
  abstract boolean has(String position) throws TargetException;

  /** Whether it applies everything up to a position in time. */
  abstract boolean reaches(String position, Duration patience) throws TargetException;

  /** Whether a position is beyond another one. */
  abstract boolean isBeyond(String position, String other) throws TargetException;

  /** Both of two positions. */
  abstract String union(String one, String other);

  /**
   * Whether it may follow a node with a position. False when it has transactions which that node
   * lacks, and the servers would not find out.
   */
  abstract boolean mayFollow(String position) throws TargetException;

  /**
   * Lets it follow another node, from what it has committed. When that cannot go on from there,
   * replication stops with an error, which {@link #state} has.
   */
  final void follow(Node source) throws TargetException {
    if (semiSync) {
      awaitReplicas(false);
    }
    connection.execute("STOP " + words.replica);
    connection.execute(pointTo(source, login).toArray(String[]::new));
    connection.execute("START " + words.replica);
  }

  /** Stops receiving; what it has received is applied. */
  final void stopReceiving() throws TargetException {
    connection.execute("STOP " + words.replica + " IO_THREAD");
  }

  /**
   * Stops receiving, applies what it has received, and forgets its source.
   *
   * @throws TargetException when it cannot apply that
   */
  final void leaveSource() throws TargetException {
    stopReceiving();
    Optional<State> state = state();
    if (state.isPresent()) {
      String received = state.get().received();
      if (!has(received) && (!state.get().isApplying() || !reaches(received, APPLY_PATIENCE))) {
        throw new TargetException(
            "a replica cannot apply what it has received ("
                + received
                + "): "
                + state.get().error());
      }
    }
    forgetSource();
  }

  /** Forgets its source, whatever it has received. */
  final void forgetSource() throws TargetException {
    connection.execute("STOP " + words.replica, "RESET " + words.replica + " ALL");
  }

  /**
   * Waits until it has applied what another node has committed.
   *
   * @throws TargetException when it has not in time
   */
  final void awaitCaughtUp(NodeReplication source, Duration patience) throws TargetException {
    String position = source.position();
    if (!reaches(position, patience)) {
      throw new TargetException(
          connection.name()
              + " has not applied "
              + position
              + " of "
              + source.connection.name()
              + " within "
              + patience.toMillis() / 1e3
              + " s");
    }
  }

  /**
   * Lets its commits wait until a replica has received them, or not. They wait forever when none is
   * there.
   */
  final void awaitReplicas(boolean on) throws TargetException {
    connection.execute(
        "SET GLOBAL rpl_semi_sync_" + words.source + "_enabled=" + (on ? "ON" : "OFF"));
  }

  /** What it has committed. */
  final String position() throws TargetException {
    return position(connection);
  }

  /** The same, asked over another connection. */
  final String position(NodeConnection over) throws TargetException {
    return plain(over.one("SELECT " + words.executed));
  }

  /** What it has received, applied or not. */
  final String received() throws TargetException {
    return union(state().map(State::received).orElse(""), position());
  }

  /** How it stands; nothing when it has no source. */
  final Optional<State> state() throws TargetException {
    return state(connection);
  }

  /** The same, asked over another connection. */
  final Optional<State> state(NodeConnection over) throws TargetException {
    Map<String, String> row = over.row("SHOW " + words.replica + " STATUS");
    if (row.isEmpty()) {
      return Optional.empty();
    }
    String receiving = error(row, "io");
    String applying = error(row, "sql");
    return Optional.of(
        new State(
            row.getOrDefault(words.source + "_host", ""),
            row.getOrDefault(words.replica + "_io_running", ""),
            row.getOrDefault(words.replica + "_sql_running", ""),
            plain(row.getOrDefault(words.received, "")),
            receiving + (receiving.isEmpty() || applying.isEmpty() ? "" : "; ") + applying));
  }

  private static String error(Map<String, String> row, String thread) {
    String number = row.getOrDefault("last_" + thread + "_errno", "0");
    return number.equals("0") ? "" : number + " " + row.get("last_" + thread + "_error");
  }

  /** MySQL writes the sets of several servers on a line each. */
  private static String plain(String position) {
    return position.replace("\n", "");
  }

  final NodeConnection connection() {
    return connection;
  }

  /** A string in SQL that holds no quote. */
  static String quoted(String text) {
    return "'" + text + "'";
  }
}
