package io.github.bmt4j.failover.figures;

import io.github.bmt4j.outcome.ErrorPhase;
import io.github.bmt4j.outcome.Outcome;
import org.jspecify.annotations.Nullable;

/**
 * One attempt at an operation of a probe, as the application saw it. All times in ns on the run's
 * clock.
 *
 * @param sequence number of the operation among those of its probe, from 0
 * @param attempt 1 for the first; more when the application retries
 * @param last true for the last attempt of the operation, whose outcome is that of the operation
 * @param intendedNanos time at which the operation was due
 * @param startNanos time at which the attempt began; {@link #NEVER} when it never did (unserved)
 * @param endNanos time at which it ended; {@link #NEVER} if it was under way at the end of the run
 *     (stuck) or never began
 * @param outcome outcome; absent when it did not end
 * @param code vendor code of its failure; 0 when it did not fail or the driver gave none
 * @param sqlState of its failure; "" when it did not fail or the driver gave none
 * @param phase phase in which it failed, or in which it hangs when it is stuck; otherwise absent
 * @param server identity of the server that took it; "" if it did not learn that
 * @param newest of a reader, the id of the newest ledger row that it saw; of a writer, the id of
 *     its row; {@link #NEVER} if it saw no row or did not learn the id
 * @param ageNanos age of that row when it was read: the time minus the row's intended time; {@link
 *     #NEVER} if no row was read
 */
public record Operation(
    ProbeKind probe,
    long sequence,
    int attempt,
    boolean last,
    long intendedNanos,
    long startNanos,
    long endNanos,
    @Nullable Outcome outcome,
    int code,
    String sqlState,
    @Nullable ErrorPhase phase,
    String server,
    long newest,
    long ageNanos) {
  /** Stands for a moment that never came, or a value that was never seen. */
  public static final long NEVER = Long.MIN_VALUE;

  public Operation {
    // A log has many operations, and few different words.
    sqlState = sqlState.intern();
    server = server.intern();
  }

  public boolean ok() {
    return outcome == Outcome.OK;
  }

  /** Returns true if it began but had not ended at the end of the run. */
  public boolean stuck() {
    return startNanos != NEVER && endNanos == NEVER;
  }

  /**
   * Returns true if it was stuck on a connection for longer than a time; borrows and connects do
   * not count, because pool and driver give them up.
   *
   * @param runEndNanos end of the run
   */
  boolean hung(long runEndNanos, long hungNanos) {
    return stuck()
        && phase != ErrorPhase.BORROW
        && phase != ErrorPhase.CONNECT
        && runEndNanos - startNanos > hungNanos;
  }

  /** Returns true if it was due but never began: no request thread was free until the end. */
  public boolean unserved() {
    return startNanos == NEVER;
  }

  /** End − intended; only for an operation that ended. */
  public long responseNanos() {
    return endNanos - intendedNanos;
  }
}
