package io.github.bmt4j.preflight;

import io.github.bmt4j.jdbc.ServerProduct;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;

/**
 * Whether a server applies what another commits.
 *
 * @param sources that it follows
 * @param unknown why nothing is known; empty when it is
 */
record ReplicaState(List<Source> sources, String unknown) {
  /**
   * A server that is followed.
   *
   * @param host empty when the follower does not name it
   * @param runs whether the follower takes what it commits now, and applies it
   */
  record Source(String host, boolean runs) {}

  ReplicaState {
    sources = List.copyOf(sources);
  }

  /** Asks the server. */
  static ReplicaState read(Connection connection, ServerProduct server) {
    try {
      return new ReplicaState(
          sources(
              connection, server.isMariaDb() ? "SHOW ALL SLAVES STATUS" : "SHOW REPLICA STATUS"),
          "");
    } catch (SQLException e) {
      return refused(connection, server, e);
    }
  }

  private static ReplicaState refused(
      Connection connection, ServerProduct server, SQLException first) {
    // Before 8.0.22 MySQL has only the old word.
    if (!server.isMariaDb() && first.getErrorCode() == 1064) {
      try {
        return new ReplicaState(sources(connection, "SHOW SLAVE STATUS"), "");
      } catch (SQLException e) {
        return new ReplicaState(List.of(), reason(e));
      }
    }
    return new ReplicaState(List.of(), reason(first));
  }

  private static String reason(SQLException failure) {
    return failure.getErrorCode() == 1227
        ? "this login lacks the right REPLICATION CLIENT, on MariaDB REPLICA MONITOR (SLAVE MONITOR)"
        : "the server refused: " + Reason.of(failure);
  }

  private static List<Source> sources(Connection connection, String sql) throws SQLException {
    List<Source> sources = new ArrayList<>();
    try (Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(sql)) {
      while (rows.next()) {
        String host = rows.getString(column(rows, "(Source|Master)_Host"));
        boolean runs = isYes(rows, "IO") && isYes(rows, "SQL");
        sources.add(new Source(host == null ? "" : host, runs));
      }
    }
    return sources;
  }

  private static boolean isYes(ResultSet rows, String thread) throws SQLException {
    return "Yes"
        .equalsIgnoreCase(rows.getString(column(rows, "(Replica|Slave)_" + thread + "_Running")));
  }

  private static int column(ResultSet rows, String name) throws SQLException {
    for (int i = 1; i <= rows.getMetaData().getColumnCount(); i++) {
      if (rows.getMetaData().getColumnLabel(i).matches("(?i)" + name)) {
        return i;
      }
    }
    throw new SQLException("its answer has no column " + name);
  }
}
