package io.github.bmt4j.server.process;

import static io.github.bmt4j.report.Lines.words;

import io.github.bmt4j.failure.TargetException;
import io.github.bmt4j.server.Cluster.Node;
import io.github.bmt4j.server.Cluster.NodeState;
import io.github.bmt4j.server.Cluster.Role;
import io.github.bmt4j.server.NodeServer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** One node of servers that replicate by GTID. It starts read-only or not, without a source. */
class ReplicationNode extends ClusterNode {
  private static final Duration APPLY_PATIENCE = Duration.ofSeconds(60);

  /**
   * Each STOP waits for its threads: for the receiver's last packet and the running transactions of
   * the applier.
   */
  private static final Duration STOP_PATIENCE = Duration.ofSeconds(20);

  private static final Duration AT_ONCE = Duration.ofMillis(1);

  private final GtidDialect dialect;
  private final NodeLogins logins;
  private final boolean semiSync;
  private volatile boolean follows;

  ReplicationNode(Node node, NodeServer server, NodeLogins logins, boolean semiSync) {
    super(node, server, logins.admin(), "");
    this.dialect = GtidDialect.of(server.flavor());
    this.logins = logins;
    this.semiSync = semiSync;
  }

  /**
   * The state of replication from a source.
   *
   * @param source host of the node that it follows
   * @param receiving {@code Yes}, {@code No} or {@code Connecting}
   * @param applying {@code Yes} or {@code No}
   * @param received the position up to which it has received; "" if unknown
   * @param error the last errors of receiving and of applying; "" if there is none
   */
  record State(String source, String receiving, String applying, String received, String error) {
    boolean isReceiving() {
      return receiving.equals("Yes");
    }
  }

  final NodeLogins logins() {
    return logins;
  }

  final void start(boolean readOnly, List<String> more) throws TargetException {
    List<String> options = new ArrayList<>(dialect.options(node(), semiSync));
    options.addAll(more);
    options.add("--read-only=" + (readOnly ? "ON" : "OFF"));
    launch(options);
    follows = false;
  }

  final void keep() throws TargetException {
    ProcessServer server = process();
    shutDown();
    server.keep();
  }

  /** Starts it, or restarts it if it is up, as the same replica; it does not replicate yet. */
  final void restart(boolean fromKept, List<String> more) throws TargetException {
    if (fromKept) {
      kill();
      process().renewKept();
    } else if (isRunning()) {
      shutDown();
    }
    start(true, more);
    follows = true;
  }

  final boolean follows() {
    return follows;
  }

  /**
   * Lets it follow another node, from its own committed position. If the source cannot continue
   * from there, replication stops with an error, which {@link #state} reports.
   */
  final void follow(Node source) throws TargetException {
    if (semiSync) {
      awaitReplicas(false);
    }
    stopReplicating();
    connection().execute(dialect.pointTo(source, logins.replica()).toArray(String[]::new));
    connection().execute("START " + dialect.replica);
    follows = true;
  }

  /**
   * Returns true if it may follow a node with a position. False if it has transactions which that
   * node lacks and the servers would not notice; MariaDB servers notice, in strict mode.
   */
  final boolean mayFollow(String position) throws TargetException {
    return dialect == GtidDialect.MARIADB || dialect.covers(connection(), position, position());
  }

  /** Stops receiving; received transactions are applied. */
  final void stopReceiving() throws TargetException {
    connection().execute(STOP_PATIENCE, "STOP " + dialect.replica + " IO_THREAD");
  }

  /** Stops receiving, applies all received transactions, and forgets its source. */
  final void leaveSource() throws TargetException {
    stopReceiving();
    Optional<State> state = state(connection());
    if (state.isPresent()) {
      boolean applying = state.get().applying().equals("Yes");
      if (!reaches(state.get().received(), applying ? APPLY_PATIENCE : AT_ONCE)) {
        throw new TargetException(
            words(
                "a replica cannot apply what it has received (%s): %s",
                state.get().received(), state.get().error()));
      }
    }
    forgetSource();
  }

