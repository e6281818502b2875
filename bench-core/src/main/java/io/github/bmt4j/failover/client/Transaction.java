package io.github.bmt4j.failover.client;

import io.github.bmt4j.outcome.ErrorPhase;
import java.sql.SQLException;

/** Transaction of a probe. Thread-safe. */
interface Transaction {
  int REHEARSALS = 200;
  long REHEARSAL_NANOS = 1_000_000_000;

  ErrorPhase first();

  /**
   * Makes one attempt, ends it, and cleans up after it. Records failures in the attempt instead of
   * throwing them.
   */
  void attempt(Attempt attempt);

  /** Makes an attempt without a record, to warm the JVM up. */
  void rehearse(Attempt scratch) throws SQLException;

  /**
   * Rehearses until the JVM has loaded and compiled the transaction's code, at most for a second.
   */
  default void rehearse(ProbeRecorder recorder) throws SQLException {
    Attempt scratch = new Attempt(recorder);
    long untilNanos = recorder.clock.nanoTime() + REHEARSAL_NANOS;
    for (int i = 0; i < REHEARSALS && recorder.clock.nanoTime() < untilNanos; i++) {
      rehearse(scratch);
    }
  }
}
