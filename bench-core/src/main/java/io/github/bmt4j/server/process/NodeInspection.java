package io.github.bmt4j.server.process;

import io.github.bmt4j.failure.TargetException;
import io.github.bmt4j.server.Cluster.NodeState;
import io.github.bmt4j.server.Cluster.Role;
import io.github.bmt4j.server.process.NodeReplication.State;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** How a node stands, asked over a connection of its own that does not wait for long. */
final class NodeInspection {
  private static final Duration PATIENCE = Duration.ofSeconds(1);
  private static final String ASKED = "SELECT @@read_only";

  private NodeInspection() {}

  /**
   * Asks a node that is up.
   *
   * @param primary whether it was made primary last
   */
  static NodeState of(ReplicationNode node, boolean primary) {
    try (NodeConnection connection = node.connection(PATIENCE)) {
      List<String> details = new ArrayList<>();
      details.add(connection.one(ASKED).equals("0") ? "writable" : "read-only");
      String position = node.replication().position(connection);
      details.add("GTID " + (position.isEmpty() ? "none" : position));
      Optional<State> replication = node.replication().state(connection);
      replication.ifPresent(state -> details.addAll(details(state)));
      return new NodeState(
          node.node(), role(primary, replication.isPresent()), String.join(", ", details));
    } catch (TargetException e) {
      return new NodeState(
          node.node(), role(primary, node.follows()), "does not answer: " + e.getMessage());
    }
  }

  private static Role role(boolean primary, boolean follows) {
    return follows ? Role.REPLICA : primary ? Role.PRIMARY : Role.STRAY;
  }

  private static List<String> details(State replication) {
    List<String> details = new ArrayList<>();
    details.add("follows " + replication.source());
    details.add("receiving " + replication.receiving());
    details.add("applying " + replication.applying());
    if (!replication.error().isEmpty()) {
      details.add("error " + replication.error());
    }
    return details;
  }
}
