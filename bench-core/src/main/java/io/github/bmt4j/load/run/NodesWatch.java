package io.github.bmt4j.load.run;

import static io.github.bmt4j.report.Lines.words;

import io.github.bmt4j.clock.Clock;
import io.github.bmt4j.experiment.Context;
import io.github.bmt4j.jdbc.StraightConnection;
import io.github.bmt4j.load.Counter;
import io.github.bmt4j.load.Counts;
import io.github.bmt4j.load.Measurement;
import io.github.bmt4j.progress.StopSignal;
import io.github.bmt4j.replication.Heartbeat;
import io.github.bmt4j.replication.HeartbeatTable;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.FutureTask;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Watches the nodes of a cluster during one load: how far each is behind, when each has every write
 * after the load, and whether all then have the same rows.
 */
final class NodesWatch implements AutoCloseable {
  /** Limit for a node to receive the heartbeat's table. */
  private static final Duration TABLE_PATIENCE = Duration.ofSeconds(30);

  private static final long LOOK_NANOS = 50_000_000;
  private static final int PATIENCE_MILLIS = 5_000;
  private static final int COUNTING_MILLIS = 25_000;

  /** Statements that the watch may send in addition to its queries and heartbeats. */
  private static final int OTHER_STATEMENTS = 20;

  /** Heartbeats that take longer than this multiple of their period are noted. */
  private static final double SLOW_BEAT = 1.5;

  private final Job job;
  private final RunServer writer;
  private final Clock clock;
  private final StopSignal stop;
  private final long beganNanos;
  private final StraightConnection owner;
  private final List<NodeQuery> nodes = new ArrayList<>();
  private final RowCounts counts;
  private final Heartbeat heartbeat;
  private final Convergence convergence;
  private final Map<String, Long> rows = new ConcurrentHashMap<>();
  private final List<String> problems = Collections.synchronizedList(new ArrayList<>());
  private final List<String> notes = Collections.synchronizedList(new ArrayList<>());
  private boolean countable = true;
  private double beatMillis;
  private @Nullable Long rowsBefore;
  private @Nullable FutureTask<@Nullable Void> waiting;

  private NodesWatch(StraightConnection owner, Job job, RunEndpoints reached, Context context) {
    this.job = job;
    this.writer = reached.servers().get(0);
    this.clock = context.clock();
    this.stop = context.stop();
    this.beganNanos = clock.nanoTime();
    this.owner = owner;
    this.counts = new RowCounts(job.tables(), job.scenario().client().countsRows());
    this.heartbeat = new Heartbeat(() -> writer.connector().connect(PATIENCE_MILLIS), clock);
    for (RunNode node : reached.nodes()) {
      nodes.add(new NodeQuery(node.node(), node.server(), heartbeat, counts, clock));
    }
    boolean writes = job.workload().writes(job.params());
    this.convergence =
        new Convergence(
            nodes, writes ? reached.servers() : List.of(writer), heartbeat, clock, stop);
  }

  /**
   * Starts the watch: creates the heartbeat's table on the first endpoint, and waits until every
   * node has it.
   *
   * @return the watch; absent without nodes to watch
   * @throws SQLException when the table cannot be made, or a node does not get it
   */
  static @Nullable NodesWatch begin(Job job, RunEndpoints reached, Context context)
      throws SQLException {
    if (reached.nodes().isEmpty()) {
      return null;
    }
    RunServer first = reached.servers().get(0);
    StraightConnection owner =
        new StraightConnection(() -> first.connector().connect(PATIENCE_MILLIS));
    try {
      HeartbeatTable.make(owner.get());
    } catch (SQLException e) {
      owner.drop();
      throw e;
    }
    NodesWatch watch = new NodesWatch(owner, job, reached, context);
    boolean ready = false;
    try {
      watch.ready();
      ready = true;
      return watch;
    } finally {
      if (!ready) {
        watch.close();
      }
    }
  }

