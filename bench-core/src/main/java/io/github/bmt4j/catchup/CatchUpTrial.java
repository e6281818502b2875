package io.github.bmt4j.catchup;

import io.github.bmt4j.catchup.CatchUpResult.CatchUp;
import io.github.bmt4j.catchup.CatchUpResult.Outcome;
import io.github.bmt4j.catchup.CatchUpResult.Point;
import io.github.bmt4j.catchup.CatchUpScenario.Case;
import io.github.bmt4j.catchup.ReplicaCheck.Arrival;
import io.github.bmt4j.catchup.ReplicaCheck.Ending;
import io.github.bmt4j.catchup.Writing.Backlog;
import io.github.bmt4j.clock.Clock;
import io.github.bmt4j.experiment.Context;
import io.github.bmt4j.failure.TargetException;
import io.github.bmt4j.jdbc.Looks;
import io.github.bmt4j.outcome.ErrorPhase;
import io.github.bmt4j.outcome.Failure;
import io.github.bmt4j.preflight.ReplicaState;
import io.github.bmt4j.progress.StopSignal;
import io.github.bmt4j.report.Reason;
import io.github.bmt4j.report.Reason.Code;
import io.github.bmt4j.sampling.PartSeries;
import io.github.bmt4j.sampling.ServerWatch;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.LongToDoubleFunction;
import org.jspecify.annotations.Nullable;

/** Makes backlogs, and times how long the replica takes to catch up. Used by one thread. */
final class CatchUpTrial {
  private static final Duration RECEIVE_PATIENCE = Duration.ofMinutes(10);
  private static final int POLL_MILLIS = 20;
  private static final Duration WATCH_PERIOD = Duration.ofMillis(100);
  private static final int WATCH_PATIENCE_MILLIS = 5_000;
  private static final int MOST_POINTS = 600;

  /** Backlog below which a replica under load has caught up. */
  private static final double CLOSE_SECONDS = 0.5;

  private final CatchUpOrder order;
  private final ReplicaPair pair;
  private final Clock clock;
  private final StopSignal stop;

  /** Problems of loads that ended before a catch-up, and values that the server changed. */
  final Set<String> notes = new LinkedHashSet<>();

  final PartSeries series;
  final Surroundings surroundings;
  private final ReplicaCheck comparison;
  private boolean behind;

  CatchUpTrial(CatchUpOrder order, ReplicaPair pair, Context context) {
    this.order = order;
    this.pair = pair;
    this.clock = context.clock();
    this.stop = context.stop();
    this.series = new PartSeries(order.job().scenario().sampled(), context);
    this.surroundings = new Surroundings(pair, clock);
    this.comparison = new ReplicaCheck(order, pair, clock, stop);
  }

  /**
   * Makes the heartbeat's table, and waits until the replica has it and the load's tables; drops
   * the heartbeat's table if this fails.
   */
  void prepare() throws SQLException, TargetException {
    try (Connection primary = pair.connectPrimary();
        Connection replica = pair.connectReplica()) {
      pair.heartbeat.create(primary);
      surroundings.begin(primary);
      Ending ending = comparison.awaitAll(replica);
      if (ending.outcome() != Outcome.CAUGHT_UP) {
        pair.heartbeat.drop(primary);
        throw new TargetException(
            "the replica has not caught up without a load"
                + (ending.words() == null ? "" : ": " + ending.words()));
      }
    }
  }

  boolean isBehind() {
    return behind;
  }

  Backlog keptBacklog() throws TargetException, SQLException {
    try (Connection replica = pair.connectReplica()) {
      Backlog backlog = backlog(replica);
      awaitReceived(replica, backlog.position());
      pair.keep();
      return backlog;
    }
  }

  CatchUp replay(Case one, Backlog backlog) throws TargetException, SQLException {
    pair.replay(one.setting());
    try (Connection replica = pair.connectReplica()) {
      notes.addAll(Surroundings.notes(one.setting(), replica));
      pair.startReceiving(replica);
      awaitReceived(replica, backlog.position());
      return timed(one, replica, backlog, null);
    }
  }

  /** Makes a new backlog for a catch-up; the load ends before it, or continues. */
  CatchUp perform(Case one) throws TargetException, SQLException {
    pair.restart(one.setting());
    try (Connection replica = pair.connectReplica()) {
      notes.addAll(Surroundings.notes(one.setting(), replica));
      if (order.scenario().duringLoad()) {
        return underLoad(one, replica);
      }
      Backlog backlog = backlog(replica);
      if (!order.scenario().needsReceiving()) {
        awaitReceived(replica, backlog.position());
      }
      return timed(one, replica, backlog, null);
    }
  }

  private CatchUp underLoad(Case one, Connection replica) throws TargetException, SQLException {
    try (Writing writing = new Writing(order, pair, clock, stop)) {
      long stopped = writing.fallBehind(replica);
      return timed(one, replica, writing.backlog(stopped), writing);
    }
  }

  private Backlog backlog(Connection replica) throws TargetException, SQLException {
    try (Writing writing = new Writing(order, pair, clock, stop)) {
      long stopped = writing.fallBehind(replica);
      writing.close();
      writing.problems().forEach(problem -> notes.add(problem.text()));
      return writing.backlog(stopped);
    }
  }

