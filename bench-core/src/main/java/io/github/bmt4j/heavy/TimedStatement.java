package io.github.bmt4j.heavy;

import io.github.bmt4j.outcome.StatementOutcome;
import io.github.bmt4j.workload.Answer;
import org.jspecify.annotations.Nullable;

/**
 * What became of one statement on one connection.
 *
 * @param firstRowNanos from its start to its first row; negative without one
 * @param lastRowNanos from its start to its end, whatever that was; negative when it never began
 * @param clientNanos what decoding and keeping its rows took here, within that
 * @param rows that arrived, or that it wrote
 * @param answer absent when it was not kept, or is not whole
 */
record TimedStatement(
    StatementOutcome ending,
    long firstRowNanos,
    long lastRowNanos,
    long clientNanos,
    long rows,
    @Nullable Answer answer) {
  static TimedStatement notBegun(StatementOutcome ending) {
    return new TimedStatement(ending, -1, -1, 0, 0, null);
  }
}
