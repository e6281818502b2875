package io.github.bmt4j.statement;

import io.github.bmt4j.clock.Clock;
import io.github.bmt4j.clock.StandstillWatch;
import io.github.bmt4j.jdbc.ServerPulse;
import io.github.bmt4j.outcome.OutcomeKind;
import io.github.bmt4j.progress.StopSignal;
import io.github.bmt4j.report.Reason;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * A wait for statements under way. They are killed when the user ends the run or a limit is over,
 * and given up when the kill does not end them or their server is silent. Used by one thread.
 */
public final class StatementWait {
  private static final long LOOK_MILLIS = 20;
  private static final long KILL_PATIENCE_SECONDS = 30;

  /** Short, because the command waits for it and must still store the rest. */
  private static final long STOP_PATIENCE_SECONDS = 2;

  /** Ends of a wait. */
  public enum End {
    ENDED,
    /** The statements were killed but go on, or this thread was interrupted. */
    NOT_ENDED,
    /** The server has not answered for 30 s. */
    SILENT
  }

  /** Statements that are waited for. */
  public interface Statements {
    /** Kills the statements until they have ended; returns at once. */
    void kill(OutcomeKind why);

    /**
     * Called every 20 ms. Returns the outcome with which the statements must end now; absent if
     * they may go on.
     */
    default @Nullable OutcomeKind look(long now) {
      return null;
    }
  }

  private final Clock clock;
  private final StopSignal stop;
  private final ServerPulse pulse;
  private final StandstillWatch standstill;
  private long killedNanos = Long.MAX_VALUE;

  /** Begins. */
  public StatementWait(ServerConnections connections, Clock clock) {
    this.clock = clock;
    this.stop = connections.stop();
    this.pulse = new ServerPulse(connections.connector(), clock);
    this.standstill = new StandstillWatch(clock);
  }

  /** Waits until all latches are open. */
  public End await(Iterable<CountDownLatch> ends, Statements statements) {
    for (CountDownLatch end : ends) {
      while (!isOpen(end)) {
        if (Thread.currentThread().isInterrupted()) {
          return End.NOT_ENDED;
        }
        long now = clock.nanoTime();
        OutcomeKind due = statements.look(now);
        OutcomeKind why = stop.given() ? OutcomeKind.STOPPED : due;
        if (killedNanos != Long.MAX_VALUE) {
          if (now - killedNanos > TimeUnit.SECONDS.toNanos(patienceSeconds())) {
            return End.NOT_ENDED;
          }
        } else if (why != null) {
          killedNanos = now;
          statements.kill(why);
        } else if (pulse.isSilent()) {
          return End.SILENT;
        }
      }
    }
    return End.ENDED;
  }

  private boolean isOpen(CountDownLatch end) {
    standstill.waits(LOOK_MILLIS);
    try {
      return end.await(LOOK_MILLIS, TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    } finally {
      standstill.woke();
    }
  }

  private long patienceSeconds() {
    return stop.given() ? STOP_PATIENCE_SECONDS : KILL_PATIENCE_SECONDS;
  }

  /** Seconds since the statements were killed; absent if they were not. */
  public @Nullable Long secondsSinceKill() {
    return killedNanos == Long.MAX_VALUE
        ? null
        : (Long) TimeUnit.NANOSECONDS.toSeconds(clock.nanoTime() - killedNanos);
  }

  /** The client's own standstill in words; absent if it was short. */
  public @Nullable Reason stoodStill() {
    return standstill.problem();
  }
}
