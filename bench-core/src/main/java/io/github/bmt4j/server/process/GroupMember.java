package io.github.bmt4j.server.process;

import static io.github.bmt4j.report.Lines.words;

import io.github.bmt4j.failure.TargetException;
import io.github.bmt4j.server.Cluster.Node;
import io.github.bmt4j.server.Cluster.NodeState;
import io.github.bmt4j.server.Cluster.Role;
import io.github.bmt4j.server.Login;
import io.github.bmt4j.server.NodeServer;
import io.github.bmt4j.server.ServerLog;
import java.time.Duration;
import java.util.List;

/** One node of a group (Group Replication). It starts outside of it. */
final class GroupMember extends ReplicationNode {
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  private static final String MEMBERS = "performance_schema.replication_group_members";
  private static final String ONLINE = " FROM " + MEMBERS + " WHERE member_state = 'ONLINE'";

  /** The primary in the view of a node that sees a majority; NULL while there is none. */
  private static final String PRIMARY =
      "SELECT MAX(member_host)"
          + ONLINE
          + " AND member_role = 'PRIMARY' AND (SELECT COUNT(*)"
          + ONLINE
          + ") * 2 > (SELECT COUNT(*) FROM "
          + MEMBERS
          + ")";

  private static final String OWN_STATE =
      "SELECT COALESCE((SELECT CONCAT(member_state, ' ', member_role) FROM "
          + MEMBERS
          + " WHERE member_id = @@server_uuid), 'OFFLINE')";

  GroupMember(Node node, NodeServer server, NodeLogins logins) {
    super(node, server, logins, false);
  }

  /**
   * Joins the group, and waits until it is a member.
   *
   * @param first true if it founds the group, and is its primary
   * @throws TargetException when the group does not take it; it is then up, but outside
   */
  void join(boolean first) throws TargetException {
    NodeConnection connection = connection();
    Login recovery = logins().replica();
    try {
      connection.execute("SET GLOBAL group_replication_bootstrap_group=" + (first ? "ON" : "OFF"));
      connection.execute(
          PATIENCE,
          words(
              "START GROUP_REPLICATION USER='%s', PASSWORD='%s'",
              recovery.user(), recovery.password().reveal()));
      connection.execute("SET GLOBAL group_replication_bootstrap_group=OFF");
      demand("is no member", PATIENCE, () -> connection.one(OWN_STATE).startsWith("ONLINE"));
      if (first) {
        demand("takes no writes", PATIENCE, this::isWritable);
      }
    } catch (TargetException e) {
      throw new TargetException(
          words(
              "%s does not join the group (%s): %s",
              node().name(), e.getMessage(), ServerLog.lastWords(process().place().log())),
          e);
    }
  }

  void takeOver() throws TargetException {
    connection().one("SELECT group_replication_set_as_primary(@@server_uuid)", PATIENCE);
    demand("takes no writes", PATIENCE, this::isWritable);
  }

  /** Host of the group's primary, as far as this node knows; "" if it knows none. */
  String primary() throws TargetException {
    return connection().one(PRIMARY);
  }

  boolean isWritable() throws TargetException {
    return connection().one("SELECT @@super_read_only + @@read_only").equals("0");
  }

  @Override
  NodeState inspect(NodeConnection over, boolean leads) throws TargetException {
    String state = over.one(OWN_STATE);
    List<String> details = facts(over);
    details.add(1, state);
    return inRole(role(state), details);
  }

  private static Role role(String state) {
    if (!state.startsWith("ONLINE") && !state.startsWith("RECOVERING")) {
      return Role.STRAY;
    }
    return state.endsWith("PRIMARY") ? Role.PRIMARY : Role.REPLICA;
  }
}
