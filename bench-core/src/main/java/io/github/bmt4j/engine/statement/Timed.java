package io.github.bmt4j.engine.statement;

import io.github.bmt4j.result.Ending;
import io.github.bmt4j.workload.Answer;
import org.jspecify.annotations.Nullable;

/**
 * What became of one statement on one connection.
 *
 * @param firstRowNanos from its begin to its first row; negative without one
 * @param lastRowNanos from its begin to its end, whatever that was; negative when it never began
 * @param clientNanos what decoding and keeping its rows took here, within that
 * @param rows that arrived, or that it wrote
 * @param answer absent when it was not kept, or is not whole
 */
record Timed(
    Ending ending,
    long firstRowNanos,
    long lastRowNanos,
    long clientNanos,
    long rows,
    @Nullable Answer answer) {
  static Timed notBegun(Ending ending) {
    return new Timed(ending, -1, -1, 0, 0, null);
  }
}
