package io.github.bmt4j.load.nodes;

import static io.github.bmt4j.report.Lines.words;

import io.github.bmt4j.clock.Clock;
import io.github.bmt4j.clock.Daemon;
import io.github.bmt4j.endpoint.EndpointServer;
import io.github.bmt4j.endpoint.TargetErrors;
import io.github.bmt4j.experiment.Context;
import io.github.bmt4j.failure.CloseOnFailure;
import io.github.bmt4j.jdbc.StraightConnection;
import io.github.bmt4j.load.Counter;
import io.github.bmt4j.load.Counts;
import io.github.bmt4j.load.Measurement;
import io.github.bmt4j.progress.StopSignal;
import io.github.bmt4j.replication.Beats;
import io.github.bmt4j.replication.Heartbeat;
import io.github.bmt4j.replication.HeartbeatTable;
import io.github.bmt4j.report.Reason;
import io.github.bmt4j.report.Reason.Code;
import io.github.bmt4j.tables.WorkloadTables;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Watches the nodes of a cluster during one load: the lag of each, the time after the load until
 * each has every write, and whether all then have the same rows.
 */
public final class NodesWatch implements AutoCloseable {
  private static final Duration TABLE_PATIENCE = Duration.ofSeconds(30);
  private static final long LOOK_NANOS = 50_000_000;
  private static final Duration PATIENCE = Duration.ofSeconds(5);

  /** Heartbeats that take longer than this multiple of their period are noted. */
  private static final double SLOW_BEAT = 1.5;

  private final WorkloadTables tables;
  private final Clock clock;
  private final StopSignal stop;
  private final long beganNanos;
  private final StraightConnection owner;
  private final List<NodeQuery> nodes;
  private final List<NodeQuery> endpoints;
  private final RowCounts counts;
  private final Heartbeat heartbeat;
  private final AllNodes all;
  private final Convergence convergence;
  private final List<Reason> problems = Collections.synchronizedList(new ArrayList<>());
  private final List<String> notes = Collections.synchronizedList(new ArrayList<>());
  private boolean countable;
  private double beatMillis;
  private long fromNanos;
  private long untilNanos;
  private @Nullable Long rowsBefore;
  private @Nullable Thread waiting;

  private NodesWatch(
      StraightConnection owner,
      HeartbeatTable table,
      Servers servers,
      boolean countsRows,
      Context context) {
    this.tables = servers.tables();
    this.clock = context.clock();
    this.stop = context.stop();
    this.beganNanos = clock.nanoTime();
    this.owner = owner;
    this.counts = new RowCounts(tables.tables(), countsRows);
    this.countable = counts.tables() > 0;
    EndpointServer writer = servers.endpoints().get(0);
    this.heartbeat =
        new Heartbeat(table, () -> writer.connector().connect((int) PATIENCE.toMillis()), clock);
    this.nodes =
        servers.all().stream()
            .map(one -> new NodeQuery(one, heartbeat, one.isSame(writer), counts, clock))
            .toList();
    this.endpoints =
        nodes.stream()
            .filter(node -> servers.endpoints().stream().anyMatch(node.server()::isSame))
            .toList();
    this.all = new AllNodes(nodes, clock, stop);
    boolean writes = tables.workload().writes(tables.params());
    this.convergence =
        new Convergence(all, writes ? servers.endpoints() : List.of(writer), heartbeat);
  }

  /**
   * The servers of a load.
   *
   * @param tables of the load
   * @param endpoints distinct servers to which it connects; the first has the heartbeat
   */
  public record Servers(
      WorkloadTables tables, List<EndpointServer> endpoints, List<EndpointServer> nodes) {
    /** The nodes, preceded by the first endpoint if it is not one of them. */
    private List<EndpointServer> all() {
      List<EndpointServer> all = new ArrayList<>(nodes);
      if (nodes.stream().noneMatch(endpoints.get(0)::isSame)) {
        all.add(0, endpoints.get(0));
      }
      return all;
    }
  }

