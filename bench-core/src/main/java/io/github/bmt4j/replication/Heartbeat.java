package io.github.bmt4j.replication;

import io.github.bmt4j.clock.Clock;
import io.github.bmt4j.clock.Rounds;
import io.github.bmt4j.jdbc.StraightConnection;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import org.jspecify.annotations.Nullable;

/**
 * Writes beats into a {@link HeartbeatTable}, each in a transaction of its own, from a thread of
 * its own, and records when each was acknowledged. The beat that another server shows gives its
 * lag, measured only by this client's clock.
 */
public final class Heartbeat implements AutoCloseable {
  /** From the start of a beat to the start of the next. */
  public static final Duration PERIOD = Duration.ofMillis(50);

  private final HeartbeatTable table;
  private final StraightConnection connection;
  private final Clock clock;
  private final Beats beats;
  private final Rounds rounds;
  private volatile long failures;
  private volatile @Nullable SQLException lastFailure;

  /**
   * Starts writing.
   *
   * @param opening opens connections to the server that takes writes, with short timeouts
   */
  public Heartbeat(HeartbeatTable table, StraightConnection.Opening opening, Clock clock) {
    this.table = table;
    this.connection = new StraightConnection(opening);
    this.clock = clock;
    long micros = ChronoUnit.MICROS.between(Instant.EPOCH, clock.now());
    this.beats = new Beats(micros, clock.nanoTime());
    this.rounds = new Rounds("bmt-heartbeat", this::beat, connection::drop, PERIOD, clock);
  }

  @SuppressWarnings("NonAtomicVolatileUpdate") // One thread writes.
  private void beat() {
    long number = beats.begin();
    try {
      table.write(connection.get(), number);
      beats.acknowledged(number, clock.nanoTime());
    } catch (SQLException e) {
      failures++;
      lastFailure = e;
      connection.drop();
    }
  }

  public HeartbeatTable table() {
    return table;
  }

  public Beats beats() {
    return beats;
  }

  public long failures() {
    return failures;
  }

  public @Nullable SQLException lastFailure() {
    return lastFailure;
  }

  /** Ends after the beat under way, for which it waits a limited time. */
  @Override
  public void close() {
    rounds.close();
  }
}
