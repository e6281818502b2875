package io.github.bmt4j.server.process;

import io.github.bmt4j.failure.TargetException;
import io.github.bmt4j.server.Cluster.NodeState;
import io.github.bmt4j.server.Cluster.Role;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** How a node stands, asked over a connection of its own that does not wait for long. */
final class NodeInspection {
  private static final Duration PATIENCE = Duration.ofSeconds(1);
  private static final String ASKED = "SELECT @@read_only AS read_only, @@gtid_binlog_pos AS gtid";

  private NodeInspection() {}

  /**
   * Asks a node that is up.
   *
   * @param primary whether it was made primary last
   */
  static NodeState of(ReplicationNode node, boolean primary) {
    try (NodeConnection connection = node.connection(PATIENCE)) {
      Map<String, String> own = connection.row(ASKED);
      Map<String, String> replication = connection.row(NodeReplication.STATE);
      return new NodeState(
          node.node(),
          role(primary, !replication.isEmpty()),
          String.join(", ", details(own, replication)));
    } catch (TargetException e) {
      return new NodeState(
          node.node(), role(primary, node.follows()), "does not answer: " + e.getMessage());
    }
  }

  private static Role role(boolean primary, boolean follows) {
    return follows ? Role.REPLICA : primary ? Role.PRIMARY : Role.STRAY;
  }

  private static List<String> details(Map<String, String> own, Map<String, String> replication) {
    List<String> details = new ArrayList<>();
    details.add("0".equals(own.get("read_only")) ? "writable" : "read-only");
    details.add("GTID " + ("".equals(own.get("gtid")) ? "none" : own.get("gtid")));
    if (!replication.isEmpty()) {
      details.add("follows " + replication.get("master_host"));
      details.add("receiving " + replication.get("slave_io_running"));
      details.add("applying " + replication.get("slave_sql_running"));
      String error = NodeReplication.error(replication);
      if (!error.isEmpty()) {
        details.add("error " + error);
      }
    }
    return details;
  }
}
