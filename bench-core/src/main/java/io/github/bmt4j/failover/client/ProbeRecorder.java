package io.github.bmt4j.failover.client;

import static io.github.bmt4j.failover.figures.Operation.NEVER;

import io.github.bmt4j.clock.Clock;
import io.github.bmt4j.failover.figures.Operation;
import io.github.bmt4j.failover.figures.ProbeKind;
import io.github.bmt4j.outcome.ErrorPhase;
import io.github.bmt4j.outcome.Failure;
import io.github.bmt4j.outcome.Outcome;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Recorder of one probe's arrivals: each is recorded, whether it ended, hangs, or never began.
 * Thread-safe.
 */
final class ProbeRecorder {
  final Clock clock;
  private final Retry retry;
  private final long stallNanos;
  private final AttemptLog log;
  private final Attempt unserved;
  private final List<Attempt> attempts = new ArrayList<>();
  private long arrived;
  private long queued;
  private long ended;
  private long ok;
  private long failed;
  private long unknown;
  private long lastOkEndNanos = NEVER;
  private long troubleNanos = NEVER;
  private long lateNanos = NEVER;
  private String server = "";
  private @Nullable Failure lastFailure;
  private final Set<String> servers = new HashSet<>();
  private volatile boolean closed;

  ProbeRecorder(ProbeKind kind, Clock clock, Retry retry, long stallNanos) {
    this.clock = clock;
    this.retry = retry;
    this.stallNanos = stallNanos;
    this.log = new AttemptLog(kind);
    this.unserved = new Attempt(this);
  }

  synchronized Attempt newAttempt() {
    Attempt attempt = new Attempt(this);
    attempts.add(attempt);
    return attempt;
  }

  /** Gives an arrival to an idle worker. */
  synchronized void assign(Attempt attempt, long sequence, long intendedNanos) {
    arrived++;
    attempt.sequence = sequence;
    attempt.intendedNanos = intendedNanos;
    attempt.clear(1);
    attempt.state = Attempt.State.DUE;
  }

  synchronized void unserved(long sequence, long intendedNanos) {
    arrived++;
    ended++;
    unserved.sequence = sequence;
    unserved.intendedNanos = intendedNanos;
    unserved.clear(1);
    log.add(unserved);
    trouble(clock.nanoTime());
  }

  /**
   * An attempt begins now.
   *
   * @param number from 1
   * @param first its first phase
   * @return true if it may begin: not after the end of the run
   */
  synchronized boolean begin(Attempt attempt, int number, ErrorPhase first) {
    if (closed) {
      return false;
    }
    attempt.clear(number);
    attempt.enter(first);
    attempt.state = Attempt.State.RUNNING;
    attempt.startNanos = clock.nanoTime();
    if (number == 1 && attempt.startNanos - attempt.intendedNanos > ClientStatus.LATE_NANOS) {
      lateNanos = attempt.startNanos;
    }
    return true;
  }

  boolean closed() {
    return closed;
  }

  /** An attempt has ended now; after the end of the run nothing is recorded any more. */
  void end(Attempt attempt, @Nullable Failure failure) {
    long now = clock.nanoTime();
    synchronized (this) {
      if (closed) {
        return;
      }
      attempt.endNanos = now;
      attempt.outcome = failure == null ? Outcome.OK : failure.outcome();
      if (failure != null) {
        attempt.code = failure.code();
        attempt.sqlState = failure.sqlState();
        lastFailure = failure;
      }
      attempt.last = failure == null || !retry.allows(attempt.number, now - attempt.intendedNanos);
      attempt.row = log.add(attempt);
      if (failure != null || now - attempt.intendedNanos > stallNanos) {
        trouble(now);
      }
      if (attempt.last) {
        ended(attempt);
      } else {
        attempt.state = Attempt.State.BETWEEN;
      }
    }
  }

  void pause() {
    clock.sleepUntil(clock.nanoTime() + retry.pauseNanos(), () -> false);
  }

  synchronized boolean again(Attempt attempt) {
    return !closed && attempt.state == Attempt.State.BETWEEN;
  }

  private void ended(Attempt attempt) {
    attempt.state = Attempt.State.IDLE;
    ended++;
    Outcome outcome = attempt.outcome;
    if (outcome == Outcome.OK) {
      ok++;
      lastOkEndNanos = Math.max(lastOkEndNanos, attempt.endNanos);
      server = attempt.server;
      if (!server.isEmpty()) {
        servers.add(server);
      }
    } else if (outcome == Outcome.FAILED) {
      failed++;
    } else if (outcome == Outcome.UNKNOWN) {
      unknown++;
    }
  }

  synchronized void trouble(long nanos) {
    troubleNanos = Math.max(troubleNanos, nanos);
  }

  /** Adds to the number of arrivals that wait for a request thread; below 0 takes away. */
  synchronized void queued(int more) {
    queued += more;
  }

  synchronized long waiting() {
    return arrived - ended + queued;
  }

  synchronized ClientStatus.Probe status(long nowNanos) {
    for (Attempt attempt : attempts) {
      if (attempt.state != Attempt.State.IDLE && nowNanos - attempt.intendedNanos > stallNanos) {
        trouble(nowNanos);
      }
    }
    return new ClientStatus.Probe(
        new ClientStatus.Counts(ok, failed, unknown, waiting()),
        lastOkEndNanos,
        troubleNanos,
        lateNanos,
        server,
        Set.copyOf(servers),
        lastFailure == null ? "" : lastFailure.message());
  }

  /**
   * Returns what was written down since the last time, and forgets it; nothing while an operation
   * waits for its next attempt.
   */
  synchronized List<Operation> take() {
    boolean between = attempts.stream().anyMatch(one -> one.state == Attempt.State.BETWEEN);
    return between ? List.of() : log.take();
  }

  /** Ends the run: what is under way now is stuck. Returns everything that was not taken. */
  synchronized List<Operation> close() {
    closed = true;
    for (Attempt attempt : attempts) {
      switch (attempt.state) {
        case IDLE -> {}
        case DUE, RUNNING -> log.add(attempt);
        case BETWEEN -> log.setLast(attempt.row);
      }
    }
    return log.take();
  }
}