  /** Forgets its source, with all received transactions. */
  final void forgetSource() throws TargetException {
    stopReplicating();
    connection().execute("RESET " + dialect.replica + " ALL");
    follows = false;
  }

  /**
   * Stops receiving and applying. A transaction that was received in part is rolled back: MySQL's
   * STOP REPLICA would wait 60 s for the rest of it, which a dead source never sends.
   */
  private void stopReplicating() throws TargetException {
    stopReceiving();
    for (String thread : connection().row(dialect.appliesPart).values()) {
      connection().execute("KILL " + thread);
    }
    connection().execute(STOP_PATIENCE, "STOP " + dialect.replica);
  }

  @Override
  final void awaitApplied(String position, Duration patience) throws TargetException {
    if (!reaches(position, patience)) {
      throw new TargetException(
          words(
              "%s has not applied %s within %s s",
              node().name(), position, patience.toMillis() / 1e3));
    }
  }

  private boolean reaches(String position, Duration patience) throws TargetException {
    String sql =
        "SELECT " + dialect.wait + "('" + position + "', " + patience.toMillis() / 1e3 + ")";
    return connection().one(sql, patience).equals("0");
  }

  /**
   * Lets its commits wait until a replica has received them, or not. Without a replica they wait
   * forever.
   */
  final void awaitReplicas(boolean on) throws TargetException {
    connection()
        .execute("SET GLOBAL rpl_semi_sync_" + dialect.source + "_enabled=" + (on ? "ON" : "OFF"));
  }

  @Override
  final String position() throws TargetException {
    return position(connection());
  }

  private String position(NodeConnection over) throws TargetException {
    return plain(over.one("SELECT " + dialect.executed));
  }

  final String received() throws TargetException {
    String position = position();
    String received = state(connection()).map(State::received).orElse("");
    return position + (position.isEmpty() || received.isEmpty() ? "" : ",") + received;
  }

  final boolean hasReceived(String position) throws TargetException {
    return dialect.covers(connection(), received(), position);
  }

  final Optional<State> state(NodeConnection over) throws TargetException {
    Map<String, String> row = over.row("SHOW " + dialect.replica + " STATUS");
    if (row.isEmpty()) {
      return Optional.empty();
    }
    String receiving = error(row, "io");
    String applying = error(row, "sql");
    return Optional.of(
        new State(
            row.getOrDefault(dialect.source + "_host", ""),
            row.getOrDefault(dialect.replica + "_io_running", ""),
            row.getOrDefault(dialect.replica + "_sql_running", ""),
            plain(row.getOrDefault(dialect.received, "")),
            receiving + (receiving.isEmpty() || applying.isEmpty() ? "" : "; ") + applying));
  }

  private static String error(Map<String, String> row, String thread) {
    String number = row.getOrDefault("last_" + thread + "_errno", "0");
    return number.equals("0") ? "" : number + " " + row.get("last_" + thread + "_error");
  }

  /** MySQL writes the set of each server on a line of its own. */
  private static String plain(String position) {
    return position.replace("\n", "");
  }

  @Override
  NodeState inspect(NodeConnection over, boolean leads) throws TargetException {
    List<String> details = facts(over);
    Optional<State> replication = state(over);
    replication.ifPresent(
        state -> {
          details.addAll(
              List.of(
                  "follows " + state.source(),
                  "receiving " + state.receiving(),
                  "applying " + state.applying()));
          if (!state.error().isEmpty()) {
            details.add("error " + state.error());
          }
        });
    Role role = replication.isPresent() ? Role.REPLICA : leads ? Role.PRIMARY : Role.STRAY;
    return inRole(role, details);
  }

  /** Text on whether it takes writes, and the position up to which it has committed. */
  final List<String> facts(NodeConnection over) throws TargetException {
    String position = position(over);
    return new ArrayList<>(
        List.of(
            over.one("SELECT @@read_only").equals("0") ? "writable" : "read-only",
            "GTID " + (position.isEmpty() ? "none" : position)));
  }
}
