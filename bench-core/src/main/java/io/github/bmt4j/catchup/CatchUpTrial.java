package io.github.bmt4j.catchup;

import io.github.bmt4j.catchup.CatchUpOrder.Case;
import io.github.bmt4j.catchup.CatchUpResult.CatchUp;
import io.github.bmt4j.catchup.CatchUpResult.Outcome;
import io.github.bmt4j.catchup.CatchUpResult.Point;
import io.github.bmt4j.clock.Clock;
import io.github.bmt4j.experiment.Context;
import io.github.bmt4j.failure.TargetException;
import io.github.bmt4j.load.run.TargetErrors;
import io.github.bmt4j.preflight.ReplicaState;
import io.github.bmt4j.progress.StopSignal;
import io.github.bmt4j.replication.HeartbeatTable;
import io.github.bmt4j.server.Waiting;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Makes backlogs, and times how long the replica takes to catch up. Used by one thread. */
final class CatchUpTrial {
  private static final Duration RECEIVE_PATIENCE = Duration.ofMinutes(10);
  private static final Duration FIRST_BEAT_PATIENCE = Duration.ofSeconds(30);
  private static final Duration CLOSE_PATIENCE = Duration.ofSeconds(1);
  private static final int POLL_MILLIS = 20;

  /** Backlog below which a replica under load has caught up. */
  private static final double CLOSE_SECONDS = 0.5;

  private final CatchUpOrder order;
  private final ReplicaPair pair;
  private final Clock clock;
  private final StopSignal stop;
  private final Set<String> notes = new LinkedHashSet<>();
  private final Surroundings surroundings;
  private final Comparison comparison;
  private boolean behind;

  /**
   * A backlog that waits to be applied.
   *
   * @param lastMicros time of the primary's last heartbeat
   * @param position of the primary after it
   * @param stopSeconds from the stop of applying to that heartbeat
   * @param gaps why it has less to apply than its length claims
   */
  record Backlog(long lastMicros, String position, double stopSeconds, List<String> gaps) {
    /** See {@link ReplicaWatch.Remaining}. */
    double behind(HeartbeatTable.Beat shown, long askedNanos, long answeredNanos) {
      return (lastMicros - shown.atMicros()) / 1e6;
    }
  }

  /** The end of a wait for the replica. */
  private record Ending(Outcome outcome, double elapsedSeconds, @Nullable String words) {
    boolean ofApplying() {
      return outcome == Outcome.CAUGHT_UP || outcome == Outcome.GAVE_UP;
    }
  }

  CatchUpTrial(CatchUpOrder order, ReplicaPair pair, Context context) {
    this.order = order;
    this.pair = pair;
    this.clock = context.clock();
    this.stop = context.stop();
    this.surroundings = new Surroundings(pair, clock);
    this.comparison = new Comparison(order, pair, clock, stop);
  }

  /**
   * Makes the heartbeat's table, and waits until the replica has it and the load's tables; drops it
   * again where this fails.
   */
  void prepare() throws SQLException, TargetException {
    try (Connection primary = pair.connectPrimary();
        Connection replica = pair.connectReplica()) {
      HeartbeatTable.make(primary);
      surroundings.begin(primary);
      Comparison.Waited waited = comparison.awaitAll(replica);
      if (waited.arrival() != Comparison.Arrival.COMPLETE) {
        HeartbeatTable.drop(primary);
        throw new TargetException(
            "the replica has not caught up without a load"
                + (waited.words().isEmpty() ? "" : ": " + waited.words()));
      }
    }
  }

  /** Returns true if the replica was behind when the last wait for it ended. */
  boolean isBehind() {
    return behind;
  }

  /** External influences on the catch-ups. */
  Surroundings surroundings() {
    return surroundings;
  }

  /** Problems of loads that ended before a catch-up, and settings that the server changed. */
  Set<String> notes() {
    return notes;
  }

  /** Makes a backlog, and keeps the replica's data with it. */
  Backlog keptBacklog() throws TargetException, SQLException {
    try (Connection replica = pair.connectReplica()) {
      Backlog backlog = backlog(replica);
      awaitReceived(replica, backlog.position());
      pair.keep();
      return backlog;
    }
  }

  /** Replays the kept backlog with a setting. */
  CatchUp replay(Case one, Backlog backlog) throws TargetException, SQLException {
    pair.replay(one.setting());
    try (Connection replica = pair.connectReplica()) {
      notes.addAll(InForce.notes(one.setting(), replica));
      pair.startReceiving(replica);
      awaitReceived(replica, backlog.position());
      return timed(one, replica, backlog, backlog::behind, null);
    }
  }

