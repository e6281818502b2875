package io.github.bmt4j.load.run;

import io.github.bmt4j.clock.Clock;
import io.github.bmt4j.jdbc.ServerFacts;
import io.github.bmt4j.progress.StopSignal;
import io.github.bmt4j.replication.Heartbeat;
import io.github.bmt4j.replication.HeartbeatTable;
import io.github.bmt4j.replication.ReplicaWait;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Waits, after a load, until every node has every acknowledged write: on all nodes at once, with a
 * server function that blocks until then, or by polling for the heartbeat where there is none.
 */
final class Convergence {
  /** Limit for each node. */
  static final Duration PATIENCE = Duration.ofSeconds(60);

  private static final long POLL_NANOS = 5_000_000;

  /** Time for the answer in addition to the limit of the wait itself. */
  private static final int ANSWER_MILLIS = 5_000;

  private final List<NodeQuery> nodes;
  private final Set<String> writers;
  private final Heartbeat heartbeat;
  private final Clock clock;
  private final StopSignal stop;
  private final @Nullable ReplicaWait wait;
  private final Map<String, Double> reachedMs = new LinkedHashMap<>();
  private final List<String> failures = new ArrayList<>();
  private double resolutionMs;

  /**
   * @param writers identities of the servers that the load writes to
   */
  Convergence(
      List<NodeQuery> nodes,
      Set<String> writers,
      Heartbeat heartbeat,
      Clock clock,
      StopSignal stop) {
    this.nodes = nodes;
    this.writers = writers;
    this.heartbeat = heartbeat;
    this.clock = clock;
    this.stop = stop;
    this.wait = wait(nodes, writers).orElse(null);
  }

  /** The function that all servers have and that works with their number of writers. */
  private static Optional<ReplicaWait> wait(List<NodeQuery> nodes, Set<String> writers) {
    Set<Optional<ReplicaWait>> found =
        nodes.stream().map(node -> of(node.server().facts())).collect(Collectors.toSet());
    Optional<ReplicaWait> only = found.size() == 1 ? found.iterator().next() : Optional.empty();
    boolean known =
        nodes.stream().map(node -> node.server().identity().server()).toList().containsAll(writers);
    return only.filter(wait -> known && (wait != ReplicaWait.MARIADB || writers.size() == 1));
  }

  private static Optional<ReplicaWait> of(ServerFacts facts) {
    return facts.variables().containsKey("aurora_version")
        ? Optional.empty()
        : ReplicaWait.of(facts);
  }

  /** Name of the function, or "heartbeat". */
  String method() {
    ReplicaWait function = wait;
    return function == null ? "heartbeat" : function.function();
  }

  /** Opens the connections, so that no wait includes connecting. */
  void ready() {
    for (NodeQuery node : nodes) {
      try {
        node.afterwards().get();
      } catch (SQLException e) {
        // Tried again, and reported, when the load has ended.
      }
    }
  }

  /**
   * Waits.
   *
   * @param endNanos time of the last acknowledgement of a write, on the clock
   */
  void await(long endNanos) {
    long untilNanos = clock.nanoTime() + PATIENCE.toNanos();
    String position = "";
    try {
      position = position();
    } catch (SQLException e) {
      failures.add("the position of the last write could not be read: " + TargetErrors.words(e));
      return;
    }
    long beat = heartbeat.lastAcknowledged();
    resolutionMs = (clock.nanoTime() - endNanos) / 1e6;
    String reached = position;
    new AllNodes(nodes, stop)
        .each(
            node -> {
              boolean source = writers.equals(Set.of(node.server().identity().server()));
              boolean there = source || isThere(node, reached, beat, untilNanos);
              double ms = source ? 0 : (clock.nanoTime() - endNanos) / 1e6;
              synchronized (reachedMs) {
                if (there) {
                  reachedMs.put(node.name(), Math.round(ms * 10) / 10.0);
                }
              }
            },
            failures);
  }

  private String position() throws SQLException {
    List<String> positions = new ArrayList<>();
    for (NodeQuery node : nodes) {
      if (wait != null && writers.contains(node.server().identity().server())) {
        positions.add(wait.position(node.afterwards().get()));
      }
    }
    return wait == null ? "" : wait.latest(positions);
  }

  private boolean isThere(NodeQuery node, String position, long beat, long untilNanos)
      throws SQLException {
    Connection connection = node.afterwards().get();
    if (wait != null) {
      connection.setNetworkTimeout(Runnable::run, (int) PATIENCE.toMillis() + ANSWER_MILLIS);
      return wait.await(
          connection, position, Duration.ofNanos(Math.max(1, untilNanos - clock.nanoTime())));
    }
    while (HeartbeatTable.read(connection).number() < beat) {
      if (clock.nanoTime() >= untilNanos || stop.given()) {
        return false;
      }
      clock.sleepUntil(clock.nanoTime() + POLL_NANOS, stop::given);
    }
    return true;
  }

  /**
   * Time from the last acknowledged write until this node had it, in ms; absent if it was too late.
   */
  @Nullable Double reachedMs(NodeQuery node) {
    return reachedMs.get(node.name());
  }

  /** The same for the slowest node; absent if a node was too late. */
  @Nullable Double convergedMs() {
    return reachedMs.size() < nodes.size()
        ? null
        : reachedMs.values().stream().max(Double::compare).orElse(null);
  }

  /** Shortest time that can be measured, in ms. */
  double resolutionMs() {
    return Math.round(resolutionMs * 10) / 10.0;
  }

  /** Names of nodes that did not have the last write in time. */
  List<String> missing() {
    return nodes.stream()
        .map(NodeQuery::name)
        .filter(name -> !reachedMs.containsKey(name))
        .toList();
  }

  /** Queries and waits that failed, in words. */
  List<String> failures() {
    return failures;
  }
}
