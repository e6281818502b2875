package io.github.bmt4j.preflight;

import io.github.bmt4j.jdbc.ServerProduct;
import io.github.bmt4j.jdbc.Sql;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * State of replication of a server from its sources.
 *
 * @param unknown reason why the state is unknown; empty if it is known
 */
public record ReplicaState(List<Source> sources, String unknown) {
  /**
   * A server that is followed.
   *
   * @param host empty when the follower does not name it
   * @param serverId {@code @@server_id} of it; 0 until the follower has reached it
   * @param receives true if the follower receives its current commits
   * @param applies true if the follower applies received transactions
   * @param received GTIDs up to which it has received, or the set of them
   * @param claimedSeconds {@code Seconds_Behind_Master}: the lag that the follower claims; absent
   *     if it claims none
   * @param error the last error of applying or receiving, in the server's words; "" without one
   */
  public record Source(
      String host,
      long serverId,
      boolean receives,
      boolean applies,
      String received,
      @Nullable Long claimedSeconds,
      String error) {
    public boolean runs() {
      return receives && applies;
    }
  }

  public ReplicaState {
    sources = List.copyOf(sources);
  }

  public static ReplicaState read(Connection connection, ServerProduct server) {
    try {
      return new ReplicaState(sources(connection, server), "");
    } catch (SQLException e) {
      return new ReplicaState(List.of(), reason(e));
    }
  }

  private static List<Source> sources(Connection connection, ServerProduct server)
      throws SQLException {
    if (server.isMariaDb()) {
      return sources(connection, "SHOW ALL SLAVES STATUS");
    }
    try {
      return sources(connection, "SHOW REPLICA STATUS");
    } catch (SQLException e) {
      // Before 8.0.22 MySQL has only the old word.
      if (e.getErrorCode() != 1064) {
        throw e;
      }
      return sources(connection, "SHOW SLAVE STATUS");
    }
  }

  private static String reason(SQLException failure) {
    return failure.getErrorCode() == 1227
        ? "this login lacks the right REPLICATION CLIENT, on MariaDB REPLICA MONITOR (SLAVE"
            + " MONITOR)"
        : "the server refused: " + FailedLogin.of(failure);
  }

  private static List<Source> sources(Connection connection, String sql) throws SQLException {
    List<Source> sources = new ArrayList<>();
    for (Map<String, String> row : Sql.rows(connection, sql)) {
      sources.add(source(row));
    }
    return sources;
  }

  private static Source source(Map<String, String> row) throws SQLException {
    String applying = text(row, "Last_SQL_Error");
    return new Source(
        text(row, "(Source|Master)_Host"),
        Objects.requireNonNullElse(number(text(row, "(Source|Master)_Server_Id")), 0L),
        isYes(row, "IO"),
        isYes(row, "SQL"),
        text(row, "Gtid_IO_Pos|Retrieved_Gtid_Set").replace("\n", ""),
        number(text(row, "Seconds_Behind_(Source|Master)")),
        applying.isEmpty() ? text(row, "Last_IO_Error") : applying);
  }

  private static @Nullable Long number(String text) {
    return text.isEmpty() ? null : (Long) Long.parseLong(text);
  }

  private static boolean isYes(Map<String, String> row, String thread) throws SQLException {
    return text(row, "(Replica|Slave)_" + thread + "_Running").equalsIgnoreCase("Yes");
  }

  private static String text(Map<String, String> row, String name) throws SQLException {
    return row.entrySet().stream()
        .filter(column -> column.getKey().matches("(?i)" + name))
        .findFirst()
        .orElseThrow(() -> new SQLException("its answer has no column " + name))
        .getValue();
  }
}
