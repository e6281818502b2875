package io.github.bmt4j.catchup;

import io.github.bmt4j.catchup.CatchUpResult.Point;
import io.github.bmt4j.clock.Clock;
import io.github.bmt4j.clock.Rounds;
import io.github.bmt4j.jdbc.StraightConnection;
import io.github.bmt4j.load.run.TargetErrors;
import io.github.bmt4j.preflight.ReplicaState;
import io.github.bmt4j.replication.HeartbeatTable;
import io.github.bmt4j.replication.HeartbeatTable.Beat;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Polls a replica that catches up, ten times a second at first, over its own connection. */
final class ReplicaWatch implements AutoCloseable {
  private static final Duration PERIOD = Duration.ofMillis(100);
  private static final int LOOKS_TO_A_STATE = 5;
  private static final int MOST_POINTS = 600;
  private static final int PATIENCE_MILLIS = 5_000;
  private static final long LOST_NANOS = 10_000_000_000L;
  private static final long STOPPED_NANOS = 5_000_000_000L;

  private final ReplicaPair pair;
  private final Clock clock;
  private final Remaining remaining;
  private final long startNanos;
  private final StraightConnection connection;
  private final List<Point> curve = new ArrayList<>();
  private final Rounds rounds;
  private Duration period = PERIOD;
  private long looks;
  private @Nullable Long claimed;
  private String stopped = "";
  private boolean broken;
  private @Nullable Long stoppedNanos;
  private long answeredNanos;
  private String silence = "";

  /** The backlog of a replica that shows a beat. */
  interface Remaining {
    /**
     * The backlog, in s.
     *
     * @param askedNanos when the replica was asked
     * @param answeredNanos when it had answered
     */
    double seconds(Beat shown, long askedNanos, long answeredNanos);
  }

  /**
   * Starts polling.
   *
   * @param startNanos start of the times of points, on the clock
   */
  ReplicaWatch(ReplicaPair pair, Clock clock, long startNanos, Remaining remaining) {
    this.pair = pair;
    this.clock = clock;
    this.remaining = remaining;
    this.startNanos = startNanos;
    this.answeredNanos = startNanos;
    this.connection = new StraightConnection(() -> pair.toReplica().connect(PATIENCE_MILLIS));
    this.rounds = new Rounds("bmt-catch-up", this::look, connection::drop, PERIOD, clock);
  }

  private void look() {
    try {
      Connection open = connection.get();
      long asked = clock.nanoTime();
      Beat shown = HeartbeatTable.read(open);
      long answered = clock.nanoTime();
      add(new Point((answered - startNanos) / 1e9, remaining.seconds(shown, asked, answered)));
      if (looks++ % LOOKS_TO_A_STATE == 0 || stoppedNanos != null) {
        ReplicaState.Source state = pair.state(open);
        note(state, pair.runs(state) ? "" : pair.error(open, state));
      }
      heard("", clock.nanoTime());
    } catch (SQLException e) {
      connection.drop();
      heard(TargetErrors.words(e), answeredNanos);
    }
  }

  private synchronized void heard(String failure, long lastNanos) {
    silence = failure;
    answeredNanos = lastNanos;
  }

  private synchronized void add(Point point) {
    curve.add(point);
    if (curve.size() > MOST_POINTS) {
      List<Point> half = new ArrayList<>();
      for (int i = 0; i < curve.size(); i += 2) {
        half.add(curve.get(i));
      }
      curve.clear();
      curve.addAll(half);
      period = period.multipliedBy(2);
      rounds.every(period);
    }
  }

  private synchronized void note(ReplicaState.Source state, String error) {
    Long now = state.claimedSeconds();
    if (now != null) {
      claimed = claimed == null ? now : (Long) Math.max(claimed, now);
    }
    if (pair.runs(state)) {
      stoppedNanos = null;
      stopped = "";
      broken = false;
      return;
    }
    long looked = clock.nanoTime();
    long since = stoppedNanos == null ? looked : stoppedNanos;
    stoppedNanos = since;
    stopped = words(error);
    // A receiver that has lost the primary tries again; an applier with an error does not.
    broken = looked - since >= STOPPED_NANOS || (!state.applies() && !error.isEmpty());
  }

  /** The server's error, or words for none. */
  static String words(String error) {
    return error.isEmpty() ? "replication is stopped, and the server gives no error" : error;
  }

  /** Why replication did not run at the last look; "" where it ran. */
  synchronized String stopped() {
    return stopped;
  }

  /**
   * Why replication has ended: an error of applying, or what has kept it from running for 5 s; ""
   * while it runs.
   */
  synchronized String broken() {
    return broken ? stopped : "";
  }

  /** Why the replica has not answered for some seconds; "" where it has. */
  synchronized String lost() {
    return clock.nanoTime() - answeredNanos > LOST_NANOS ? silence : "";
  }

  /** The last point; absent before the first. */
  synchronized @Nullable Point last() {
    return curve.isEmpty() ? null : curve.get(curve.size() - 1);
  }

  /** The points so far. */
  synchronized List<Point> curve() {
    return List.copyOf(curve);
  }

  /** The largest lag that the replica claimed, in s; absent if it claimed none. */
  synchronized @Nullable Long claimed() {
    return claimed;
  }

  @Override
  public void close() {
    rounds.close();
  }
}
