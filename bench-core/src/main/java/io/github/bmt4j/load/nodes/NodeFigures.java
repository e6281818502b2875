package io.github.bmt4j.load.nodes;

import io.github.bmt4j.clock.Times;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Lag of the nodes of a cluster during a load, and the time after it until they had all writes.
 *
 * @param beats acknowledged heartbeats
 * @param failedBeats failed heartbeats
 * @param stalledMs the longest time in which no beat was acknowledged; absent for less than 0.5 s
 * @param waited function with which the client waited for the nodes after the load, or "heartbeat"
 *     if it polled for that
 * @param convergedMs from the last acknowledged write until the last node had it; absent if a node
 *     was too late, or the client did not wait
 * @param resolutionMs shortest convergence that can be measured
 * @param rowsBefore rows of the workload's tables before the load; absent when they were not
 *     counted
 * @param rowsExpected rows that all nodes must have afterwards if every operation of unknown
 *     outcome was lost; absent if operations add varying numbers of rows
 * @param late names of nodes that did not have the last write within the limit
 * @param nodes all nodes
 */
public record NodeFigures(
    long beats,
    long failedBeats,
    @Nullable Double stalledMs,
    String waited,
    @Nullable Double convergedMs,
    double resolutionMs,
    @Nullable Long rowsBefore,
    @Nullable Long rowsExpected,
    List<String> late,
    List<Node> nodes) {
  public NodeFigures {
    late = List.copyOf(late);
    nodes = List.copyOf(nodes);
  }

  /**
   * One node.
   *
   * @param name such as {@code node2}, or host and port
   * @param server product and version
   * @param lag time from the acknowledgement of a beat until the node showed it; without values at
   *     the server that takes the beats
   * @param lagErrorMs largest error of 95 % of the lags; absent without lags
   * @param unansweredMs the longest time without an answer; absent for less than 0.5 s
   * @param convergedMs from the last acknowledged write until this node had it; absent if it was
   *     too late, or the client did not wait
   * @param rows of the workload's tables after that; absent if not counted
   * @param longestQueue largest number of transactions that waited to be applied; absent if the
   *     node does not report it
   * @param counters growth of the node's counters of replication
   * @param countedSeconds time between the two readings of the counters; absent without two
   *     readings
   * @param points about one a second
   */
  public record Node(
      String name,
      String server,
      Times lag,
      @Nullable Double lagErrorMs,
      @Nullable Double unansweredMs,
      @Nullable Double convergedMs,
      @Nullable Long rows,
      @Nullable Long longestQueue,
      Map<String, Long> counters,
      @Nullable Double countedSeconds,
      List<Point> points) {}

  /**
   * The state of a node at one moment of a load, the same moment for all nodes.
   *
   * @param fromSeconds time at which it was asked for its position, since the start of the
   *     measurement
   * @param toSeconds time at which it answered
   * @param countedSeconds time at which it had counted the rows, a count begun after that answer;
   *     absent if not counted
   * @param lagMs largest lag since the point before; absent if the heartbeat had no answer, and at
   *     the server that takes it
   * @param committed transactions that it had committed; absent if it does not report them
   * @param rows of the workload's tables; absent when they were not counted
   */
  public record Point(
      double fromSeconds,
      double toSeconds,
      @Nullable Double countedSeconds,
      @Nullable Double lagMs,
      @Nullable Long committed,
      @Nullable Long rows) {}

  public @Nullable Double largestLagMs() {
    return nodes.stream()
        .map(node -> node.lag().max())
        .filter(Objects::nonNull)
        .max(Double::compare)
        .orElse(null);
  }
}
