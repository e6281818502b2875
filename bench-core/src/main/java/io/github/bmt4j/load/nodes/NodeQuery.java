package io.github.bmt4j.load.nodes;

import static io.github.bmt4j.report.Lines.words;

import io.github.bmt4j.clock.Clock;
import io.github.bmt4j.clock.Percentiles;
import io.github.bmt4j.clock.Rounds;
import io.github.bmt4j.endpoint.EndpointServer;
import io.github.bmt4j.endpoint.TargetErrors;
import io.github.bmt4j.jdbc.Sql;
import io.github.bmt4j.jdbc.StraightConnection;
import io.github.bmt4j.load.ServerCounters;
import io.github.bmt4j.load.nodes.NodeFigures.Point;
import io.github.bmt4j.preflight.ReplicaState;
import io.github.bmt4j.replication.Beats;
import io.github.bmt4j.replication.Heartbeat;
import io.github.bmt4j.replication.HeartbeatTable;
import io.github.bmt4j.replication.NodeState;
import io.github.bmt4j.replication.NodeWatch;
import io.github.bmt4j.report.Reason;
import io.github.bmt4j.report.Reason.Code;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Queries one node of a watched cluster: its heartbeat up to 20 times a second, its state once a
 * second, each over its own connection and from its own thread. Records the time at which the node
 * had the last write, and its rows after that.
 */
final class NodeQuery implements AutoCloseable {
  private static final int PATIENCE_MILLIS = 5_000;

  /** Statements that a replica counts for each beat that it applies: BEGIN, UPDATE, COMMIT. */
  private static final int APPLIED = 3;

  /** Most SELECTs of a {@link NodeState}. */
  private static final int STATE_QUERIES = 2;

  private static final Duration TICK = Duration.ofSeconds(1);
  private static final String STATE = "SHOW GLOBAL STATUS LIKE 'wsrep_local_state_comment'";

  private final EndpointServer server;
  private final HeartbeatTable table;
  private final Beats beats;
  private final boolean source;
  private final RowCounts counts;
  private final Clock clock;
  private final StraightConnection states = new StraightConnection(this::connect);
  private final StraightConnection afterwards = new StraightConnection(this::connect);
  private final List<Point> points = new ArrayList<>();
  private final NodeWatch watch;
  private volatile boolean ending;
  private boolean begun;
  private @Nullable ServerCounters before;
  private long beforeNanos;
  private @Nullable Rounds ticks;
  private @Nullable NodeState first;
  private @Nullable NodeState last;
  private @Nullable Long longestQueue;
  private long firstNanos;
  private long lastNanos;
  private volatile @Nullable Double convergedMs;
  private volatile boolean late;
  private volatile @Nullable Long rows;

  /**
   * Begins to poll the heartbeat.
   *
   * @param source true if this is the server that takes it
   */
  NodeQuery(
      EndpointServer server, Heartbeat heartbeat, boolean source, RowCounts counts, Clock clock) {
    this.server = server;
    this.table = heartbeat.table();
    this.beats = heartbeat.beats();
    this.source = source;
    this.counts = counts;
    this.clock = clock;
    this.watch = new NodeWatch(new StraightConnection(this::connect), heartbeat, source, clock);
  }

  private Connection connect() throws SQLException {
    return server.connector().connect(PATIENCE_MILLIS);
  }

  String name() {
    return server.target().description();
  }

  EndpointServer server() {
    return server;
  }

  StraightConnection afterwards() {
    return afterwards;
  }

  boolean hasHeartbeat() {
    try {
      before = ServerCounters.read(afterwards.get());
      beforeNanos = clock.nanoTime();
      return beats.has(table.read(afterwards.get()));
    } catch (SQLException e) {
      afterwards.drop();
      return false;
    }
  }

  void measure(long fromNanos) {
    watch.countFrom(fromNanos);
    String name = "bmt-node-" + name();
    ticks = new Rounds(name, () -> tick(fromNanos), states::drop, Duration.ZERO, clock);
  }

  void loadEnded(long nanos) {
    watch.countUntil(nanos);
    ending = true;
    if (ticks != null) {
      ticks.every(TICK);
    }
  }

  private void tick(long fromNanos) {
    long tick = begun ? Math.floorDiv(clock.nanoTime() - fromNanos, TICK.toNanos()) + 1 : 0;
    begun = true;
    clock.sleepUntil(fromNanos + tick * TICK.toNanos(), () -> ending);
    if (!ending) {
      look(fromNanos, counts.isDue(tick));
    }
  }

