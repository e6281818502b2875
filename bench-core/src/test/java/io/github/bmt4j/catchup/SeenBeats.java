package io.github.bmt4j.catchup;

import io.github.bmt4j.replication.HeartbeatTable;
import io.github.bmt4j.server.Cluster;
import io.github.bmt4j.server.Cluster.Node;
import io.github.bmt4j.server.NodeSql;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.NavigableMap;
import java.util.Objects;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.LongConsumer;

/** Another client's view of the heartbeat on both nodes, while a backlog is made. */
final class SeenBeats implements AutoCloseable {
  private final NavigableMap<Long, Long> first = new TreeMap<>();
  private final CompletableFuture<Boolean> onPrimary;
  private final CompletableFuture<Boolean> onReplica;
  private volatile long shown;
  private volatile boolean ended;

  SeenBeats(Cluster lab, HeartbeatTable table) {
    onPrimary = read(lab, lab.primary(), table, beat -> first.putIfAbsent(beat, System.nanoTime()));
    onReplica = read(lab, Replica.replica(lab), table, beat -> shown = beat);
  }

  /** Reads it about once a millisecond, until the end or until the node is shut down. */
  private CompletableFuture<Boolean> read(
      Cluster lab, Node node, HeartbeatTable table, LongConsumer beats) {
    return Replica.async(
        () -> {
          try (Connection connection = NodeSql.connect(lab, node, lab.admin())) {
            while (!ended) {
              beats.accept(table.read(connection));
              TimeUnit.MILLISECONDS.sleep(1);
            }
            return true;
          } catch (SQLException e) {
            return false;
          }
        });
  }

  /** Seconds from the beat that the replica showed last to the last one of the primary. */
  double behind() throws Exception {
    close();
    return (first.lastEntry().getValue()
            - Objects.requireNonNull(first.ceilingEntry(shown)).getValue())
        / 1e9;
  }

  @Override
  public void close() throws Exception {
    ended = true;
    onPrimary.get(30, TimeUnit.SECONDS);
    onReplica.get(30, TimeUnit.SECONDS);
  }
}
