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
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
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

  /** Statements per node that the watch may send in addition to its queries. */
  private static final int OTHER_STATEMENTS = 20;

  private final Job job;
  private final RunServer writer;
  private final Clock clock;
  private final StopSignal stop;
  private final StraightConnection owner;
  private final List<NodeQuery> nodes = new ArrayList<>();
  private final RowCounts counts;
  private final Heartbeat heartbeat;
  private final Convergence convergence;
  private final Map<String, Long> rows = new LinkedHashMap<>();
  private final List<String> problems = new ArrayList<>();
  private final List<String> notes = new ArrayList<>();
  private @Nullable Long rowsBefore;
  private @Nullable FutureTask<@Nullable Void> waiting;

  private NodesWatch(Job job, RunEndpoints reached, Context context) throws SQLException {
    this.job = job;
    this.writer = reached.servers().get(0);
    this.clock = context.clock();
    this.stop = context.stop();
    this.owner = new StraightConnection(() -> writer.connector().connect(PATIENCE_MILLIS));
    this.counts = new RowCounts(job.tables(), job.scenario().client().countsRows());
    HeartbeatTable.make(owner.get());
    this.heartbeat = new Heartbeat(() -> writer.connector().connect(PATIENCE_MILLIS), clock);
    for (RunNode node : reached.nodes()) {
      nodes.add(new NodeQuery(node.node(), node.server(), heartbeat, counts, clock));
    }
    boolean writes = job.workload().writes(job.params());
    this.convergence =
        new Convergence(
            nodes,
            (writes ? reached.servers() : List.of(writer))
                .stream().map(server -> server.identity().server()).collect(Collectors.toSet()),
            heartbeat,
            clock,
            stop);
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
    NodesWatch watch = new NodesWatch(job, reached, context);
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
        if (clock.nanoTime() >= untilNanos || stop.given()) {
          throw new SQLException(
              words(
                  "%s does not show the table %s, which was made on the first endpoint %,d s ago:"
                      + " it must replicate from there",
                  node.name(), HeartbeatTable.NAME, TABLE_PATIENCE.toSeconds()));
        }
        clock.sleepUntil(clock.nanoTime() + LOOK_NANOS, stop::given);
      }
    }
    if (counts.tables() > 0) {
      try {
        owner.get().setNetworkTimeout(Runnable::run, COUNTING_MILLIS);
        rowsBefore = counts.of(owner.get());
      } catch (SQLException e) {
        owner.drop();
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
    heartbeat.close();
    nodes.forEach(NodeQuery::end);
    if (stop.given()) {
      return;
    }
    nodes.forEach(node -> problems.addAll(node.problems()));
    if (rowsBefore == null || !convergence.missing().isEmpty()) {
      return;
    }
    List<String> failures = new ArrayList<>();
    new AllNodes(nodes, stop)
        .each(
            node -> {
              node.afterwards().get().setNetworkTimeout(Runnable::run, COUNTING_MILLIS);
              long counted = counts.of(node.afterwards().get());
              synchronized (rows) {
                rows.put(node.name(), counted);
              }
            },
            failures);
    failures.forEach(failure -> notes.add("rows were not counted: " + failure));
  }

  /** Upper bound of the watch's statements that the servers counted. */
  long statements() {
    long questions = nodes.stream().mapToLong(NodeQuery::questions).sum();
    return heartbeat.begun()
        + questions
        + (long) nodes.size() * (counts.tables() + OTHER_STATEMENTS);
  }

  /** Reasons why the load is INVALID. */
  List<String> problems(Measurement measured) {
    List<String> found = new ArrayList<>(problems);
    if (heartbeat.lastAcknowledged() == 0) {
      found.add(
          words(
              "no heartbeat could be written: %s",
              Objects.requireNonNullElse(heartbeat.lastFailure(), "the server did not answer")));
    }
    if (rows.values().stream().distinct().count() > 1) {
      found.add("the nodes have different numbers of rows: " + byNode(rows));
    } else {
      unexpected(measured).ifPresent(found::add);
    }
    return found;
  }

  private Optional<String> unexpected(Measurement measured) {
    Long expected = rowsExpected(measured);
    if (expected == null || rows.isEmpty()) {
      return Optional.empty();
    }
    long there = rows.values().iterator().next();
    long unknown = added(all(measured).of(Counter.UNKNOWN) + measured.stuck());
    boolean fits = there >= expected && there <= expected + unknown;
    return fits
        ? Optional.empty()
        : Optional.of(
            words(
                "the nodes have %,d rows, and not the %,d that were there and the %,d that were"
                    + " acknowledged%s",
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
    if (!convergence.missing().isEmpty() && !stop.given()) {
      all.add(
          words(
              "%s did not have the last write within %,d s",
              String.join(", ", convergence.missing()), Convergence.PATIENCE.toSeconds()));
    }
    all.addAll(convergence.failures());
    if (heartbeat.failures() > 0) {
      all.add(
          words(
              "%,d of %,d heartbeats failed: %s",
              heartbeat.failures(), heartbeat.begun(), heartbeat.lastFailure()));
    }
    return all;
  }

  NodeFigures figures(Measurement measured) {
    return new NodeFigures(
        heartbeat.begun() - heartbeat.failures(),
        heartbeat.failures(),
        convergence.method(),
        convergence.convergedMs(),
        convergence.resolutionMs(),
        rowsBefore,
        rowsExpected(measured),
        nodes.stream()
            .map(node -> node.figures(convergence.reachedMs(node), rows.get(node.name())))
            .toList());
  }

  /** Stops the watch, and drops the heartbeat's table. */
  @Override
  public void close() {
    heartbeat.close();
    nodes.forEach(NodeQuery::close);
    try {
      HeartbeatTable.drop(owner.get());
    } catch (SQLException e) {
      // The server is gone, which the result reports.
    }
    owner.drop();
  }
}