  /** Makes a new backlog for a catch-up; the load ends before it, or continues. */
  CatchUp perform(Case one) throws TargetException, SQLException {
    pair.restart(one.setting());
    try (Connection replica = pair.connectReplica()) {
      notes.addAll(InForce.notes(one.setting(), replica));
      if (order.duringLoad()) {
        return underLoad(one, replica);
      }
      Backlog backlog = backlog(replica);
      if (!order.needsReceiving()) {
        awaitReceived(replica, backlog.position());
      }
      return timed(one, replica, backlog, backlog::behind, null);
    }
  }

  private CatchUp underLoad(Case one, Connection replica) throws TargetException, SQLException {
    try (Writing writing = new Writing(pair, clock)) {
      long stopped = fallBehind(replica, writing);
      return timed(
          one,
          replica,
          ended(stopped, writing),
          (shown, asked, answered) ->
              writing.heartbeat().lagNanos(shown.number(), asked, answered) / 1e9,
          writing);
    }
  }

  /** Makes a backlog, and ends its load. */
  private Backlog backlog(Connection replica) throws TargetException, SQLException {
    try (Writing writing = new Writing(pair, clock)) {
      long stopped = fallBehind(replica, writing);
      writing.close();
      notes.addAll(writing.problems());
      return ended(stopped, writing);
    }
  }

  /**
   * Lets the load run on the primary while nothing is applied on the replica.
   *
   * @return when the stop of applying was requested, on the clock
   */
  private long fallBehind(Connection replica, Writing writing)
      throws TargetException, SQLException {
    boolean shown =
        Waiting.until(
            FIRST_BEAT_PATIENCE, POLL_MILLIS, () -> stop.given() || writing.shownBy(replica));
    if (!shown) {
      throw new TargetException(
          "the replica does not show the heartbeat of the primary within "
              + FIRST_BEAT_PATIENCE.toSeconds()
              + " s: it is behind already, or does not replicate this database");
    }
    writing.load(order.job(), stop);
    // What the replica is behind already belongs to the backlog; it may be behind all the time.
    Waiting.until(CLOSE_PATIENCE, 1, () -> stop.given() || writing.shownBy(replica));
    long stopped = clock.nanoTime(); // The server needs up to some tenths of a second to answer.
    pair.stopApplying(replica);
    clock.sleepUntil(stopped + order.backlog().toNanos(), stop::given);
    if (stop.given()) {
      throw new TargetException("stopped while the backlog was made");
    }
    writing.judge(order.backlog());
    return stopped;
  }

