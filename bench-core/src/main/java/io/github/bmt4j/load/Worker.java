package io.github.bmt4j.load;

import io.github.bmt4j.clock.Clock;
import io.github.bmt4j.jdbc.ConnectionSource;
import io.github.bmt4j.load.TerminalQueue.Due;
import io.github.bmt4j.outcome.ErrorPhase;
import io.github.bmt4j.outcome.Failure;
import io.github.bmt4j.outcome.Outcome;
import io.github.bmt4j.report.Reason.Code;
import io.github.bmt4j.workload.Session;
import io.github.bmt4j.workload.StatementCounts;
import io.github.bmt4j.workload.StatementTimer;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * One worker: takes the next operation, runs it, rolls back and retries it if allowed, and records
 * its outcome. In a closed loop it reads the clock once an operation: an operation starts at the
 * end of the one before, unless that failed or gave its connection back, or a pause follows.
 *
 * <p>An operation runs from its intended time to the answer to its commit. Borrowing from the pool
 * is part of it, giving back is not; all attempts are part of one operation.
 */
final class Worker {
  private static final long NONE = Long.MIN_VALUE;

  /** Index of the end of the last pause, after the parts of the run. */
  private static final int PAUSED = 2;

  private static final long FIRST_PAUSE_NANOS = 10_000_000;
  private static final long LONGEST_PAUSE_NANOS = 500_000_000;

  private final RunState run;
  private final Clock clock;
  private final ConnectionSource source;
  private final EventBudget budget;
  private final Session session;
  private final WorkerRecorder recorder;
  private final StatementCounts counts;
  private final BooleanSupplier stopped;
  private final int number;
  private final ThinkTime.@Nullable Pauses pauses;
  private @Nullable Connection connection;
  private boolean lostConnection;
  private boolean acknowledged;
  private boolean hopeless;
  private long pauseNanos = FIRST_PAUSE_NANOS;

  /** Operations on the present connection, and the number after which it is closed. */
  private long used;

  private final long mostUsed;

  /** End of its last operation, in any part of the run. */
  private long endedNanos;

  /** Start of the next operation of a closed loop; {@link #NONE} if the clock must be read. */
  private long nextNanos = NONE;

  /** Ends of the last operations, by part of the run. */
  private final AtomicLongArray lastEnds =
      new AtomicLongArray(new long[] {Long.MIN_VALUE, Long.MIN_VALUE, Long.MIN_VALUE});

  Worker(RunState run, ConnectionSource source, Session session, WorkerRecorder recorder) {
    this.run = run;
    this.clock = run.clock;
    this.source = source;
    this.budget = run.budgetOf(source);
    this.session = session;
    this.recorder = recorder;
    this.counts = new StatementCounts(run.plan().shares());
    this.stopped = run::stopped;
    this.number = run.nextWorker();
    this.pauses = run.pauses(number);
    Integer reconnect = run.plan().pace().reconnect();
    this.mostUsed = reconnect == null ? Long.MAX_VALUE : reconnect;
  }

  /**
   * Opens the connection, so that the run does not begin with connecting; not if the pool has fewer
   * connections than workers and this worker must wait for the others.
   *
   * @param number of the worker, among those of its source, from 0
   */
  void connect(int number) throws SQLException {
    if (run.terminals != null) {
      run.terminals.seat(session);
    }
    if (number >= source.size()) {
      return;
    }
    connection = source.acquire();
    session.attach(connection);
    if (run.plan().prepareFirst()) {
      session.prepare();
    }
  }

  void work() {
    if (source.perTransaction()) {
      giveBack();
    }
    TerminalQueue terminals = run.terminals;
    if (terminals != null) {
      serve(terminals);
    } else {
      serveAll();
    }
    if (session.pending()) {
      finish();
    }
    if (acknowledged && counts.writes() > 0) {
      run.ended(source, connection, session);
    }
  }

