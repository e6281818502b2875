package io.github.bmt4j.catchup;

import io.github.bmt4j.clock.Clock;
import io.github.bmt4j.failure.TargetException;
import io.github.bmt4j.load.run.BesideLoad;
import io.github.bmt4j.load.run.Job;
import io.github.bmt4j.progress.StopSignal;
import io.github.bmt4j.replication.Heartbeat;
import io.github.bmt4j.replication.HeartbeatTable;
import io.github.bmt4j.replication.HeartbeatTable.Beat;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The writes on the primary: the heartbeat and, once started, a load. */
final class Writing implements AutoCloseable {
  private static final int PATIENCE_MILLIS = 2_000;
  private static final int MOST_BEATS_BEHIND = 1;
  private static final long LAST_BEAT_NANOS = 2_000_000_000L;

  private final ReplicaPair pair;
  private final Clock clock;
  private final long startMillis;
  private final Heartbeat heartbeat;
  private @Nullable BesideLoad load;
  private boolean closed;

  /** Starts the heartbeat. */
  Writing(ReplicaPair pair, Clock clock) {
    this.pair = pair;
    this.clock = clock;
    this.startMillis = clock.now().toEpochMilli();
    this.heartbeat = new Heartbeat(() -> pair.toPrimary().connect(PATIENCE_MILLIS), clock);
  }

  /** Starts the load too; returns when it is under way. */
  void load(Job job, StopSignal stop) throws TargetException {
    load = BesideLoad.start(job, pair.primary(), clock, stop);
  }

  /** Whether a replica shows the last beat, or the one before. */
  boolean shownBy(Connection replica) {
    try {
      Beat shown = HeartbeatTable.read(replica);
      return shown.atMicros() >= 1000 * startMillis
          && shown.number() >= heartbeat.begun() - MOST_BEATS_BEHIND;
    } catch (SQLException e) {
      return false; // The table has not arrived.
    }
  }

  Heartbeat heartbeat() {
    return heartbeat;
  }

  /** Problems of the load; complete when it has ended. */
  List<String> problems() {
    BesideLoad ran = load;
    return ran == null ? List.of() : ran.problems();
  }

  /** Ends both; the last write is a heartbeat. May be called twice. */
  @Override
  public void close() {
    BesideLoad running = load;
    if (running != null) {
      running.close();
    }
    long last = heartbeat.begun();
    if (!closed) {
      clock.sleepUntil(
          clock.nanoTime() + LAST_BEAT_NANOS, () -> heartbeat.lastAcknowledged() > last);
    }
    closed = true;
    heartbeat.close();
  }
}
