package io.github.bmt4j.failover.cluster;

import io.github.bmt4j.report.Lines;
import io.github.bmt4j.server.Cluster;
import io.github.bmt4j.server.Cluster.Node;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Emulation of Amazon Aurora over ordinary servers, as an application sees it: the names of the
 * endpoints, and the answers to the queries with which drivers find the writer. Valid for the
 * outage that a driver adds, not for Aurora's own outage: its storage, failover decision, restarts
 * of instances and name servers are not emulated.
 */
public final class AuroraNames {
  public static final String EMULATED =
      "Aurora is emulated (names and topology over ordinary servers): these figures hold for what"
          + " the driver adds to an outage, not for the outage of an Aurora cluster";

  public static final String MODE = "aurora";

  private static final String DOMAIN = "bmt.us-east-2.rds.amazonaws.com";

  static final String WRITER = "db.cluster-" + DOMAIN;

  static final String READER = "db.cluster-ro-" + DOMAIN;

  private AuroraNames() {}

  static String instance(Node node) {
    return node.name() + "." + DOMAIN;
  }

  /**
   * Parts of drivers' queries with replacements that ordinary servers understand, for the port
   * before a node.
   *
   * @param writer the primary at this moment
   */
  static Map<String, String> words(Cluster cluster, Node node, Node writer) {
    Map<String, String> words = new LinkedHashMap<>();
    words.put("@@innodb_read_only", "@@global.read_only");
    words.put("@@aurora_server_id", "'" + node.name() + "'");
    words.put("'aurora_version'", "'version'");
    words.put("information_schema.replica_host_status", status(cluster.nodes(), writer));
    return words;
  }

  private static String status(List<Node> nodes, Node writer) {
    return nodes.stream()
        .map(
            node ->
                Lines.words(
                    "SELECT '%s' AS SERVER_ID, '%s' AS SESSION_ID, 0.0 AS CPU,"
                        + " 0.0 AS REPLICA_LAG_IN_MILLISECONDS, NOW() AS LAST_UPDATE_TIMESTAMP",
                    node.name(),
                    node.equals(writer) ? "MASTER_SESSION_ID" : node.name() + "-session"))
        .collect(Collectors.joining(" UNION ALL ", "(", ") AS replica_host_status"));
  }
}