  private void ready() throws SQLException {
    long untilNanos = clock.nanoTime() + TABLE_PATIENCE.toNanos();
    for (NodeQuery node : nodes) {
      while (!node.hasHeartbeat()) {
        if (stop.given()) {
          throw new SQLException("interrupted while " + node.name() + " was waited for");
        }
        if (clock.nanoTime() >= untilNanos) {
          throw new SQLException(
              words(
                  "%s does not show the heartbeat of the first endpoint %,d s after it began: a"
                      + " watched node must replicate from there, and not be far behind",
                  node.name(), TABLE_PATIENCE.toSeconds()));
        }
        clock.sleepUntil(clock.nanoTime() + LOOK_NANOS, stop::given);
      }
    }
    Integer added = job.workload().addsRows(job.params());
    if (added != null && added > 0 && counts.tables() > 0) {
      try {
        owner.get().setNetworkTimeout(Runnable::run, COUNTING_MILLIS);
        rowsBefore = counts.of(owner.get());
      } catch (SQLException e) {
        owner.drop();
        countable = false;
        notes.add("rows were not counted: " + TargetErrors.words(e));
      }
    }
    convergence.ready();
  }

  /** Counts queries from a moment on the clock, the start of the measurement. */
  void measuresFrom(long nanos) {
    nodes.forEach(node -> node.measure(nanos));
  }

  /**
   * Starts to wait, after the load, until every node has every write.
   *
   * @param nanos when the last write was acknowledged, on the clock
   */
  void loadEnded(long nanos) {
    nodes.forEach(node -> node.loadEnded(nanos));
    FutureTask<@Nullable Void> task = new FutureTask<>(() -> convergence.await(nanos), null);
    Thread thread = new Thread(task, "bmt-converge");
    thread.setDaemon(true);
    thread.start();
    waiting = task;
  }

  /** Waits until all nodes have every write, their time is over, or the user ends the command. */
  private void awaitNodes() {
    FutureTask<@Nullable Void> task = waiting;
    while (task != null && !task.isDone() && !stop.given()) {
      clock.sleepUntil(clock.nanoTime() + LOOK_NANOS, () -> task.isDone() || stop.given());
    }
  }

  /** Ends watching, and counts the rows of all nodes, unless the user has ended the command. */
  void end() {
    awaitNodes();
    beatMillis = (clock.nanoTime() - beganNanos) / 1e6 / Math.max(1, heartbeat.count());
    heartbeat.close();
    nodes.forEach(NodeQuery::end);
    List<String> late = convergence.late();
    if (!stop.given()) {
      ask(node -> problems.addAll(node.problems(late.contains(node.name()))));
    }
    if (!stop.given() && countable && counts.tables() > 0 && convergence.isComplete()) {
      ask(this::count);
    }
    if (stop.given()) {
      problems.add("interrupted before the nodes were compared");
    }
  }

  private void ask(AllNodes.Question question) {
    List<String> failures = new ArrayList<>();
    new AllNodes(nodes, stop).each(question, failures);
    problems.addAll(failures);
  }

  private void count(NodeQuery node) throws SQLException {
    Connection connection = node.afterwards().fresh();
    connection.setNetworkTimeout(Runnable::run, COUNTING_MILLIS);
    try {
      rows.put(node.name(), counts.of(connection));
    } catch (SQLException e) {
      if (!RowCounts.tookTooLong(e)) {
        throw e;
      }
      notes.add("rows of " + node.name() + " were not counted: " + TargetErrors.words(e));
    }
  }

  /** Those that were counted, in the order of the nodes. */
  private Map<String, Long> rows() {
    Map<String, Long> ordered = new LinkedHashMap<>();
    for (NodeQuery node : nodes) {
      Long counted = rows.get(node.name());
      if (counted != null) {
        ordered.put(node.name(), counted);
      }
    }
    return ordered;
  }

  /** Upper bound of the watch's statements that the endpoints' servers counted. */
  long statements(List<RunServer> endpoints) {
    List<String> counted = endpoints.stream().map(one -> one.identity().server()).toList();
    long questions =
        nodes.stream()
            .filter(node -> counted.contains(node.server().identity().server()))
            .mapToLong(NodeQuery::questions)
            .sum();
    return heartbeat.count() + questions + OTHER_STATEMENTS;
  }

