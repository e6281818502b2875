package io.github.bmt4j.load.nodes;

import io.github.bmt4j.clock.Clock;
import io.github.bmt4j.endpoint.EndpointServer;
import io.github.bmt4j.endpoint.TargetErrors;
import io.github.bmt4j.jdbc.ServerFacts;
import io.github.bmt4j.jdbc.Sql;
import io.github.bmt4j.jdbc.StraightConnection;
import io.github.bmt4j.progress.StopSignal;
import io.github.bmt4j.replication.Beats;
import io.github.bmt4j.replication.Heartbeat;
import io.github.bmt4j.replication.HeartbeatTable;
import io.github.bmt4j.replication.ReplicaWait;
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
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Waits, after a load, until every node has every acknowledged write: on all nodes at once, with a
 * server function that blocks until then, or without such a function by polling for the heartbeat.
 */
final class Convergence implements AutoCloseable {
  static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final long POLL_NANOS = 5_000_000;

  /** Time for the answer in addition to the limit of the wait itself. */
  private static final int ANSWER_MILLIS = 5_000;

  private final AllNodes all;
  private final Map<String, StraightConnection> writers = new LinkedHashMap<>();
  private final HeartbeatTable table;
  private final Beats beats;
  private final Clock clock;
  private final StopSignal stop;
  private final @Nullable ReplicaWait wait;
  private final List<String> failures = Collections.synchronizedList(new ArrayList<>());
  private final AtomicLong resolutionNanos = new AtomicLong();

  Convergence(AllNodes all, List<EndpointServer> writers, Heartbeat heartbeat) {
    this.all = all;
    this.table = heartbeat.table();
    this.beats = heartbeat.beats();
    this.clock = all.clock();
    this.stop = all.stop();
    for (EndpointServer writer : writers) {
      this.writers.put(
          writer.identity().server(),
          new StraightConnection(() -> writer.connector().connect(ANSWER_MILLIS)));
    }
    Stream<EndpointServer> servers = all.nodes().stream().map(NodeQuery::server);
    this.wait = wait(Stream.concat(writers.stream(), servers), writers.size()).orElse(null);
  }

  private static Optional<ReplicaWait> wait(Stream<EndpointServer> servers, int writers) {
    Set<Optional<ReplicaWait>> found =
        servers.map(server -> of(server.facts())).collect(Collectors.toSet());
    return found.size() > 1
        ? Optional.empty()
        : found.iterator().next().filter(one -> one != ReplicaWait.MARIADB || writers == 1);
  }

  private static Optional<ReplicaWait> of(ServerFacts facts) {
    return facts.variables().containsKey("aurora_version")
        ? Optional.empty()
        : ReplicaWait.of(facts);
  }

  String method() {
    return wait == null ? "heartbeat" : wait.function();
  }

  void ready() throws SQLException {
    for (StraightConnection writer : writers.values()) {
      writer.get();
    }
  }

  void await(long endNanos) {
    long untilNanos = clock.nanoTime() + PATIENCE.toNanos();
    try {
      String position = position();
      // The first beat after the end.
      long beat = beats.begun() + 1;
      long periodNanos = wait == null ? Heartbeat.PERIOD.toNanos() : 0;
      resolutionNanos.set(clock.nanoTime() + periodNanos - endNanos);
      all.each(
          node -> {
            boolean source = writers.keySet().equals(Set.of(node.server().identity().server()));
            if (source) {
              node.converged(0.0);
            } else if (isThere(node, position, beat, untilNanos, endNanos)) {
              node.converged(tenths(clock.nanoTime() - endNanos));
            } else if (!stop.given()) {
              node.converged(null);
            }
          },
          failures::add);
    } catch (SQLException | RuntimeException e) {
      failures.add("the position of the last write: " + TargetErrors.words(e));
    }
  }

  private static double tenths(long nanos) {
    return Math.round(nanos / 1e5) / 10.0;
  }

  private String position() throws SQLException {
    if (wait == null) {
      return "";
    }
    List<String> positions = new ArrayList<>();
    for (StraightConnection writer : writers.values()) {
      positions.add(wait.position(writer.fresh()));
    }
    return wait.latest(positions);
  }

  private boolean isThere(
      NodeQuery node, String position, long beat, long untilNanos, long endNanos)
      throws SQLException {
    long openedNanos = clock.nanoTime();
    Connection connection = node.afterwards().fresh();
    long askedNanos = clock.nanoTime();
    // Checking or opening the connection took at least one round trip; the first answer takes as
    // long.
    long answeredNanos = askedNanos + (askedNanos - openedNanos);
    resolutionNanos.accumulateAndGet(answeredNanos - endNanos, Math::max);
    if (wait != null) {
      connection.setNetworkTimeout(Runnable::run, (int) PATIENCE.toMillis() + ANSWER_MILLIS);
      boolean there =
          wait.await(
              connection, position, Duration.ofNanos(Math.max(1, untilNanos - clock.nanoTime())));
      if (there && wait == ReplicaWait.GALERA) {
        // The function returns when the last transaction is about to commit.
        Sql.execute(connection, "SET SESSION wsrep_sync_wait = 1");
      }
      return there;
    }
    while (table.read(connection) < beat) {
      if (clock.nanoTime() >= untilNanos || stop.given()) {
        return false;
      }
      clock.sleepUntil(clock.nanoTime() + POLL_NANOS, stop::given);
    }
    return true;
  }

  @Nullable Double convergedMs() {
    List<Double> known =
        all.nodes().stream().map(NodeQuery::convergedMs).filter(Objects::nonNull).toList();
    return known.size() < all.nodes().size() ? null : Collections.max(known);
  }

  double resolutionMs() {
    return tenths(resolutionNanos.get());
  }

  List<String> failures() {
    return List.copyOf(failures);
  }

  @Override
  public void close() {
    writers.values().forEach(StraightConnection::abort);
  }
}
