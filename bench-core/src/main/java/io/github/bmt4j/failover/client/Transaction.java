package io.github.bmt4j.failover.client;

import io.github.bmt4j.outcome.ErrorPhase;
import java.sql.SQLException;

/** Transaction of a probe. Any number of threads. */
interface Transaction {
  int REHEARSALS = 200;
  long REHEARSAL_NANOS = 1_000_000_000;

  ErrorPhase first();

  /** Makes one attempt, ends it, and cleans up behind it. Throws nothing that it can write down. */
  void attempt(Attempt attempt);

  /** Does the same without leaving a trace: warms the JVM up. */
  void rehearse(Attempt scratch) throws SQLException;

  /** Rehearses until the JVM has loaded and compiled what the transaction uses, or for a second. */
  default void rehearse(ProbeRecorder recorder) throws SQLException {
    Attempt scratch = new Attempt(recorder);
    long untilNanos = recorder.clock().nanoTime() + REHEARSAL_NANOS;
    for (int i = 0; i < REHEARSALS && recorder.clock().nanoTime() < untilNanos; i++) {
      rehearse(scratch);
    }
  }
}