  private void awaitReceived(Connection replica, String position)
      throws SQLException, TargetException {
    long end = clock.nanoTime() + RECEIVE_PATIENCE.toNanos();
    while (!pair.hasReceived(replica, position)) {
      ReplicaState.Source state = pair.state(replica);
      if (clock.nanoTime() > end || !state.error().isEmpty() || stop.given()) {
        throw new TargetException(
            stop.given()
                ? "stopped while the replica received"
                : "the replica does not receive what the primary has written: "
                    + pair.error(replica, state));
      }
      clock.sleepUntil(clock.nanoTime() + POLL_MILLIS * 1_000_000L, stop::given);
    }
  }

  private CatchUp timed(Case one, Connection replica, Backlog backlog, @Nullable Writing writing)
      throws SQLException, TargetException {
    LongToDoubleFunction remaining = writing == null ? backlog::behind : writing::behind;
    Double diskMs = surroundings.diskMillis();
    surroundings.look();
    // Opening its connections takes time, in which a continuing load adds to the backlog.
    try (ServerWatch servers =
        series.begin(CatchUpJudgement.setting(one.setting()), pair.sampled())) {
      long transactions = pair.lacks(replica, backlog.position());
      double seconds = remaining.applyAsDouble(pair.heartbeat.read(replica));
      Instant at = clock.now();
      long began = clock.nanoTime();
      startApplying(replica);
      try (Looks<Point> watch = watch(began, remaining)) {
        Arrival arrival =
            writing == null
                ? comparison.at(replica, backlog.position(), began)
                : () -> hardlyBehind(watch);
        Ending ending =
            comparison.await(
                replica,
                arrival,
                began,
                order.scenario().giveUp(),
                order.scenario().needsReceiving());
        servers.loadEnded(began, began, clock.nanoTime());
        List<Reason> problems = new ArrayList<>(surroundings.problems());
        if (writing != null) {
          writing.judge();
          writing.close();
          problems.addAll(writing.problems());
        }
        problems.addAll(writing == null ? backlog.gaps() : writing.gaps());
        String checksums = checksums(one, replica, ending.outcome(), problems);
        List<Point> curve = curve(seconds, watch.all(), ending);
        return new CatchUp(
            one.setting(),
            one.round(),
            at,
            ending.outcome(),
            seconds,
            backlog.stopSeconds(),
            transactions,
            ending.elapsedSeconds(),
            curve.get(curve.size() - 1).remainingSeconds(),
            diskMs,
            ending.claimedSeconds(),
            checksums,
            ending.words(),
            curve,
            problems);
      }
    }
  }

  /**
   * Polls the replica's heartbeat while it catches up; times of points count from {@code began}.
   */
  private Looks<Point> watch(long began, LongToDoubleFunction remaining) {
    return new Looks<>(
        "bmt-catch-up",
        () -> pair.toReplica.connect(WATCH_PATIENCE_MILLIS),
        connection -> {
          long shown = pair.heartbeat.read(connection.get());
          double seconds = (clock.nanoTime() - began) / 1e9;
          return new Point(seconds, remaining.applyAsDouble(shown));
        },
        WATCH_PERIOD,
        MOST_POINTS,
        clock);
  }

  /** Starts the applier; a connection lost by then is reported by the wait. */
  private void startApplying(Connection replica) throws SQLException {
    try {
      pair.startApplying(replica);
    } catch (SQLException e) {
      if (!Failure.of(e, ErrorPhase.STATEMENT).connectionLost()) {
        throw e;
      }
    }
  }

  /** The moment at which a replica under load was hardly behind; absent until then. */
  private @Nullable Double hardlyBehind(Looks<Point> watch) {
    clock.sleepUntil(
        clock.nanoTime() + ReplicaCheck.SLICE.toNanos(),
        () -> stop.given() || isHardlyBehind(watch.latest()));
    Point last = watch.latest();
    return last != null && isHardlyBehind(last) ? (Double) last.seconds() : null;
  }

  private static boolean isHardlyBehind(@Nullable Point look) {
    return look != null && look.remainingSeconds() <= CLOSE_SECONDS;
  }

  private List<Point> curve(double backlog, List<Point> looks, Ending ending) {
    List<Point> curve = new ArrayList<>(List.of(new Point(0, backlog)));
    looks.stream().filter(look -> look.seconds() <= ending.elapsedSeconds()).forEach(curve::add);
    boolean empty = !order.scenario().duringLoad() && ending.outcome() == Outcome.CAUGHT_UP;
    double last = empty ? 0 : curve.get(curve.size() - 1).remainingSeconds();
    curve.add(new Point(ending.elapsedSeconds(), last));
    return curve;
  }

  /**
   * Tables that differ when the replica has everything; absent if it lacks something.
   *
   * @param problems receives reasons why the catch-up may not be used
   */
  private @Nullable String checksums(
      Case one, Connection replica, Outcome outcome, List<Reason> problems) {
    boolean late = outcome == Outcome.GAVE_UP;
    if (late ? order.scenario().sameBacklog() : outcome != Outcome.CAUGHT_UP) {
      return null;
    }
    if (order.scenario().duringLoad() || late) {
      Ending all = comparison.awaitAll(replica);
      behind = all.outcome() != Outcome.CAUGHT_UP;
      if (all.words() != null) {
        problems.add(
            Code.REPLICATION_FAILED.of("replication broke after the load: " + all.words()));
      } else if (behind && stop.given()) {
        problems.add(ReplicaCheck.INTERRUPTED);
      } else if (behind) {
        notes.add(
            CatchUpJudgement.name(one)
                + ": the replica did not catch up after the load either: tables were not compared,"
                + " and no further round is made");
      }
    }
    return behind ? null : comparison.checksums(problems);
  }
}