  /** Successful operations are in the tables only if this succeeds; otherwise the run fails. */
  private void finish() {
    try {
      if (connection == null) {
        reacquire();
      }
      session.finish(counts);
    } catch (SQLException e) {
      run.problem(
          Code.WRITES_MISSING.of(
              "the last rows of a thread could not be sent, though their operations count: "
                  + Failure.of(e, counts.phase()).message()));
    }
    long now = clock.nanoTime();
    recorder.end(counts, now);
    lastEnds.setRelease(
        WorkerRecorder.MEASURED, Math.max(lastEnds.getPlain(WorkerRecorder.MEASURED), now));
    if (source.perTransaction()) {
      giveBack();
    }
  }

  /** Gives up the connection: its state is unknown after a programming error. */
  void abandon() {
    Connection held = connection;
    if (held != null) {
      drop(held);
    }
  }

  ConnectionSource source() {
    return source;
  }

  WorkerRecorder recorder() {
    return recorder;
  }

  /**
   * End of the last measured operation on the clock; the smallest long if there was none. Any
   * thread.
   */
  long lastEndNanos() {
    return lastEnds.getAcquire(WorkerRecorder.MEASURED);
  }

  /**
   * End of the pause after the last measured operation; without think time, the end of that
   * operation. Any thread.
   */
  long lastPauseEndNanos() {
    long end = lastEndNanos();
    return end == Long.MIN_VALUE ? end : Math.max(end, lastEnds.getAcquire(PAUSED));
  }

  /** End of the last operation of the warm-up on the clock. Any thread. */
  long lastWarmupEndNanos() {
    return lastEnds.getAcquire(WorkerRecorder.WARMUP);
  }

  private long nextIntended() {
    ArrivalQueue arrivals = run.arrivals;
    if (run.stopped() || session.exhausted()) {
      return NONE;
    }
    if (arrivals == null) {
      long now = run.turn(number, nextNanos == NONE ? clock.nanoTime() : nextNanos);
      return now >= run.deadlineNanos() || !run.mayBegin(now, budget) ? NONE : now;
    }
    long intended = run.originNanos() + arrivals.take();
    if (intended >= run.deadlineNanos()) {
      clock.sleepUntil(run.deadlineNanos(), stopped);
      return NONE;
    }
    if (!run.mayBegin(intended, budget)) {
      return NONE;
    }
    clock.sleepUntil(intended, stopped);
    return run.stopped() || clock.nanoTime() >= run.deadlineNanos() ? NONE : intended;
  }

  private void serveAll() {
    if (pauses != null) {
      pauseUntil(clock.nanoTime() + pauses.first());
    }
    for (long intended = nextIntended(); intended != NONE; intended = nextIntended()) {
      long start = run.arrivals == null ? intended : clock.nanoTime();
      session.next();
      long end = operate(intended, start);
      if (pauses != null) {
        pauseUntil(end + pauses.next());
      }
    }
  }

  private void pauseUntil(long nanos) {
    lastEnds.setRelease(PAUSED, nanos);
    clock.sleepUntil(Math.min(nanos, run.deadlineNanos()), stopped);
    nextNanos = NONE;
  }

  private void serve(TerminalQueue terminals) {
    for (Due due = terminals.next(run, budget); due != null; due = terminals.next(run, budget)) {
      long start = clock.nanoTime();
      due.begin(session);
      int kind = session.kind();
      boolean deferred = terminals.isDeferred(kind);
      if (deferred) {
        terminals.thinkFrom(due, kind, due.nanos(), session);
        due.begin(session);
      }
      long end = operate(due.nanos(), start);
      if (!deferred) {
        terminals.thinkFrom(due, kind, end, session);
      }
    }
  }

  /** Runs the session's present operation; returns its end, on the clock. */
  private long operate(long intended, long start) {
    int part = run.partOf(intended);
    recorder.begin(part, session.kind(), intended);
    Outcome outcome = attempt(part);
    long end = clock.nanoTime();
    if (end - endedNanos >= longFrom(end)) {
      run.endsAfterLong(end);
    }
    endedNanos = end;
    acknowledged = outcome == Outcome.OK && !counts.rolledBack();
    // Set before the operation is counted, so that other workers do not take it for an older one.
    lastEnds.setRelease(part, end);
    recorder.end(outcome, intended, start, end, counts);
    used++;
    boolean over = source.perTransaction() || used >= mostUsed;
    if (over) {
      giveBack();
    }
    pauseAfter(outcome);
    nextNanos = over || outcome != Outcome.OK ? NONE : end;
    return end;
  }

