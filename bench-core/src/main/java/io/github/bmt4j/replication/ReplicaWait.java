package io.github.bmt4j.replication;

import static io.github.bmt4j.report.Lines.words;

import io.github.bmt4j.jdbc.ServerFacts;
import io.github.bmt4j.jdbc.Sql;
import io.github.bmt4j.report.Lines;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Ways to wait, without polling, until a server has another's commits: one function for each
 * product and kind of replication.
 */
public enum ReplicaWait {
  /** MariaDB's Galera: sequence numbers of the cluster. */
  GALERA("SELECT WSREP_LAST_SEEN_GTID()", "WSREP_SYNC_WAIT_UPTO_GTID") {
    @Override
    String call(String position, Duration patience) {
      return words(
          "SELECT WSREP_SYNC_WAIT_UPTO_GTID('%s', %s)",
          position, Math.max(1, patience.toSeconds()));
    }

    @Override
    public String latest(List<String> positions) {
      return Collections.max(positions, Comparator.comparingLong(ReplicaWait::last));
    }
  },

  /** MariaDB's replication by GTID. */
  MARIADB("SELECT @@global.gtid_binlog_pos", "MASTER_GTID_WAIT"),

  /** MySQL with GTIDs: replication and Group Replication. */
  MYSQL("SELECT @@global.gtid_executed", "WAIT_FOR_EXECUTED_GTID_SET") {
    @Override
    public String latest(List<String> positions) {
      return String.join(",", positions).replace("\n", "");
    }

    @Override
    public long committed(Connection connection) throws SQLException {
      return transactions(position(connection));
    }

    @Override
    public long lacking(Connection replica, String position, String received) throws SQLException {
      return transactions(
          Sql.text(
              replica,
              "SELECT GTID_SUBTRACT(?, CONCAT(@@global.gtid_executed, ?))",
              position,
              received.isEmpty() ? "" : "," + received));
    }
  };

  /** Domain and sequence number of a GTID of MariaDB, such as 0 and 105 of {@code 0-1-105}. */
  private static final Pattern GTID = Pattern.compile("(\\d+)-\\d+-(\\d+)");

  /** An interval in a GTID set of MySQL: {@code :5} or {@code :1-5}. */
  private static final Pattern INTERVAL = Pattern.compile(":(\\d+)(?:-(\\d+))?");

  /** ER_LOCK_WAIT_TIMEOUT, with which Galera's function reports that the time is over. */
  private static final int TIMEOUT = 1205;

  private final String position;
  private final String function;

  ReplicaWait(String position, String function) {
    this.position = position;
    this.function = function;
  }

  /** Name of the function that waits, as in the server's documentation. */
  public String function() {
    return function;
  }

  /**
   * The wait for servers that replicate from one with these facts; empty if there is no such
   * function.
   */
  public static Optional<ReplicaWait> of(ServerFacts facts) {
    boolean galera = "ON".equals(facts.variables().get("wsrep_on"));
    if (facts.product().isMariaDb()) {
      if (galera) {
        return Optional.of(GALERA);
      }
      return isOn(facts, "log_bin") ? Optional.of(MARIADB) : Optional.empty();
    }
    return isOn(facts, "gtid_mode") ? Optional.of(MYSQL) : Optional.empty();
  }

  private static boolean isOn(ServerFacts facts, String variable) {
    return "ON".equals(facts.variables().get(variable));
  }

  /**
   * Position that a server has committed: which includes everything that it has acknowledged
   * before.
   */
  public String position(Connection connection) throws SQLException {
    return Sql.text(connection, position);
  }

  /**
   * Number of transactions that a server has committed, its own and others'; only differences
   * between servers of one cluster are meaningful. Not for Galera.
   */
  public long committed(Connection connection) throws SQLException {
    return lacking(Sql.text(connection, "SELECT @@global.gtid_current_pos"), "");
  }

  /**
   * Number of transactions of a position that a replica has neither applied nor, if {@code
   * received} is given, received. Not for Galera.
   *
   * @param received position that it has received; "" to leave that out
   */
  public long lacking(Connection replica, String reached, String received) throws SQLException {
    return lacking(reached, Sql.text(replica, "SELECT @@global.gtid_slave_pos") + "," + received);
  }

  /** Number of transactions of a MariaDB position that others lack: 5 of 0-1-12 in 0-1-7. */
  static long lacking(String position, String others) {
    Map<String, Long> has = domains(others);
    return domains(position).entrySet().stream()
        .mapToLong(one -> Math.max(0, one.getValue() - has.getOrDefault(one.getKey(), 0L)))
        .sum();
  }

  private static Map<String, Long> domains(String positions) {
    return GTID.matcher(positions)
        .results()
        .collect(
            Collectors.toMap(
                gtid -> gtid.group(1), gtid -> Long.parseLong(gtid.group(2)), Math::max));
  }

  /**
   * The position that includes several; one or more.
   *
   * @throws IllegalArgumentException when there are several of MariaDB, of which none includes all
   */
  public String latest(List<String> positions) {
    if (positions.size() != 1) {
      throw new IllegalArgumentException("one position, and not " + positions);
    }
    return positions.get(0);
  }

  /**
   * Waits until a server has applied a position.
   *
   * @param patience longest wait; whole seconds with Galera
   * @return false if it has not by then
   * @throws SQLException when the server refuses the wait or does not answer
   */
  public boolean await(Connection connection, String reached, Duration patience)
      throws SQLException {
    try {
      return Sql.text(connection, call(reached, patience)).equals(this == GALERA ? "1" : "0");
    } catch (SQLException e) {
      if (this == GALERA && e.getErrorCode() == TIMEOUT) {
        return false;
      }
      throw e;
    }
  }

  String call(String reached, Duration patience) {
    return Lines.words("SELECT %s('%s', %.3f)", function, reached, patience.toMillis() / 1e3);
  }

  /**
   * The number at the end: Galera's GTIDs are {@code 0-1-105}, or the cluster's id and a number.
   */
  private static long last(String position) {
    return Long.parseLong(position.replaceFirst("^.*\\D", ""));
  }

  /** Number of transactions in a GTID set of MySQL, such as 4 in {@code <uuid>:1-3:7}. */
  static long transactions(String set) {
    return INTERVAL.matcher(set).results().mapToLong(ReplicaWait::length).sum();
  }

  private static long length(MatchResult interval) {
    long from = Long.parseLong(interval.group(1));
    return interval.group(2) == null ? 1 : Long.parseLong(interval.group(2)) - from + 1;
  }
}