  public static @Nullable NodesWatch begin(Servers servers, boolean countsRows, Context context)
      throws SQLException {
    if (servers.nodes().isEmpty()) {
      return null;
    }
    EndpointServer first = servers.endpoints().get(0);
    StraightConnection owner =
        new StraightConnection(() -> first.connector().connect((int) PATIENCE.toMillis()));
    HeartbeatTable table = new HeartbeatTable();
    try (CloseOnFailure created = new CloseOnFailure(owner::drop)) {
      table.create(owner.get());
      created.succeeded();
    }
    NodesWatch watch = new NodesWatch(owner, table, servers, countsRows, context);
    try (CloseOnFailure ready = new CloseOnFailure(watch::close)) {
      watch.ready();
      ready.succeeded();
      return watch;
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
    Integer added = tables.workload().addsRows(tables.params());
    if (added != null && added > 0 && countable) {
      try {
        rowsBefore = counts.of(owner.get());
      } catch (SQLException e) {
        owner.drop();
        countable = false;
        notes.add("rows were not counted: " + TargetErrors.words(e));
      }
    }
    convergence.ready();
  }

  public void measuresFrom(long nanos) {
    fromNanos = nanos;
    nodes.forEach(node -> node.measure(nanos));
  }

  /** Ends the load with the first beat from now on: what waits behind the load's last write. */
  public void loadEnded() {
    heartbeat.beats().awaitMissing(heartbeat.beats().begun(), clock, PATIENCE);
    loadEnded(clock.nanoTime());
  }

  public void loadEnded(long nanos) {
    untilNanos = nanos;
    nodes.forEach(node -> node.loadEnded(nanos));
    waiting = Daemon.start("bmt-converge", () -> convergence.await(nanos));
  }

  /**
   * Waits until all nodes have every write, the limit is over, or the user ends the command; ends
   * watching, and counts the rows of all nodes.
   */
  public void end() {
    if (waiting != null) {
      all.await(waiting);
    }
    beatMillis = (clock.nanoTime() - beganNanos) / 1e6 / Math.max(1, heartbeat.beats().count());
    heartbeat.close();
    nodes.forEach(NodeQuery::end);
    if (!stop.given()) {
      all.each(node -> problems.addAll(node.problems()), this::failed);
    }
    if (!stop.given() && countable && convergence.convergedMs() != null) {
      all.each(this::count, this::failed);
    }
    if (stop.given()) {
      problems.add(Code.INTERRUPTED.of("interrupted before the nodes were compared"));
    }
  }

  private void failed(String words) {
    problems.add(Code.SERVER_LOST.of(words));
  }

  private void count(NodeQuery node) throws SQLException {
    try {
      node.countRows();
    } catch (SQLException e) {
      if (!RowCounts.tookTooLong(e)) {
        throw e;
      }
      notes.add("rows of " + node.name() + " were not counted: " + TargetErrors.words(e));
    }
  }

  /** Statements of the watch that the endpoints have counted so far. */
  public OwnStatements statements() {
    return endpoints.stream()
        .map(NodeQuery::statements)
        .reduce(OwnStatements.NONE, OwnStatements::plus);
  }

  public List<Reason> problems(@Nullable Measurement measured) {
    List<Reason> found = new ArrayList<>(problems);
    convergence
        .failures()
        .forEach(
            failure ->
                found.add(Code.NODES_DIFFER.of("the nodes could not be compared: " + failure)));
    Beats beats = heartbeat.beats();
    if (!beats.has(beats.lastAcknowledged())) {
      found.add(Code.REPLICATION_FAILED.of("no heartbeat could be written: " + lastFailure()));
    }
    List<NodeQuery> counted = nodes.stream().filter(node -> node.rows() != null).toList();
    List<Long> rows = counted.stream().map(NodeQuery::rows).distinct().toList();
    if (rows.size() > 1) {
      found.add(
          Code.NODES_DIFFER.of(
              "the nodes have different numbers of rows: "
                  + counted.stream()
                      .map(node -> words("%s %,d", node.name(), node.rows()))
                      .collect(Collectors.joining(", "))));
    } else if (!rows.isEmpty()) {
      unexpected(rows.get(0), measured).ifPresent(found::add);
    }
    return found;
  }

  private String lastFailure() {
    SQLException failure = heartbeat.lastFailure();
    return failure == null ? "the server did not answer" : TargetErrors.words(failure);
  }

  private Optional<Reason> unexpected(long there, @Nullable Measurement measured) {
    Long expected = rowsExpected(measured);
    if (expected == null || measured == null) {
      return Optional.empty();
    }
    long unknown = added(operations(measured).of(Counter.UNKNOWN) + measured.ending().stuck());
    boolean fits = there >= expected && there <= expected + unknown;
    return fits
        ? Optional.empty()
        : Optional.of(
            Code.NODES_DIFFER.of(
                words(
                    "the nodes have %,d rows instead of %,d before and %,d added by acknowledged"
                        + " operations%s",
                    there,
                    Objects.requireNonNull(rowsBefore),
                    expected - rowsBefore,
                    unknown == 0 ? "" : words(", with at most %,d of unknown outcome", unknown))));
  }

  private static Counts operations(Measurement measured) {
    return measured.counts().plus(measured.warmup());
  }

  private long added(long operations) {
    Integer each = tables.workload().addsRows(tables.params());
    return each == null ? 0 : operations * each;
  }

  /** Absent if operations add varying numbers of rows, or one may have been applied in part. */
  private @Nullable Long rowsExpected(@Nullable Measurement measured) {
    if (rowsBefore == null || measured == null) {
      return null;
    }
    boolean whole =
        operations(measured).of(Counter.ERRORS) == 0
            || !Boolean.TRUE.equals(tables.params().asMap().get("skip-trx"));
    return !whole || tables.workload().addsRows(tables.params()) == null
        ? null
        : (Long) (rowsBefore + added(operations(measured).of(Counter.TRANSACTIONS)));
  }

  public List<String> notes() {
    List<String> found = new ArrayList<>(notes);
    if (heartbeat.failures() > 0) {
      found.add(
          words(
              "%,d of %,d heartbeats failed: %s",
              heartbeat.failures(), heartbeat.beats().count(), lastFailure()));
    }
    if (beatMillis > SLOW_BEAT * Heartbeat.PERIOD.toMillis()) {
      found.add(
          words("heartbeats took %,.0f ms each, and so often lags were measured", beatMillis));
    }
    return found;
  }

  public NodeFigures figures(@Nullable Measurement measured) {
    return new NodeFigures(
        heartbeat.beats().count() - heartbeat.failures(),
        heartbeat.failures(),
        NodeQuery.silentMs(heartbeat.beats().longestGapNanos(fromNanos, untilNanos)),
        convergence.method(),
        convergence.convergedMs(),
        convergence.resolutionMs(),
        rowsBefore,
        rowsExpected(measured),
        nodes.stream().filter(NodeQuery::isLate).map(NodeQuery::name).toList(),
        nodes.stream().map(NodeQuery::figures).toList());
  }

  @Override
  public void close() {
    heartbeat.close();
    nodes.forEach(NodeQuery::close);
    convergence.close();
    try {
      heartbeat.table().drop(owner.fresh());
    } catch (SQLException e) {
      // The server is gone, which the result reports.
    }
    owner.drop();
  }
}
