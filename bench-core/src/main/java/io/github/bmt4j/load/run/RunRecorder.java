package io.github.bmt4j.load.run;

import io.github.bmt4j.clock.Clock;
import io.github.bmt4j.jdbc.ConnectionScenario;
import io.github.bmt4j.load.ClientReadings;
import io.github.bmt4j.load.ClientWatch;
import io.github.bmt4j.load.Counter;
import io.github.bmt4j.load.Counts;
import io.github.bmt4j.load.Interval;
import io.github.bmt4j.load.Load;
import io.github.bmt4j.load.Measurement;
import io.github.bmt4j.load.ServerCounters;
import io.github.bmt4j.load.nodes.OwnStatements;
import io.github.bmt4j.load.run.RunResult.IntervalResult;
import io.github.bmt4j.load.run.RunResult.ServerCounts;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Stores a load's data as they come: intervals in the run's folder, and the readings of client and
 * server at the measurement's begin and end. Used by one thread.
 */
final class RunRecorder implements Load.Observer, AutoCloseable {
  /** Half a minute, so that even a busy machine loses at most a minute. */
  private static final long KEEP_NANOS = Duration.ofSeconds(30).toNanos();

  /** Writing more intervals would delay intervals of the running load. */
  private static final int MOST_KEPT = 3_600;

  /** Statements of connections that watch nodes, and of the wait for the last write. */
  private static final long OTHER_STATEMENTS = 20;

  private final Job job;
  private final CounterReader counters;
  private final Path folder;
  private final Clock clock;
  private final LoadEvents events;
  private final List<IntervalResult> intervals = new ArrayList<>();
  private @Nullable IntervalFiles files;
  private Instant startedAt = Instant.EPOCH;
  private final Watches watches;
  private final ClientWatch client;
  private OwnStatements ofNodes = OwnStatements.NONE;
  private long backlogOfWarmup;
  private long keepNanos;
  private Consumer<Measurement> keep = measured -> {};
  private ConnectionFigures.@Nullable Server beforeConnections;
  private ConnectionFigures.@Nullable Server withConnections;

  RunRecorder(
      Job job,
      CounterReader counters,
      Watches watches,
      Path folder,
      Clock clock,
      LoadEvents events) {
    this.job = job;
    this.watches = watches;
    this.counters = counters;
    this.folder = folder;
    this.clock = clock;
    this.events = events;
    this.client = new ClientWatch(clock);
  }

  /** Reads what shows the cost of connections, if the load has some beside those of its workers. */
  void beforeConnections() throws SQLException {
    beforeConnections = ofConnections();
  }

  private ConnectionFigures.@Nullable Server ofConnections() throws SQLException {
    return job.scenario().load().connections() == null ? null : counters.connections();
  }

  @Nullable ConnectionFigures connections(Measurement measured) {
    ConnectionScenario wanted = job.scenario().load().connections();
    return wanted == null
        ? null
        : ConnectionFigures.of(wanted, measured, beforeConnections, withConnections);
  }

  /** Connections, at most, that workers closed because they had run their number of operations. */
  long renewals(Counts counts) {
    Integer reconnect = job.scenario().load().reconnect();
    return reconnect == null ? 0 : counts.of(Counter.STARTED) / reconnect;
  }

  @Override
  public void connected() throws SQLException {
    withConnections = ofConnections();
    watches.servers().connect();
    counters.before();
    ofNodes = watches.ofNodes();
    watches.servers().first();
    events.begin(job.title());
    client.begin();
  }

  void keepWith(Consumer<Measurement> keeper) {
    keep = keeper;
  }

  @Override
  public void soFar(Supplier<Measurement> measured) {
    long nanos = clock.nanoTime();
    if (nanos >= keepNanos) {
      client.counting(true);
      keep.accept(measured.get());
      // On a grid: a late interval must not delay the next time.
      keepNanos += (1 + (nanos - keepNanos) / KEEP_NANOS) * KEEP_NANOS;
    }
  }

  @Override
  public void measuresFrom(long nanos) {
    startedAt = clock.now().plusNanos(nanos - clock.nanoTime()).truncatedTo(ChronoUnit.MILLIS);
    files = new IntervalFiles(folder, startedAt, job.workload().kinds(job.params()));
    keepNanos = nanos + KEEP_NANOS;
    watches.measuresFrom(nanos, job.scenario().times().intervalSeconds());
  }

  @Override
  public void loadEnded(long nanos) {
    watches.loadEnded(nanos);
  }

  @Override
  public void counting(boolean bound) {
    client.counting(bound);
  }

  @Override
  public void interval(Interval interval) {
    client.interval(interval);
    IntervalResult figures =
        IntervalResult.of(
            interval, job.scenario().times().percentile(), job.scenario().load().scheduled());
    if (!interval.warmup()) {
      intervals.add(figures);
      files().interval(interval, figures);
    } else if (interval.toNanos() == 0) {
      backlogOfWarmup = interval.end().backlog();
    }
    events.interval(figures, interval);
  }

  @Override
  public boolean serversAnswer() {
    return counters.serversAnswer();
  }

  ClientReadings client(long stoodStillNanos) {
    return client.readings(stoodStillNanos);
  }

  @Nullable ServerCounts serverCounts(Measurement measured) {
    if (measured.ending().interrupted() && !measured.ending().problems().isEmpty()) {
      return null; // The user waits, and the server did not answer operations.
    }
    ServerCounters all = counters.growth(measured.ending().interrupted());
    if (all == null) {
      return null;
    }
    ofNodes = watches.ofNodes().since(ofNodes);
    ServerCounters growth = all.less("Com_select", watches.servers().selects(counters.servers()));
    long counted =
        measured.counts().queries() + measured.warmup().queries() + measured.connects().queries();
    return new ServerCounts(
        growth.statements() - ofNodes.least(), counted, new TreeMap<>(growth.values()));
  }

  /** Statements of bmt that the servers may or may not have counted in the run. */
  long uncertainStatements() {
    return watches.servers().statements()
        + (watches.nodes() == null ? 0 : OTHER_STATEMENTS * counters.servers())
        + ofNodes.most()
        - ofNodes.least();
  }

  /** Reason why counters cannot be compared: the server is not the one at the load's start. */
  @Nullable String countersLost() {
    return counters.lost();
  }

  long backlogOfWarmup() {
    return backlogOfWarmup;
  }

  List<IntervalResult> intervals() {
    return List.copyOf(intervals);
  }

  /**
   * Returns true if there are too many intervals, and readings of servers, to be stored during the
   * run.
   */
  boolean hasManyIntervals() {
    return intervals.size() > MOST_KEPT;
  }

  Instant startedAt() {
    return startedAt;
  }

  @Nullable String unstored() {
    return files().failure();
  }

  @Override
  public void close() {
    if (files != null) {
      files.close();
    }
  }

  private IntervalFiles files() {
    return Objects.requireNonNull(files, "the load has begun");
  }
}
