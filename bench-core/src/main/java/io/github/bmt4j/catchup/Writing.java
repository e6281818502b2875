package io.github.bmt4j.catchup;

import static io.github.bmt4j.report.Lines.words;

import io.github.bmt4j.clock.Clock;
import io.github.bmt4j.failure.TargetException;
import io.github.bmt4j.load.Counter;
import io.github.bmt4j.load.concurrent.ConcurrentLoad;
import io.github.bmt4j.progress.StopSignal;
import io.github.bmt4j.replication.Beats;
import io.github.bmt4j.replication.Heartbeat;
import io.github.bmt4j.report.Reason;
import io.github.bmt4j.report.Reason.Code;
import io.github.bmt4j.server.Waiting;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The writes on the primary: the heartbeat and, once started, a load. */
final class Writing implements AutoCloseable {
  private static final int PATIENCE_MILLIS = 2_000;
  private static final int POLL_MILLIS = 20;
  private static final Duration FIRST_BEAT_PATIENCE = Duration.ofSeconds(30);
  private static final Duration CLOSE_PATIENCE = Duration.ofSeconds(1);
  private static final int MOST_BEATS_BEHIND = 1;

  /** Largest share of the load's operations that may fail or have an unknown outcome. */
  private static final double MOST_LOST = 0.01;

  /** Largest share of a backlog in which the load commits nothing. */
  private static final double MOST_EMPTY = 0.2;

  private static final long LAST_BEAT_NANOS = 2_000_000_000L;

  private final CatchUpOrder order;
  private final ReplicaPair pair;
  private final Clock clock;
  private final StopSignal stop;
  private final Heartbeat heartbeat;
  private @Nullable ConcurrentLoad load;
  private final List<Reason> gaps = new ArrayList<>();
  private long cutNanos;
  private boolean closed;

  /**
   * A backlog that waits to be applied.
   *
   * @param beats of the heartbeat on the primary
   * @param position of the primary after the last beat
   * @param stopSeconds from the stop of applying to the last beat
   * @param gaps reasons why the backlog has less to apply than its length suggests
   */
  record Backlog(Beats beats, String position, double stopSeconds, List<Reason> gaps) {
    /** Remaining backlog of a replica whose latest beat is {@code shown}, in s. */
    double behind(long shown) {
      return beats.behindNanos(shown) / 1e9;
    }
  }

  Writing(CatchUpOrder order, ReplicaPair pair, Clock clock, StopSignal stop) {
    this.order = order;
    this.pair = pair;
    this.clock = clock;
    this.stop = stop;
    this.heartbeat =
        new Heartbeat(pair.heartbeat, () -> pair.toPrimary.connect(PATIENCE_MILLIS), clock);
  }

  /**
   * Lets the load run on the primary while nothing is applied on the replica.
   *
   * @return when the stop of applying was requested, on the clock
   */
  long fallBehind(Connection replica) throws TargetException, SQLException {
    boolean shown =
        Waiting.until(FIRST_BEAT_PATIENCE, POLL_MILLIS, () -> stop.given() || shownBy(replica));
    if (!shown) {
      throw new TargetException(
          "the replica does not show the heartbeat of the primary within "
              + FIRST_BEAT_PATIENCE.toSeconds()
              + " s: it is behind already, or does not replicate this database");
    }
    startLoad();
    // An earlier lag belongs to the backlog, too; the replica may be behind all the time.
    Waiting.until(CLOSE_PATIENCE, 1, () -> stop.given() || shownBy(replica));
    long stopped = clock.nanoTime(); // The server needs up to some tenths of a second to answer.
    pair.stopApplying(replica);
    clock.sleepUntil(stopped + order.scenario().backlog().toNanos(), stop::given);
    if (stop.given()) {
      throw new TargetException("stopped while the backlog was made");
    }
    judge();
    return stopped;
  }

  Backlog backlog(long stopped) throws SQLException {
    double stopSeconds = (clock.nanoTime() - stopped) / 1e9;
    try (Connection primary = pair.connectPrimary()) {
      return new Backlog(beats(), pair.waiting.position(primary), stopSeconds, List.copyOf(gaps));
    }
  }

  private void startLoad() throws TargetException {
    ConcurrentLoad started = ConcurrentLoad.start(order.job(), pair.primary(), clock, stop);
    load = started;
    started.cut();
    cutNanos = clock.nanoTime();
  }

  /** Judges what the load has done since its start or the last judgement. */
  void judge() {
    ConcurrentLoad running = load;
    if (running != null) {
      ConcurrentLoad.Window window = running.cut();
      double seconds = (clock.nanoTime() - cutNanos) / 1e9;
      cutNanos = clock.nanoTime();
      long ok = window.counts().of(Counter.TRANSACTIONS);
      long lost = window.counts().notOk();
      gaps.addAll(
          gaps(
              ok,
              lost,
              // The window of an ended load is shorter.
              Math.max(window.withoutSuccessNanos() / 1e9, seconds - window.seconds()),
              Math.max(seconds, order.scenario().backlogSeconds())));
    }
  }

  /**
   * Reasons why a backlog has less to apply than its length suggests.
   *
   * @param emptySeconds the longest time without a commit
   */
  static List<Reason> gaps(long ok, long lost, double emptySeconds, double seconds) {
    List<Reason> gaps = new ArrayList<>();
    if (lost > MOST_LOST * (ok + lost)) {
      gaps.add(
          Code.OPERATIONS_FAILED.of(
              words(
                  "%,d of %,d operations of the load failed or have an unknown outcome, more than"
                      + " %.0f %%",
                  lost, ok + lost, 100 * MOST_LOST)));
    }
    if (emptySeconds > MOST_EMPTY * seconds) {
      gaps.add(
          Code.OPERATIONS_FAILED.of(
              words(
                  "the load committed nothing for %.1f s of %.1f s, more than %.0f %%",
                  emptySeconds, seconds, 100 * MOST_EMPTY)));
    }
    return gaps;
  }

  /** Reasons why the backlog has less to apply than its length suggests. */
  List<Reason> gaps() {
    return gaps;
  }

  /** Returns true if a replica shows the last beat, or the one before. */
  boolean shownBy(Connection replica) {
    try {
      long shown = pair.heartbeat.read(replica);
      return beats().has(shown) && shown >= beats().begun() - MOST_BEATS_BEHIND;
    } catch (SQLException e) {
      return false; // The table has not arrived.
    }
  }

  Beats beats() {
    return heartbeat.beats();
  }

  double behind(long shown) {
    long now = clock.nanoTime();
    return beats().lagNanos(shown, now, now) / 1e9;
  }

  /** Problems of the load; complete when it has ended. */
  List<Reason> problems() {
    ConcurrentLoad ran = load;
    return ran == null ? List.of() : ran.problems();
  }

  /** Ends the load and the heartbeat; the last write is a heartbeat. May be called twice. */
  @Override
  public void close() {
    ConcurrentLoad running = load;
    if (running != null) {
      running.close();
    }
    long last = beats().begun();
    if (!closed) {
      clock.sleepUntil(clock.nanoTime() + LAST_BEAT_NANOS, () -> beats().lastAcknowledged() > last);
    }
    closed = true;
    heartbeat.close();
  }
}
