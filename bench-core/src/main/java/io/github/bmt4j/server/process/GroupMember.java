package io.github.bmt4j.server.process;

import io.github.bmt4j.failure.TargetException;
import io.github.bmt4j.server.Cluster.Node;
import io.github.bmt4j.server.Cluster.NodeState;
import io.github.bmt4j.server.Cluster.Role;
import io.github.bmt4j.server.Login;
import io.github.bmt4j.server.ServerLog;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/** One node of a group (Group Replication). It starts outside of it. */
final class GroupMember extends ClusterNode {
  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final Duration INSPECTION = Duration.ofSeconds(1);

  private static final String MEMBERS = "performance_schema.replication_group_members";
  private static final String ONLINE = " FROM " + MEMBERS + " WHERE member_state = 'ONLINE'";

  /** In the view of a node that sees a majority; NULL while there is no primary. */
  private static final String PRIMARY =
      "SELECT MAX(member_host)"
          + ONLINE
          + " AND member_role = 'PRIMARY' AND (SELECT COUNT(*)"
          + ONLINE
          + ") * 2 > (SELECT COUNT(*) FROM "
          + MEMBERS
          + ")";

  private static final String OWN_STATE =
      "SELECT @@read_only AS read_only, COALESCE((SELECT CONCAT(member_state, ' ', member_role)"
          + " FROM "
          + MEMBERS
          + " WHERE member_id = @@server_uuid), 'OFFLINE') AS state";

  private final Login recovery;
  private final MySqlReplication replication;

  GroupMember(Node node, ProcessServer server, NodeLogins logins) {
    super(node, server, logins.admin(), "");
    this.recovery = logins.replica();
    this.replication = new MySqlReplication(kept(), recovery, false);
  }

  /** How far it has come. */
  MySqlReplication replication() {
    return replication;
  }

  /**
   * Joins the group, and waits until it is a member.
   *
   * @param first whether it founds the group, and is its primary
   * @throws TargetException when the group does not take it; it is up and outside
   */
  void join(boolean first) throws TargetException {
    NodeConnection connection = connection();
    try {
      connection.execute("SET GLOBAL group_replication_bootstrap_group=" + (first ? "ON" : "OFF"));
      connection.execute(
          PATIENCE,
          "START GROUP_REPLICATION USER="
              + NodeReplication.quoted(recovery.user())
              + ", PASSWORD="
              + NodeReplication.quoted(recovery.password().reveal()));
      connection.execute("SET GLOBAL group_replication_bootstrap_group=OFF");
      demand("is no member", () -> state(connection).startsWith("ONLINE"));
      if (first) {
        demand("takes no writes", this::isWritable);
      }
    } catch (TargetException e) {
      throw new TargetException(
          node().name()
              + " does not join the group ("
              + e.getMessage()
              + "): "
              + ServerLog.lastWords(place().log()),
          e);
    }
  }

  private static String state(NodeConnection over) throws TargetException {
    return over.row(OWN_STATE).getOrDefault("state", "");
  }

  /** Has the group make it the primary, and waits until it takes writes. */
  void takeOver() throws TargetException {
    connection().one("SELECT group_replication_set_as_primary(@@server_uuid)", PATIENCE);
    demand("takes no writes", this::isWritable);
  }

  private void demand(String otherwise, Condition condition) throws TargetException {
    if (!await(PATIENCE, condition)) {
      throw new TargetException(
          node().name() + " " + otherwise + " after " + PATIENCE.toSeconds() + " s");
    }
  }

  /** Host of the group's primary, as far as it knows; "" when it knows of none. */
  String primary() throws TargetException {
    return connection().one(PRIMARY);
  }

  boolean isWritable() throws TargetException {
    return connection().one("SELECT @@super_read_only + @@read_only").equals("0");
  }

  /** How it stands, asked over a connection of its own that does not wait for long. */
  NodeState inspect() {
    try (NodeConnection connection = connection(INSPECTION)) {
      Map<String, String> own = connection.row(OWN_STATE);
      String state = own.getOrDefault("state", "");
      String position = replication.position(connection);
      return new NodeState(
          node(),
          role(state),
          String.join(
              ", ",
              List.of(
                  "0".equals(own.get("read_only")) ? "writable" : "read-only",
                  state,
                  "GTID " + (position.isEmpty() ? "none" : position))));
    } catch (TargetException e) {
      return new NodeState(node(), Role.UNKNOWN, "does not answer: " + e.getMessage());
    }
  }

  private static Role role(String state) {
    if (!state.startsWith("ONLINE") && !state.startsWith("RECOVERING")) {
      return Role.STRAY;
    }
    return state.endsWith("PRIMARY") ? Role.PRIMARY : Role.REPLICA;
  }
}
