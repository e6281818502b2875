package io.github.bmt4j.replication;

import io.github.bmt4j.clock.Clock;
import io.github.bmt4j.clock.Percentiles;
import io.github.bmt4j.clock.Rounds;
import io.github.bmt4j.clock.Times;
import io.github.bmt4j.jdbc.StraightConnection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/**
 * Polls the heartbeat of one node over its own connection, from its own thread.
 *
 * <p>The lag of a beat is the time from its acknowledgement until the node showed it: the middle
 * between the last answer without the beat and the first with it, or the end of a time in which the
 * node was silent. The node is polled from each acknowledgement on, at random distances that grow
 * with the age of the oldest beat that it lacks.
 */
public final class NodeWatch implements AutoCloseable {
  /** Time between the starts of two queries at the server that takes the heartbeat. */
  private static final Duration SOURCE_PERIOD = Duration.ofMillis(250);

  /** Longest time without a query while the node lacks no beat. */
  private static final Duration IDLE = Duration.ofMillis(100);

  /** Time between two unanswered queries. */
  private static final long FAILED_NANOS = 50_000_000;

  private static final long SHORTEST_NANOS = 1_000_000;
  private static final long LONGEST_NANOS = 10_000_000;

  /**
   * Age of the oldest missing beat as a multiple of the mean time between two queries, for young
   * and for old beats.
   */
  private static final long QUERIES_OF_YOUNG = 5;

  private static final long QUERIES_OF_OLD = 200;

  /** Time without an answer after which a node is silent. */
  public static final Duration SILENT = Duration.ofMillis(500);

  private static final int DIGITS = 3;

  private final StraightConnection connection;
  private final HeartbeatTable table;
  private final Beats beats;
  private final boolean source;
  private final Clock clock;
  private final Rounds rounds;
  private final Histogram lags = new Histogram(DIGITS);
  private final Histogram errors = new Histogram(DIGITS);
  private long recentNanos = -1;
  private long silenceNanos;
  private long queries;
  private long shown = -1;

  /** Moment of the last answer, on the clock. */
  private long shownNanos;

  private long fromNanos = Long.MAX_VALUE;
  private long untilNanos = Long.MAX_VALUE;
  private volatile long askedNanos = Long.MAX_VALUE;

  /** Moment on the clock at which the first query since the last answer was sent. */
  private long silentSinceNanos = Long.MAX_VALUE;

  /**
   * Starts polling.
   *
   * @param source true if this is the server that takes the heartbeat, which has no lag
   */
  public NodeWatch(
      StraightConnection connection, Heartbeat heartbeat, boolean source, Clock clock) {
    this.connection = connection;
    this.table = heartbeat.table();
    this.beats = heartbeat.beats();
    this.source = source;
    this.clock = clock;
    this.shownNanos = clock.nanoTime();
    this.rounds =
        new Rounds(
            "bmt-watch",
            this::ask,
            connection::drop,
            source ? SOURCE_PERIOD : Duration.ZERO,
            clock);
  }

  /** Lags of beats that are acknowledged from a moment on the clock on count. */
  public synchronized void countFrom(long nanos) {
    fromNanos = nanos;
  }

  /** Lags of beats that are acknowledged after a moment on the clock do not count. */
  public synchronized void countUntil(long nanos) {
    untilNanos = nanos;
  }

  private void ask() {
    if (!source) {
      pause();
    }
    long start = clock.nanoTime();
    askedNanos = start;
    long answer = -1;
    try {
      answer = table.read(connection.get());
    } catch (SQLException e) {
      connection.drop();
    }
    ended(answer, start, clock.nanoTime());
    askedNanos = Long.MAX_VALUE;
  }

  private void pause() {
    long now = clock.nanoTime();
    long ageNanos = beats.lagNanos(shown, now, now);
    if (silentSinceNanos != Long.MAX_VALUE) {
      clock.sleepUntil(now + FAILED_NANOS, () -> false);
    } else if (ageNanos == 0) {
      beats.awaitMissing(shown, clock, IDLE);
    } else {
      long longest = Math.max(LONGEST_NANOS, ageNanos / QUERIES_OF_OLD);
      long mean = Math.max(SHORTEST_NANOS, Math.min(longest, ageNanos / QUERIES_OF_YOUNG));
      long nanos = ThreadLocalRandom.current().nextLong(mean / 2, mean + mean / 2);
      clock.sleepUntil(now + nanos, () -> false);
    }
  }

  private synchronized void ended(long answer, long start, long end) {
    queries++;
    long since = Math.min(silentSinceNanos, start);
    silenceNanos = Math.max(silenceNanos, silence(since, end));
    silentSinceNanos = answer < 0 ? since : Long.MAX_VALUE;
    if (answer >= 0 && !source) {
      recentNanos = Math.max(recentNanos, beats.lagNanos(answer, start, end));
      // Readers waited for a silent node until it answered.
      long lacked = end - since < SILENT.toNanos() ? shownNanos : end;
      beats.seen(shown, answer, lacked, end, this::seen);
    }
    if (answer >= 0) {
      shown = answer;
      shownNanos = end;
    }
  }

  private void seen(long acknowledgedNanos, long leastNanos, long mostNanos) {
    long lag = (leastNanos + mostNanos) / 2;
    recentNanos = Math.max(recentNanos, lag);
    if (acknowledgedNanos >= fromNanos && acknowledgedNanos <= untilNanos) {
      lags.recordValue(lag);
      errors.recordValue((mostNanos - leastNanos) / 2);
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

  /**
   * The larger of the largest lag since the last call and the age of the oldest beat that an answer
   * lacked, in ns; -1 if the node has not answered since, and at the source.
   */
  public synchronized long takeLargestNanos() {
    long largest = recentNanos;
    recentNanos = -1;
    return largest;
  }

  /** Lags of beats; beats that the node had not shown at the end count with the time until then. */
  public synchronized Times lags() {
    return Percentiles.times(lags, 0);
  }

  /** Largest error of 95 % of the lags, in ms; absent without lags. */
  public synchronized @Nullable Double lagErrorMs() {
    return Percentiles.seen(errors, 95);
  }

  /** The longest time without an answer, in ns, until now; 0 for less than {@link #SILENT}. */
  public synchronized long silenceNanos() {
    long since = Math.min(silentSinceNanos, askedNanos);
    return Math.max(silenceNanos, silence(since, clock.nanoTime()));
  }

  public synchronized long queries() {
    return queries;
  }

  /** Beats up to the one that the node showed last. */
  public synchronized long beatsShown() {
    return beats.countUpTo(shown);
  }

  /** Ends after the query under way, for which it waits a limited time. */
  @Override
  public void close() {
    rounds.close();
    synchronized (this) {
      long now = clock.nanoTime();
      if (!source) {
        beats.seen(shown, Long.MAX_VALUE, now, now, this::seen);
      }
      shown = Long.MAX_VALUE;
    }
  }
}
