package io.github.bmt4j.server.process;

import io.github.bmt4j.failure.TargetException;
import io.github.bmt4j.server.Cluster.Node;
import java.util.ArrayList;
import java.util.List;

/**
 * One node of a cluster that replicates. It starts read-only or not, and replicating from no other
 * node.
 */
final class ReplicationNode extends ClusterNode {
  private final NodeReplication replication;
  private volatile boolean follows;

  ReplicationNode(Node node, ProcessServer server, NodeLogins logins, boolean semiSync) {
    super(node, server, logins.admin(), "");
    this.replication = NodeReplication.of(server.flavor(), kept(), logins.replica(), semiSync);
  }

  /** Starts it on the data that it has. */
  void start(boolean readOnly) throws TargetException {
    demandDown();
    follows = false;
    List<String> options = new ArrayList<>(replication.options(node()));
    options.add("--read-only=" + (readOnly ? "ON" : "OFF"));
    launch(options);
  }

  /** Lets it follow another node. */
  void follow(Node source) throws TargetException {
    replication.follow(source);
    follows = true;
  }

  /** Ends its replication when it has applied all that it has received. */
  void leaveSource() throws TargetException {
    replication.leaveSource();
    follows = false;
  }

  /** Whether it was told to follow another node. */
  boolean follows() {
    return follows;
  }

  /** Its replication, when it is up and answers. */
  NodeReplication replication() throws TargetException {
    connection();
    return replication;
  }
}
