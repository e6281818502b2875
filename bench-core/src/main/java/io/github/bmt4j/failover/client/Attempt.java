package io.github.bmt4j.failover.client;

import static io.github.bmt4j.failover.figures.Operation.NEVER;

import io.github.bmt4j.outcome.ErrorPhase;
import io.github.bmt4j.outcome.Failure;
import io.github.bmt4j.outcome.Outcome;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/**
 * Current operation of a worker, as it will be recorded. Every worker has one and reuses it. Fields
 * that other threads may read while the worker is busy are volatile, or guarded by the recorder's
 * lock.
 */
final class Attempt {
  /** State of the operation; guarded by the recorder's lock. */
  enum State {
    /** No operation. */
    IDLE,
    /** Given to the worker, not begun. */
    DUE,
    /** In an attempt. */
    RUNNING,
    /** After a failed attempt, before the next. */
    BETWEEN
  }

  private final ProbeRecorder recorder;

  State state = State.IDLE;
  int row = -1;
  long sequence;
  int number;
  boolean last;
  long intendedNanos;
  long startNanos = NEVER;
  long endNanos = NEVER;
  @Nullable Outcome outcome;
  int code;
  String sqlState = "";
  volatile @Nullable ErrorPhase phase;
  volatile String server = "";
  volatile long newest = NEVER;
  volatile long ageNanos = NEVER;

  Attempt(ProbeRecorder recorder) {
    this.recorder = recorder;
  }

  /** Forgets the attempt before, but keeps the operation. */
  void clear(int nextNumber) {
    number = nextNumber;
    last = true;
    startNanos = NEVER;
    endNanos = NEVER;
    outcome = null;
    code = 0;
    sqlState = "";
    phase = null;
    server = "";
    newest = NEVER;
    ageNanos = NEVER;
  }

  void enter(ErrorPhase next) {
    phase = next;
  }

  /** Returns true if the attempt was given up as stuck, in this phase or the one before. */
  boolean givenUp() {
    return recorder.closed();
  }

  void server(@Nullable String identity) {
    server = identity == null ? "" : identity;
  }

  void wrote(long id) {
    newest = id;
  }

  void saw(long id, long rowIntendedNanos) {
    newest = id;
    ageNanos = recorder.clock.nanoTime() - rowIntendedNanos;
  }

  /** Ends the attempt now: the application has received its success. */
  void succeeded() {
    recorder.end(this, null);
  }

  /** Ends the attempt now, in its current phase; cleaning up follows its end. */
  void failed(Exception exception) {
    ErrorPhase where = phase == null ? ErrorPhase.STATEMENT : phase;
    SQLException failure =
        exception instanceof SQLException sql
            ? sql
            : new SQLException("the driver failed: " + exception, exception);
    recorder.end(this, Failure.of(failure, where));
  }
}