  /**
   * Time without the end of an operation after which a worker asks the watch, in ns; 0 for about
   * one operation of 128: the compiler would leave out a branch that is never taken, and the first
   * one taken would run slow code.
   */
  private static long longFrom(long endNanos) {
    return ProgressWatch.SHORTEST_NANOS & ~(((endNanos & 127) - 1) >> (Long.SIZE - 1));
  }

  private Outcome attempt(int part) {
    int retries = 0;
    while (true) {
      counts.begin();
      counts.phase(source.acquirePhase());
      try {
        Connection attached = connection;
        if (attached == null) {
          attached = reacquire();
        }
        session.execute(counts);
        return Outcome.OK;
      } catch (SQLException e) {
        Failure failure = run.plan().retry().failure(e, counts.phase());
        recover(failure);
        boolean again =
            run.plan().retry().allows(failure, retries) && !counts.applied() && !run.stopped();
        report(failure, part, again);
        if (!again) {
          return failure.outcome();
        }
        retries++;
      }
    }
  }

  private Connection reacquire() throws SQLException {
    Connection acquired = acquired();
    connection = acquired;
    used = 0;
    if (lostConnection) {
      lostConnection = false;
      recorder.reconnect();
    }
    counts.phase(ErrorPhase.STATEMENT);
    session.attach(acquired);
    return acquired;
  }

  private Connection acquired() throws SQLException {
    if (!source.timesBorrows()) {
      return source.acquire();
    }
    long start = clock.nanoTime();
    Connection acquired;
    try {
      acquired = source.acquire();
    } catch (SQLException e) {
      recorder.notBorrowed();
      throw e;
    }
    recorder.borrowed(clock.nanoTime() - start);
    return acquired;
  }

  private void report(Failure failure, int part, boolean again) {
    recorder.error();
    hopeless = failure.permanent();
    if (again) {
      recorder.retry();
    }
    run.failed(failure, part == WorkerRecorder.MEASURED, again);
  }

  /** Undoes a failed transaction: rolls it back, or gives up its connection. */
  private void recover(Failure failure) {
    Connection failed = connection;
    if (failed == null) {
      return;
    }
    if (!failure.connectionLost()) {
      StatementTimer timer = recorder.rollbackTimer();
      try {
        long start = timer.start();
        if (session.rollBack(failed)) {
          timer.stop(start);
          counts.other();
        }
        return;
      } catch (SQLException e) {
        // The connection cannot even roll back: give it up, which makes the server roll back.
      }
    }
    drop(failed);
    lostConnection = true;
  }

  void giveBack() {
    Connection held = connection;
    if (held == null) {
      return;
    }
    try {
      session.detach();
      source.release(held);
      connection = null;
    } catch (SQLException e) {
      drop(held);
      lostConnection = true;
    }
  }

  private void drop(Connection broken) {
    connection = null;
    try {
      session.detach();
    } catch (SQLException e) {
      // Statements of a broken connection go with it.
    }
    source.discard(broken);
  }

  /**
   * Waits a little before the next attempt to get a connection, longer each time, because a refusal
   * comes at once, and likewise, but not longer, after a failure that retrying cannot fix.
   */
  private void pauseAfter(Outcome outcome) {
    boolean refused = outcome != Outcome.OK && counts.phase() == source.acquirePhase();
    if (refused || (outcome != Outcome.OK && hopeless)) {
      clock.sleepUntil(clock.nanoTime() + pauseNanos, stopped);
    }
    pauseNanos = refused ? Math.min(2 * pauseNanos, LONGEST_PAUSE_NANOS) : FIRST_PAUSE_NANOS;
  }
}
