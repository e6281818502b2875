package io.github.bmt4j.catchup;

import io.github.bmt4j.catchup.CatchUpResult.Point;
import io.github.bmt4j.clock.Clock;
import io.github.bmt4j.clock.Rounds;
import io.github.bmt4j.jdbc.StraightConnection;
import io.github.bmt4j.replication.HeartbeatTable;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongToDoubleFunction;
import org.jspecify.annotations.Nullable;

/**
 * Polls the heartbeat of a replica that catches up, ten times a second at first, over its own
 * connection.
 */
final class ReplicaWatch implements AutoCloseable {
  private static final Duration PERIOD = Duration.ofMillis(100);
  private static final int MOST_POINTS = 600;
  private static final int PATIENCE_MILLIS = 5_000;

  private final Clock clock;
  private final LongToDoubleFunction remaining;
  private final long startNanos;
  private final StraightConnection connection;
  private final List<Point> curve = new ArrayList<>();
  private final Rounds rounds;
  private Duration period = PERIOD;

  /**
   * Starts polling.
   *
   * @param startNanos start of the times of points, on the clock
   * @param remaining the backlog of a replica that shows a beat, in s
   */
  ReplicaWatch(ReplicaPair pair, Clock clock, long startNanos, LongToDoubleFunction remaining) {
    this.clock = clock;
    this.remaining = remaining;
    this.startNanos = startNanos;
    this.connection = new StraightConnection(() -> pair.toReplica().connect(PATIENCE_MILLIS));
    this.rounds = new Rounds("bmt-catch-up", this::look, connection::drop, PERIOD, clock);
  }

  private void look() {
    try {
      long shown = HeartbeatTable.read(connection.get());
      double seconds = (clock.nanoTime() - startNanos) / 1e9;
      add(new Point(seconds, remaining.applyAsDouble(shown)));
    } catch (SQLException e) {
      connection.drop();
    }
  }

  private synchronized void add(Point point) {
    curve.add(point);
    if (curve.size() > MOST_POINTS) {
      for (int i = curve.size() - 1; i > 0; i -= 2) {
        curve.remove(i);
      }
      period = period.multipliedBy(2);
      rounds.every(period);
    }
  }

  synchronized @Nullable Point last() {
    return curve.isEmpty() ? null : curve.get(curve.size() - 1);
  }

  synchronized List<Point> curve() {
    return List.copyOf(curve);
  }

  @Override
  public void close() {
    rounds.close();
  }
}
