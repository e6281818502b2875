package io.github.bmt4j.replication;

import io.github.bmt4j.jdbc.ServerFacts;
import io.github.bmt4j.jdbc.Sql;
import io.github.bmt4j.outcome.Failure;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The state of replication on a node of a cluster, read by SQL.
 *
 * @param committed transactions that it has committed; absent if it does not report them
 * @param queue transactions that wait to be applied; absent if it does not report them
 * @param counters counters that grow: flow control, certification failures, aborts
 */
public record NodeState(
    @Nullable Long committed, @Nullable Long queue, Map<String, Long> counters) {
  private static final String GALERA =
      """
      SHOW GLOBAL STATUS WHERE Variable_name IN (
        'wsrep_flow_control_paused_ns', 'wsrep_flow_control_recv', 'wsrep_flow_control_sent',
        'wsrep_last_committed', 'wsrep_local_bf_aborts', 'wsrep_local_cert_failures',
        'wsrep_local_commits', 'wsrep_local_recv_queue', 'wsrep_received', 'wsrep_replicated')
      """;

  private static final String GROUP =
      """
      SELECT COUNT_CONFLICTS_DETECTED, COUNT_TRANSACTIONS_CHECKED, COUNT_TRANSACTIONS_IN_QUEUE,
        COUNT_TRANSACTIONS_REMOTE_IN_APPLIER_QUEUE, COUNT_TRANSACTIONS_REMOTE_APPLIED
      FROM performance_schema.replication_group_member_stats WHERE MEMBER_ID = @@server_uuid
      """;

  /** ER_TABLEACCESS_DENIED_ERROR. */
  private static final int DENIED = 1142;

  public static NodeState read(Connection connection, ServerFacts facts) throws SQLException {
    if ("ON".equals(facts.variables().get("wsrep_on"))) {
      return galera(new TreeMap<>(Sql.numbers(connection, GALERA)));
    }
    Optional<ReplicaWait> wait = ReplicaWait.of(facts);
    Long committed = wait.isEmpty() ? null : (Long) wait.get().committed(connection);
    if (facts.product().isMariaDb()) {
      return new NodeState(committed, null, Map.of());
    }
    Map<String, Long> group = group(connection);
    Long certifying = group.remove("count_transactions_in_queue");
    Long applying = group.remove("count_transactions_remote_in_applier_queue");
    Long queue = certifying == null || applying == null ? null : (Long) (certifying + applying);
    return new NodeState(committed, queue, group);
  }

  /** Statistics of a member of a group; empty elsewhere, and without the privilege to read them. */
  private static Map<String, Long> group(Connection connection) throws SQLException {
    Map<String, Long> values = new TreeMap<>();
    try {
      for (Map<String, String> member : Sql.rows(connection, GROUP)) {
        member.values().removeIf(String::isEmpty);
        member.forEach((name, number) -> values.put(name, Long.valueOf(number)));
      }
      return values;
    } catch (SQLException e) {
      if (e.getErrorCode() == DENIED || e.getErrorCode() == Failure.NO_SUCH_TABLE) {
        return values;
      }
      throw e;
    }
  }

  private static NodeState galera(Map<String, Long> values) {
    Long committed = values.remove("wsrep_last_committed");
    Long queue = values.remove("wsrep_local_recv_queue");
    return new NodeState(committed, queue, values);
  }

  public Map<String, Long> growth(NodeState earlier) {
    Map<String, Long> growth = new TreeMap<>(counters);
    growth.replaceAll((name, value) -> value - earlier.counters.getOrDefault(name, 0L));
    return growth;
  }
}
