package io.github.bmt4j.load;

import io.github.bmt4j.outcome.ErrorPhase;
import io.github.bmt4j.outcome.Failure;
import io.github.bmt4j.outcome.Outcome;
import java.sql.SQLException;
import java.util.Set;

/**
 * Policy of retries after a rollback.
 *
 * @param codes vendor codes that are retried; sysbench's {@code --mysql-ignore-errors}
 * @param all true if every code is retried
 * @param maxRetries largest number of attempts after the first one
 * @param bySqlState true if failures are classed by SQLState alone, and failures of class 40,
 *     transaction rollback, are retried: for servers outside the MySQL family
 */
public record RetryPolicy(Set<Integer> codes, boolean all, int maxRetries, boolean bySqlState) {
  /** Deadlocks, snapshot conflicts and lock timeouts, ten times: the default of {@code bmt run}. */
  public static final RetryPolicy USUAL = new RetryPolicy(Set.of(1213, 1020, 1205), false, 10);

  public RetryPolicy {
    codes = Set.copyOf(codes);
  }

  /** Failures of the MySQL family, by its vendor codes. */
  public RetryPolicy(Set<Integer> codes, boolean all, int maxRetries) {
    this(codes, all, maxRetries, false);
  }

  Failure failure(SQLException exception, ErrorPhase phase) {
    return bySqlState ? Failure.bySqlState(exception, phase) : Failure.of(exception, phase);
  }

  /**
   * Returns true if the operation is retried. Never when the outcome is unknown: a second attempt
   * might apply it twice. Never when no connection was available either: the next operation asks
   * for one, after a pause.
   *
   * @param retries retried attempts so far
   */
  public boolean allows(Failure failure, int retries) {
    return retries < maxRetries
        && (all || (bySqlState ? failure.rolledBack() : codes.contains(failure.code())))
        && failure.outcome() == Outcome.FAILED
        && failure.phase() != ErrorPhase.BORROW
        && failure.phase() != ErrorPhase.CONNECT
        && !failure.permanent();
  }
}