  /** Reasons why the load is INVALID. */
  List<String> problems(Measurement measured) {
    List<String> found = new ArrayList<>(problems);
    convergence
        .failures()
        .forEach(failure -> found.add("the nodes could not be compared: " + failure));
    if (!heartbeat.has(heartbeat.lastAcknowledged())) {
      found.add("no heartbeat could be written: " + lastFailure());
    }
    Map<String, Long> counted = rows();
    if (counted.values().stream().distinct().count() > 1) {
      found.add("the nodes have different numbers of rows: " + byNode(counted));
    } else if (!counted.isEmpty()) {
      unexpected(counted.values().iterator().next(), measured).ifPresent(found::add);
    }
    return found;
  }

  private String lastFailure() {
    SQLException failure = heartbeat.lastFailure();
    return failure == null ? "the server did not answer" : TargetErrors.words(failure);
  }

  private Optional<String> unexpected(long there, Measurement measured) {
    Long expected = rowsExpected(measured);
    if (expected == null) {
      return Optional.empty();
    }
    long unknown = added(all(measured).of(Counter.UNKNOWN) + measured.stuck());
    boolean fits = there >= expected && there <= expected + unknown;
    return fits
        ? Optional.empty()
        : Optional.of(
            words(
                "the nodes have %,d rows instead of %,d before and %,d added by acknowledged"
                    + " operations%s",
                there,
                Objects.requireNonNull(rowsBefore),
                expected - rowsBefore,
                unknown == 0 ? "" : words(", with at most %,d of unknown outcome", unknown)));
  }

  private static String byNode(Map<String, Long> rows) {
    return rows.entrySet().stream()
        .map(node -> words("%s %,d", node.getKey(), node.getValue()))
        .collect(Collectors.joining(", "));
  }

  private static Counts all(Measurement measured) {
    return measured.counts().plus(measured.warmup());
  }

  private long added(long operations) {
    Integer each = job.workload().addsRows(job.params());
    return each == null ? 0 : operations * each;
  }

  /** Absent if operations add varying numbers of rows, or one may have been applied in part. */
  private @Nullable Long rowsExpected(Measurement measured) {
    boolean whole =
        all(measured).of(Counter.ERRORS) == 0
            || !Boolean.TRUE.equals(job.params().asMap().get("skip-trx"));
    return rowsBefore == null || !whole || job.workload().addsRows(job.params()) == null
        ? null
        : (Long) (rowsBefore + added(all(measured).of(Counter.TRANSACTIONS)));
  }

  /** Notes about the nodes. */
  List<String> notes() {
    List<String> all = new ArrayList<>(notes);
    if (!convergence.late().isEmpty()) {
      all.add(
          words(
              "%s did not have the last write within %,d s",
              String.join(", ", convergence.late()), Convergence.PATIENCE.toSeconds()));
    }
    if (heartbeat.failures() > 0) {
      all.add(
          words(
              "%,d of %,d heartbeats failed: %s",
              heartbeat.failures(), heartbeat.count(), lastFailure()));
    }
    if (beatMillis > SLOW_BEAT * Heartbeat.PERIOD.toMillis()) {
      all.add(words("heartbeats took %,.0f ms each: lags are known to this time", beatMillis));
    }
    return all;
  }

  NodeFigures figures(Measurement measured) {
    return new NodeFigures(
        heartbeat.count() - heartbeat.failures(),
        heartbeat.failures(),
        convergence.method(),
        convergence.convergedMs(),
        convergence.resolutionMs(),
        rowsBefore,
        rowsExpected(measured),
        convergence.late(),
        nodes.stream()
            .map(node -> node.figures(convergence.reachedMs(node), rows().get(node.name())))
            .toList());
  }

  /** Stops the watch, and drops the heartbeat's table. */
  @Override
  public void close() {
    heartbeat.close();
    nodes.forEach(NodeQuery::close);
    convergence.close();
    try {
      HeartbeatTable.drop(owner.fresh());
    } catch (SQLException e) {
      // The server is gone, which the result reports.
    }
    owner.drop();
  }
}
