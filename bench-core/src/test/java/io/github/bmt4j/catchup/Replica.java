package io.github.bmt4j.catchup;

import io.github.bmt4j.failure.TargetException;
import io.github.bmt4j.server.Cluster;
import io.github.bmt4j.server.Cluster.Node;
import io.github.bmt4j.server.NodeSql;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** What tests see of a cluster's replica, and do to it, beside a catch-up. */
final class Replica {
  static final String TABLE = "sbtest1";

  private Replica() {}

  /** A query with a row while applying is on, or off. */
  static String applies(Cluster lab, String state) {
    return mariaDb(lab)
        ? "SELECT 1 FROM information_schema.global_status"
            + " WHERE variable_name = 'Slave_running' AND variable_value = '"
            + state
            + "'"
        : "SELECT 1 FROM performance_schema.replication_applier_status WHERE service_state = '"
            + state
            + "'";
  }

  /** A connection to the replica when it has been started anew. */
  static Connection restarted(Cluster lab) throws Exception {
    long pid = pid(lab);
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
    while (System.nanoTime() < end) {
      if (pid(lab) != pid && pid(lab) != 0) {
        try {
          return NodeSql.connect(lab, replica(lab), lab.admin());
        } catch (SQLException e) {
          // It is not up yet.
        }
      }
      TimeUnit.MILLISECONDS.sleep(2);
    }
    throw new AssertionError("the replica is not started again");
  }

  /** Waits until a query has a row. */
  static void await(Connection connection, String query) throws Exception {
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
    try (var statement = connection.createStatement()) {
      while (System.nanoTime() < end) {
        try (var rows = statement.executeQuery(query)) {
          if (rows.next()) {
            return;
          }
        }
        TimeUnit.MILLISECONDS.sleep(5);
      }
    }
    throw new AssertionError("no row: " + query);
  }

  static long pid(Cluster lab) {
    try {
      return lab.as(Cluster.Replayable.class).process(replica(lab)).pid();
    } catch (TargetException e) {
      return 0;
    }
  }

  /** Holds a lock on the table of the load on a replica that is started anew. */
  static boolean locked(Cluster lab, Doing meanwhile) throws Exception {
    try (Connection replica = restarted(lab)) {
      return locked(replica, lab, meanwhile);
    }
  }

  static boolean locked(Connection replica, Cluster lab, Doing meanwhile) throws Exception {
    try (Connection other = NodeSql.connect(lab, replica(lab), lab.admin());
        var statement = replica.createStatement()) {
      statement.execute("LOCK TABLES " + TABLE + " WRITE");
      meanwhile.with(other);
      return true;
    }
  }

  /** Whether the replica replicates. */
  static boolean runs(Cluster lab) {
    return lab.status().stream()
        .filter(state -> state.node().equals(replica(lab)))
        .allMatch(state -> state.detail().contains("receiving Yes, applying Yes"));
  }

  static void onReplicaAlone(Cluster lab, String sql) throws SQLException {
    List<String> statements = new ArrayList<>(List.of("SET sql_log_bin = 0", sql));
    if (!mariaDb(lab)) {
      statements.add(0, "SET GLOBAL super_read_only = OFF");
    }
    NodeSql.execute(lab, replica(lab), lab.admin(), statements.toArray(String[]::new));
  }

  static boolean mariaDb(Cluster lab) {
    return lab.description().contains("MariaDB");
  }

  static Node replica(Cluster lab) {
    return lab.nodes().get(1);
  }

  /** What a test does beside a catch-up. */
  interface Doing {
    void with(Connection replica) throws Exception;
  }

  static <T> CompletableFuture<T> async(Callable<T> work) {
    return CompletableFuture.supplyAsync(
        () -> {
          try {
            return work.call();
          } catch (Exception e) {
            throw new IllegalStateException(e);
          }
        });
  }
}
