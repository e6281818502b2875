package io.github.bmt4j.server.process;

import io.github.bmt4j.failure.TargetException;
import io.github.bmt4j.server.Cluster.Node;
import io.github.bmt4j.server.Login;
import java.time.Duration;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The replication of a node: its source, and how far it has come. */
final class NodeReplication {
  private static final Duration APPLY_PATIENCE = Duration.ofSeconds(60);

  /** Asks how replication stands. */
  static final String STATE = "SHOW SLAVE STATUS";

  private static final Pattern SEQUENCE = Pattern.compile("\\d+-\\d+-(\\d+)");

  private final NodeConnection connection;
  private final Login login;
  private final boolean semiSync;

  /**
   * @param login with which it reads another node's binary log
   * @param semiSync whether commits wait for replicas
   */
  NodeReplication(NodeConnection connection, Login login, boolean semiSync) {
    this.connection = connection;
    this.login = login;
    this.semiSync = semiSync;
  }

  /**
   * Lets it follow another node, from what its binary log holds. When that cannot go on from there,
   * replication stops with an error, which {@link #state} has.
   */
  void follow(Node source) throws TargetException {
    if (semiSync) {
      awaitReplicas(false);
    }
    connection.execute(
        "STOP SLAVE",
        "SET GLOBAL gtid_slave_pos = @@gtid_binlog_pos",
        "CHANGE MASTER TO MASTER_HOST='"
            + source.host()
            + "', MASTER_PORT="
            + source.port()
            + ", MASTER_USER='"
            + login.user()
            + "', MASTER_PASSWORD='"
            + login.password().reveal()
            + "', MASTER_CONNECT_RETRY=1, MASTER_SSL=0, MASTER_USE_GTID=slave_pos",
        "START SLAVE");
  }

  /**
   * Stops receiving, applies what it has received, and forgets its source.
   *
   * @throws TargetException when it cannot apply that
   */
  void leaveSource() throws TargetException {
    connection.execute("STOP SLAVE IO_THREAD");
    Map<String, String> state = state();
    if (!state.isEmpty()) {
      String received = state.getOrDefault("gtid_io_pos", "");
      if (!has(received) && (!isApplying(state) || !reaches(received, APPLY_PATIENCE))) {
        throw new TargetException(
            "a replica cannot apply what it has received (" + received + "): " + error(state));
      }
    }
    forgetSource();
  }

  /** Forgets its source, whatever it has received. */
  void forgetSource() throws TargetException {
    connection.execute("STOP SLAVE", "RESET SLAVE ALL");
  }

  private boolean has(String position) throws TargetException {
    return sequence(connection.one("SELECT @@gtid_slave_pos")) >= sequence(position);
  }

  /** Whether it applies everything up to a position in time. */
  boolean reaches(String position, Duration patience) throws TargetException {
    return connection
        .one(
            "SELECT MASTER_GTID_WAIT('" + position + "', " + patience.toMillis() / 1e3 + ")",
            patience)
        .equals("0");
  }

  /**
   * Returns true if its commits wait until a replica has received them. They wait forever when none
   * is there.
   */
  void awaitReplicas(boolean on) throws TargetException {
    connection.execute("SET GLOBAL rpl_semi_sync_master_enabled=" + (on ? "ON" : "OFF"));
  }

  /** What its binary log holds. */
  String position() throws TargetException {
    return connection.one("SELECT @@gtid_binlog_pos");
  }

  /** The number of the last transaction that it has received, applied or not. */
  long received() throws TargetException {
    return Math.max(sequence(state().getOrDefault("gtid_io_pos", "")), sequence(position()));
  }

  /** The answer to {@code SHOW SLAVE STATUS}, names in lower case; empty when it has no source. */
  Map<String, String> state() throws TargetException {
    return connection.row(STATE);
  }

  static boolean isReceiving(Map<String, String> state) {
    return "Yes".equals(state.get("slave_io_running"));
  }

  static boolean isApplying(Map<String, String> state) {
    return "Yes".equals(state.get("slave_sql_running"));
  }

  /** The last error of receiving and of applying; empty when there is none. */
  static String error(Map<String, String> state) {
    String receiving = error(state, "io");
    String applying = error(state, "sql");
    return receiving + (receiving.isEmpty() || applying.isEmpty() ? "" : "; ") + applying;
  }

  private static String error(Map<String, String> state, String thread) {
    String number = state.getOrDefault("last_" + thread + "_errno", "0");
    return number.equals("0") ? "" : number + " " + state.get("last_" + thread + "_error");
  }

  /** The number in a position, such as 105 in {@code 0-1-105}; 0 when it is empty. */
  private static long sequence(String position) {
    Matcher matcher = SEQUENCE.matcher(position);
    long last = 0;
    while (matcher.find()) {
      last = Math.max(last, Long.parseLong(matcher.group(1)));
    }
    return last;
  }
}
