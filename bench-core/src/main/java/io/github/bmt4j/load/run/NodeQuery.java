package io.github.bmt4j.load.run;

import static io.github.bmt4j.report.Lines.words;

import io.github.bmt4j.clock.Clock;
import io.github.bmt4j.clock.Percentiles;
import io.github.bmt4j.clock.Rounds;
import io.github.bmt4j.jdbc.Sql;
import io.github.bmt4j.jdbc.StraightConnection;
import io.github.bmt4j.replication.Heartbeat;
import io.github.bmt4j.replication.HeartbeatTable;
import io.github.bmt4j.replication.NodeState;
import io.github.bmt4j.replication.NodeWatch;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Queries one node of a watched cluster: its heartbeat 20 times a second, its state once a second,
 * each over its own connection and from its own thread.
 */
final class NodeQuery implements AutoCloseable {
  /** Limit for opening a connection, and for each answer. */
  private static final int PATIENCE_MILLIS = 5_000;

  private static final long TICK_NANOS = 1_000_000_000;

  /** Tolerance of a comparison of uptimes, which are in whole seconds. */
  private static final long UPTIME_SLACK_SECONDS = 2;

  private static final String UPTIME = "SHOW GLOBAL STATUS LIKE 'Uptime'";

  private final WatchedNode node;
  private final RunServer server;
  private final Clock clock;
  private final StraightConnection states = new StraightConnection(this::connect);
  private final StraightConnection afterwards = new StraightConnection(this::connect);
  private final List<NodePoint> points = new ArrayList<>();
  private final NodeWatch beats;
  private final RowCounts counts;
  private final long openedNanos;
  private volatile boolean ending;
  private @Nullable Rounds ticks;
  private @Nullable NodeState first;
  private @Nullable NodeState last;
  private @Nullable Long longestQueue;

  /** Starts to read the heartbeat. */
  NodeQuery(
      WatchedNode node, RunServer server, Heartbeat heartbeat, RowCounts counts, Clock clock) {
    this.node = node;
    this.server = server;
    this.counts = counts;
    this.clock = clock;
    this.openedNanos = clock.nanoTime();
    this.beats = new NodeWatch(node.name(), this::connect, heartbeat, clock);
  }

  private Connection connect() throws SQLException {
    return server.connector().connect(PATIENCE_MILLIS);
  }

  String name() {
    return node.name();
  }

  RunServer server() {
    return server;
  }

  /** For waits and counts before and after the load. */
  StraightConnection afterwards() {
    return afterwards;
  }

  /** Whether the node has the heartbeat's table, which was created on another node. */
  boolean hasHeartbeat() {
    try {
      HeartbeatTable.read(afterwards.get());
      return true;
    } catch (SQLException e) {
      afterwards.drop();
      return false;
    }
  }

  /**
   * Starts to read the node's state, at the same moments as on the other nodes.
   *
   * @param fromNanos when the measurement begins, on the clock
   */
  void measure(long fromNanos) {
    beats.countFrom(fromNanos);
    String name = "bmt-node-" + node.name();
    ticks = new Rounds(name, () -> tick(fromNanos), states::drop, Duration.ZERO, clock);
  }

  /** Leaves out queries after a moment on the clock, the end of the load. */
  void loadEnded(long nanos) {
    beats.countUntil(nanos);
    ending = true;
  }

  private void tick(long fromNanos) {
    long ticked = Math.floorDiv(clock.nanoTime() - fromNanos, TICK_NANOS);
    long tick = ticked + 1;
    clock.sleepUntil(fromNanos + tick * TICK_NANOS, () -> ending);
    if (!ending) {
      look(fromNanos, tick >= 0 && counts.isDue(tick));
    }
  }

  private void look(long fromNanos, boolean counting) {
    long begin = clock.nanoTime();
    NodeState state = null;
    Long rows = null;
    long end;
    try {
      state = NodeState.read(states.get(), server.facts());
      end = clock.nanoTime();
      rows = counting ? counts.during(states.get(), clock) : null;
    } catch (SQLException e) {
      states.drop();
      end = clock.nanoTime();
    }
    add(state);
    if (begin >= fromNanos) {
      long lagNanos = beats.takeLargestNanos();
      points.add(
          new NodePoint(
              Figures.seconds3(begin - fromNanos),
              Figures.seconds3(end - fromNanos),
              lagNanos < 0 ? null : (Double) Percentiles.millis((double) lagNanos),
              state == null ? null : state.committed(),
              rows));
    }
  }

  private void add(@Nullable NodeState state) {
    if (state != null) {
      first = first == null ? state : first;
      last = state;
      Long queue = state.queue();
      if (queue != null) {
        longestQueue = longestQueue == null ? queue : (Long) Math.max(longestQueue, queue);
      }
    }
  }

  /** Ends the queries; waits a limited time for those under way. */
  void end() {
    ending = true;
    beats.close();
    Rounds looks = ticks;
    if (looks != null) {
      looks.close();
    }
  }

  /** Reasons why the load is INVALID: the node is gone, or was restarted. */
  List<String> problems() {
    try {
      String uptime = Sql.pairs(afterwards.get(), UPTIME).getOrDefault("Uptime", "");
      long since = (clock.nanoTime() - openedNanos) / TICK_NANOS - UPTIME_SLACK_SECONDS;
      return !uptime.matches("\\d{1,18}") || Long.parseLong(uptime) >= since
          ? List.of()
          : List.of(words("%s was restarted during the load", name()));
    } catch (SQLException e) {
      return List.of(words("%s no longer answers: %s", name(), TargetErrors.words(e)));
    }
  }

  /** Upper bound of these queries' statements that the server counted. */
  long questions() {
    return beats.answers() + beats.failures() + 2L * points.size();
  }

  /**
   * Its figures, when it has ended.
   *
   * @param convergedMs see {@link NodeFigures.Node}
   * @param rows see {@link NodeFigures.Node}
   */
  NodeFigures.Node figures(@Nullable Double convergedMs, @Nullable Long rows) {
    long silent = beats.silenceNanos();
    return new NodeFigures.Node(
        name(),
        server.description(),
        beats.lags(),
        silent == 0 ? null : (Double) (Math.round(silent / 1e5) / 10.0),
        convergedMs,
        rows,
        longestQueue,
        first == null || last == null ? Map.of() : last.growth(first),
        List.copyOf(points));
  }

  @Override
  public void close() {
    end();
    afterwards.abort(); // A wait may be under way over it.
  }
}
