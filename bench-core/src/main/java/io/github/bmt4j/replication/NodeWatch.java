package io.github.bmt4j.replication;

import io.github.bmt4j.clock.Clock;
import io.github.bmt4j.clock.Percentiles;
import io.github.bmt4j.clock.Rounds;
import io.github.bmt4j.clock.Times;
import io.github.bmt4j.jdbc.StraightConnection;
import java.sql.SQLException;
import java.time.Duration;
import org.HdrHistogram.Histogram;

/**
 * Polls the heartbeat of one node over its own connection, from its own thread.
 *
 * <p>The lag of an answer is {@link Beats#lagNanos}. A query that takes longer than {@link #SILENT}
 * counts as a lag of at least its duration.
 */
public final class NodeWatch implements AutoCloseable {
  /** From the start of a query to the start of the next. */
  public static final Duration PERIOD = Duration.ofMillis(50);

  /** The same at the server that takes the heartbeat, and lacks nothing that it acknowledged. */
  public static final Duration SOURCE_PERIOD = Duration.ofMillis(250);

  /** Time without an answer after which a node is silent. */
  public static final Duration SILENT = Duration.ofMillis(500);

  private static final int DIGITS = 3;

  private final StraightConnection connection;
  private final Beats beats;
  private final long periodNanos;
  private final Clock clock;
  private final Rounds rounds;
  private final Histogram lags = new Histogram(DIGITS);
  private long recentNanos = -1;
  private long silenceNanos;
  private long queries;
  private long fromNanos = Long.MAX_VALUE;
  private long untilNanos = Long.MAX_VALUE;
  private volatile long askedNanos = Long.MAX_VALUE;

  /** Moment on the clock at which the first query since the last answer was sent. */
  private long silentSinceNanos = Long.MAX_VALUE;

  public NodeWatch(
      String name, StraightConnection.Opening opening, Beats beats, Duration period, Clock clock) {
    this.connection = new StraightConnection(opening);
    this.beats = beats;
    this.periodNanos = period.toNanos();
    this.clock = clock;
    this.rounds = new Rounds("bmt-watch-" + name, this::ask, connection::drop, period, clock);
  }

  /** Lags count from a moment on the clock; before that, none does. */
  public synchronized void countFrom(long nanos) {
    fromNanos = nanos;
  }

  /** Queries that are sent after a moment on the clock do not count. */
  public synchronized void countUntil(long nanos) {
    untilNanos = nanos;
  }

  private void ask() {
    long start = clock.nanoTime();
    askedNanos = start;
    long shown = -1;
    try {
      shown = HeartbeatTable.read(connection.get());
    } catch (SQLException e) {
      connection.drop();
    }
    ended(shown, start, clock.nanoTime());
    askedNanos = Long.MAX_VALUE;
  }

  private synchronized void ended(long shown, long start, long end) {
    queries++;
    long since = Math.min(silentSinceNanos, start);
    long silence = silence(since, end);
    silenceNanos = Math.max(silenceNanos, silence);
    silentSinceNanos = shown < 0 ? since : Long.MAX_VALUE;
    if (shown >= 0 && end >= fromNanos && since <= untilNanos) {
      long lag = Math.max(beats.lagNanos(shown, start, end), silence);
      // Queries that were not sent meanwhile would have waited, each a little less.
      lags.recordValueWithExpectedInterval(lag, silence > 0 ? periodNanos : 0);
      recentNanos = Math.max(recentNanos, lag);
    }
  }

  /** Time for which the node was silent, in ns; 0 for less than {@link #SILENT}. */
  private long silence(long sinceNanos, long toNanos) {
    if (sinceNanos > untilNanos || sinceNanos == Long.MAX_VALUE || fromNanos == Long.MAX_VALUE) {
      return 0;
    }
    long nanos = toNanos - Math.max(sinceNanos, fromNanos);
    return nanos < SILENT.toNanos() ? 0 : nanos;
  }

  /** The largest lag since this was called last, in ns; -1 when the node has not answered since. */
  public synchronized long takeLargestNanos() {
    long largest = recentNanos;
    recentNanos = -1;
    return largest;
  }

  public synchronized Times lags() {
    return Percentiles.times(lags, 0);
  }

  /** The longest time without an answer, in ns, until now; 0 for less than {@link #SILENT}. */
  public synchronized long silenceNanos() {
    long since = Math.min(silentSinceNanos, askedNanos);
    return Math.max(silenceNanos, silence(since, clock.nanoTime()));
  }

  public synchronized long queries() {
    return queries;
  }

  /** Ends after the query under way, for which it waits a limited time. */
  @Override
  public void close() {
    rounds.close();
  }
}