  /** The backlog up to the primary's present position. */
  private Backlog ended(long stopped, Writing writing) throws SQLException {
    double stopSeconds = (clock.nanoTime() - stopped) / 1e9;
    try (Connection primary = pair.connectPrimary()) {
      return new Backlog(
          HeartbeatTable.read(primary).atMicros(),
          pair.waiting().position(primary),
          stopSeconds,
          List.copyOf(writing.gaps()));
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

  /**
   * Times a catch-up.
   *
   * @param writing that continues meanwhile; absent without
   */
  private CatchUp timed(
      Case one,
      Connection replica,
      Backlog backlog,
      ReplicaWatch.Remaining remaining,
      @Nullable Writing writing)
      throws SQLException, TargetException {
    Double diskMs = pair.diskMillis(clock);
    Started started = new Started();
    surroundings.look();
    long transactions = pair.lacks(replica, backlog.position());
    double seconds = started.now(replica, remaining);
    pair.startApplying(replica);
    try (ReplicaWatch watch = new ReplicaWatch(pair, clock, started.nanos, remaining)) {
      Ending ending =
          writing == null
              ? awaited(replica, backlog.position(), watch, started.nanos)
              : closed(watch, started.nanos);
      Double cpu = started.cpuSeconds();
      List<String> problems = new ArrayList<>(surroundings.problems());
      problems.addAll(backlog.gaps());
      if (writing != null) {
        problems.addAll(problems(writing));
      }
      String checksums = checksums(one, replica, ending, writing != null, problems);
      List<Point> curve = curve(seconds, watch.curve(), ending, writing == null);
      return new CatchUp(
          one.setting(),
          one.round(),
          started.at,
          ending.outcome(),
          seconds,
          backlog.stopSeconds(),
          transactions,
          ending.elapsedSeconds(),
          curve.get(curve.size() - 1).remainingSeconds(),
          cpu,
          diskMs,
          watch.claimed(),
          checksums,
          ending.words(),
          curve,
          problems);
    }
  }

  private static List<Point> curve(
      double backlog, List<Point> looks, Ending ending, boolean mayEmpty) {
    List<Point> curve = new ArrayList<>(List.of(new Point(0, backlog)));
    looks.stream().filter(look -> look.seconds() <= ending.elapsedSeconds()).forEach(curve::add);
    boolean empty = mayEmpty && ending.outcome() == Outcome.CAUGHT_UP;
    double last = empty ? 0 : curve.get(curve.size() - 1).remainingSeconds();
    curve.add(new Point(ending.elapsedSeconds(), last));
    return curve;
  }

  /** Waits with the server's own function until it has a position. */
  private Ending awaited(Connection replica, String position, ReplicaWatch watch, long beganNanos) {
    try {
      while (true) {
        boolean there = pair.waiting().await(replica, position, Comparison.SLICE);
        double elapsed = (clock.nanoTime() - beganNanos) / 1e9;
        if (there) {
          return new Ending(Outcome.CAUGHT_UP, elapsed, null);
        }
        Ending early = early(watch, elapsed);
        if (early != null) {
          return early;
        }
      }
    } catch (SQLException e) {
      double elapsed = (clock.nanoTime() - beganNanos) / 1e9;
      return new Ending(Outcome.LOST, elapsed, TargetErrors.words(e));
    }
  }

  private @Nullable Ending early(ReplicaWatch watch, double elapsed) {
    boolean over = elapsed >= order.giveUp().toMillis() / 1e3;
    String broken = over ? watch.stopped() : watch.broken();
    if (!broken.isEmpty()) {
      return new Ending(Outcome.BROKEN, elapsed, broken);
    }
    if (!watch.lost().isEmpty()) {
      return new Ending(Outcome.LOST, elapsed, watch.lost());
    }
    if (stop.given()) {
      return new Ending(Outcome.INTERRUPTED, elapsed, null);
    }
    return over ? new Ending(Outcome.GAVE_UP, elapsed, null) : null;
  }

  /** Waits, under load, until the replica is hardly behind. */
  private Ending closed(ReplicaWatch watch, long beganNanos) {
    Ending ending = null;
    while (ending == null) {
      clock.sleepUntil(clock.nanoTime() + POLL_MILLIS * 1_000_000L, stop::given);
      Point last = watch.last();
      ending =
          last != null && last.remainingSeconds() <= CLOSE_SECONDS
              ? new Ending(Outcome.CAUGHT_UP, last.seconds(), null)
              : early(watch, (clock.nanoTime() - beganNanos) / 1e9);
    }
    return ending;
  }

  /** Ends the load; the problems of what it did since the backlog was complete. */
  private List<String> problems(Writing writing) {
    int before = writing.gaps().size();
    writing.judge(order.backlog());
    writing.close();
    List<String> problems = new ArrayList<>(writing.gaps());
    problems.subList(0, before).clear();
    problems.addAll(writing.problems());
    return problems;
  }

  /**
   * Tables that differ when the replica has everything; absent where it does not have it.
   *
   * @param problems gets why the catch-up may not be used
   */
  private @Nullable String checksums(
      Case one, Connection replica, Ending ending, boolean duringLoad, List<String> problems) {
    boolean late = ending.outcome() == Outcome.GAVE_UP;
    if (!ending.ofApplying() || (late && order.sameBacklog())) {
      return null;
    }
    if (duringLoad || late) {
      Comparison.Waited waited = comparison.awaitAll(replica);
      behind = waited.arrival() != Comparison.Arrival.COMPLETE;
      if (waited.arrival() == Comparison.Arrival.BROKEN) {
        problems.add("replication broke after the load: " + waited.words());
      } else if (behind && stop.given()) {
        problems.add(Comparison.INTERRUPTED);
      } else if (behind) {
        notes.add(
            CatchUpJudgement.name(one)
                + ": the replica did not catch up after the load either: tables were not compared,"
                + " and no further round is made");
      }
    }
    return behind ? null : comparison.checksums(problems);
  }

  /** Readings just before applying starts, and the time of the start. */
  private final class Started {
    private final @Nullable Duration processor = pair.processorTime().orElse(null);
    private Instant at = Instant.EPOCH;
    private long nanos;

    /** Starts the timing; returns the backlog at this moment, in s. */
    double now(Connection replica, ReplicaWatch.Remaining remaining) throws SQLException {
      long asked = clock.nanoTime();
      HeartbeatTable.Beat shown = HeartbeatTable.read(replica);
      at = clock.now();
      nanos = clock.nanoTime();
      return remaining.seconds(shown, asked, nanos);
    }

    @Nullable Double cpuSeconds() {
      Duration before = processor;
      return before == null
          ? null
          : pair.processorTime().map(now -> now.minus(before).toNanos() / 1e9).orElse(null);
    }
  }
}
