package io.github.bmt4j.replication;

import io.github.bmt4j.clock.Clock;
import io.github.bmt4j.clock.Rounds;
import io.github.bmt4j.jdbc.StraightConnection;
import io.github.bmt4j.replication.HeartbeatTable.Beat;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Writes beats into {@link HeartbeatTable}, each in a transaction of its own, from a thread of its
 * own, and keeps when each was acknowledged. The beat that another server shows gives its lag, by
 * the clock of this client alone.
 */
public final class Heartbeat implements AutoCloseable {
  /** From the start of a beat to the start of the next: lags are known to this resolution. */
  public static final Duration PERIOD = Duration.ofMillis(50);

  private final StraightConnection connection;
  private final Clock clock;
  private final Beats beats;

  /** Number before the first beat: larger than any that an older heartbeat can have left. */
  private final long base;

  private final Rounds rounds;
  private volatile long failures;
  private volatile @Nullable SQLException lastFailure;

  /**
   * Begins to write.
   *
   * @param opening opens connections to the server that takes writes, with short timeouts
   */
  public Heartbeat(StraightConnection.Opening opening, Clock clock) {
    this.connection = new StraightConnection(opening);
    this.clock = clock;
    this.beats = new Beats(clock.nanoTime());
    this.base = micros(clock.now());
    this.rounds = new Rounds("bmt-heartbeat", this::beat, connection::drop, PERIOD, clock);
  }

  @SuppressWarnings("NonAtomicVolatileUpdate") // One thread writes.
  private void beat() {
    long number = beats.begin();
    try {
      HeartbeatTable.write(connection.get(), new Beat(base + number, micros(clock.now())));
      beats.acknowledged(number, clock.nanoTime());
    } catch (SQLException e) {
      failures++;
      lastFailure = e;
      connection.drop();
    }
  }

  /**
   * Age of the oldest acknowledged beat that an answer lacks, in ns.
   *
   * @param shown number in the answer; that of an older heartbeat lacks all beats
   * @param startNanos when the question was sent, on the clock: an answer need not have what was
   *     acknowledged later
   * @param endNanos when the answer came
   * @return 0 when it lacks none
   */
  public long lagNanos(long shown, long startNanos, long endNanos) {
    return beats.lagNanos(Math.max(0, shown - base), startNanos, endNanos);
  }

  /** Returns true if a number is that of one of these beats, and not of an older heartbeat. */
  public boolean has(long shown) {
    return shown > base;
  }

  /** Number of the last beat that was acknowledged; not one of {@link #has} before the first. */
  public long lastAcknowledged() {
    return base + beats.lastAcknowledged();
  }

  /** Number of the last beat that was begun, acknowledged or not. */
  public long begun() {
    return base + beats.begun();
  }

  /** Beats that were begun, acknowledged or not. */
  public long count() {
    return beats.begun();
  }

  /** Beats that were tried and not acknowledged. */
  public long failures() {
    return failures;
  }

  /** The last failure; absent without one. */
  public @Nullable SQLException lastFailure() {
    return lastFailure;
  }

  private static long micros(Instant now) {
    return TimeUnit.SECONDS.toMicros(now.getEpochSecond())
        + TimeUnit.NANOSECONDS.toMicros(now.getNano());
  }

  /** Ends after the beat under way, for which it waits a limited time. */
  @Override
  public void close() {
    rounds.close();
  }
}