  private void look(long fromNanos, boolean counting) {
    long begin = clock.nanoTime();
    NodeState state = null;
    Long counted = null;
    long end;
    try {
      state = NodeState.read(states.get(), server.facts());
      end = clock.nanoTime();
      counted = counting ? counts.during(states.get(), clock) : null;
    } catch (SQLException e) {
      states.drop();
      end = clock.nanoTime();
    }
    long lagNanos = watch.takeLargestNanos();
    add(
        state,
        end,
        new Point(
            seconds(begin - fromNanos),
            seconds(end - fromNanos),
            counted == null ? null : (Double) seconds(clock.nanoTime() - fromNanos),
            lagNanos < 0 ? null : (Double) Percentiles.millis(lagNanos),
            state == null ? null : state.committed(),
            counted));
  }

  private synchronized void add(@Nullable NodeState state, long nanos, Point point) {
    points.add(point);
    if (state != null) {
      firstNanos = first == null ? nanos : firstNanos;
      first = first == null ? state : first;
      last = state;
      lastNanos = nanos;
      Long queue = state.queue();
      if (queue != null) {
        longestQueue = longestQueue == null ? queue : (Long) Math.max(longestQueue, queue);
      }
    }
  }

  void converged(@Nullable Double ms) {
    convergedMs = ms;
    late = ms == null;
  }

  @Nullable Double convergedMs() {
    return convergedMs;
  }

  boolean isLate() {
    return late;
  }

  void end() {
    ending = true;
    watch.close();
    if (ticks != null) {
      ticks.close();
    }
  }

  void countRows() throws SQLException {
    rows = counts.of(afterwards.fresh());
  }

  @Nullable Long rows() {
    return rows;
  }

  List<Reason> problems() {
    try {
      Connection connection = afterwards.fresh();
      String obstacle = late ? obstacle(connection) : "";
      if (!obstacle.isEmpty()) {
        return List.of(
            Code.REPLICATION_FAILED.of(words("%s does not replicate: %s", name(), obstacle)));
      }
      double seconds = (clock.nanoTime() - beforeNanos) / 1e9;
      return before != null && ServerCounters.read(connection).isRestarted(before, seconds)
          ? List.of(Code.SERVER_RESTARTED.of(words("%s was restarted during the load", name())))
          : List.of();
    } catch (SQLException e) {
      return List.of(
          Code.SERVER_LOST.of(words("%s no longer answers: %s", name(), TargetErrors.words(e))));
    }
  }

  /** Reason why the node gets no more writes, in the server's words; empty if it is only late. */
  private String obstacle(Connection connection) throws SQLException {
    ReplicaState state = ReplicaState.read(connection, server.facts().product());
    for (ReplicaState.Source source : state.sources()) {
      if (!source.runs() || !source.error().isEmpty()) {
        return source.error().isEmpty() ? "replication is stopped" : source.error();
      }
    }
    String galera = Sql.pairs(connection, STATE).getOrDefault("wsrep_local_state_comment", "");
    return galera.isEmpty() || galera.equals("Synced") ? "" : "the node is " + galera;
  }

  /** Statements of bmt that the server has counted so far, the heartbeat's included. */
  synchronized OwnStatements statements() {
    long looks = (STATE_QUERIES + (long) counts.tables()) * (points.size() + 1);
    long begun = beats.count() * (source ? 1 : APPLIED);
    long applied = source ? begun - 1 : watch.beatsShown() * APPLIED;
    return new OwnStatements(watch.queries() + applied, watch.queries() + 1 + begun + looks);
  }

  synchronized NodeFigures.Node figures() {
    return new NodeFigures.Node(
        name(),
        server.description(),
        watch.lags(),
        watch.lagErrorMs(),
        silentMs(watch.silenceNanos()),
        convergedMs,
        rows,
        longestQueue,
        first == null || last == null ? Map.of() : last.growth(first),
        lastNanos == firstNanos ? null : (Double) seconds(lastNanos - firstNanos),
        List.copyOf(points));
  }

  private static double seconds(long nanos) {
    return Math.round(nanos / 1e6) / 1e3;
  }

  /** A time without an answer, in ms; absent for less than 0.5 s. */
  static @Nullable Double silentMs(long nanos) {
    return nanos < NodeWatch.SILENT.toNanos() ? null : (Double) (Math.round(nanos / 1e5) / 10.0);
  }

  @Override
  public void close() {
    end();
    afterwards.abort(); // A wait may be under way over it.
  }
}
