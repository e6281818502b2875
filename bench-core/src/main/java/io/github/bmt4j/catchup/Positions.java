package io.github.bmt4j.catchup;

import io.github.bmt4j.jdbc.ServerProduct;
import io.github.bmt4j.jdbc.Sql;
import io.github.bmt4j.replication.ReplicaWait;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Map;
import java.util.TreeMap;

/** Counts transactions between positions by GTID. */
final class Positions {
  private Positions() {}

  /**
   * Number of transactions of a position that a server has neither applied nor, if that is asked
   * for, received.
   *
   * @param received what it has received; "" to leave that out
   */
  static long lacking(Connection server, ServerProduct product, String position, String received)
      throws SQLException {
    if (product.isMariaDb()) {
      String applied = Sql.text(server, "SELECT @@global.gtid_slave_pos");
      return lacking(position, applied + "," + received);
    }
    return ReplicaWait.transactions(
        Sql.text(
            server,
            "SELECT GTID_SUBTRACT(?, CONCAT(@@global.gtid_executed, ?))",
            position,
            received.isEmpty() ? "" : "," + received));
  }

  /** Number of transactions of a MariaDB position that others lack: 5 of 0-1-12 in 0-1-7. */
  static long lacking(String position, String others) {
    Map<String, Long> has = domains(others);
    return domains(position).entrySet().stream()
        .mapToLong(one -> Math.max(0, one.getValue() - has.getOrDefault(one.getKey(), 0L)))
        .sum();
  }

  /** The highest sequence number of each domain. */
  private static Map<String, Long> domains(String positions) {
    Map<String, Long> domains = new TreeMap<>();
    for (String gtid : positions.split(",", -1)) {
      String[] parts = gtid.strip().split("-", -1);
      if (parts.length == 3) {
        domains.merge(parts[0], Long.parseLong(parts[2]), Math::max);
      }
    }
    return domains;
  }
}
