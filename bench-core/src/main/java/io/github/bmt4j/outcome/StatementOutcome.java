package io.github.bmt4j.outcome;

import org.jspecify.annotations.Nullable;

/**
 * How a heavy statement ended.
 *
 * @param outcome {@code done}, {@code connection_lost}, {@code time_limit}, {@code interrupted},
 *     {@code table_full}, {@code no_space}, {@code sort_aborted}, {@code refused}, {@code
 *     lock_timeout}, {@code failed}, {@code stopped}, {@code left_out}
 * @param afterMs time from its start to this end, in ms; absent when it never began
 * @param code vendor code; absent without an error
 * @param message the server's or driver's words; for {@code left_out} ours
 */
public record StatementOutcome(
    String outcome,
    @Nullable Double afterMs,
    @Nullable Integer code,
    @Nullable String sqlState,
    @Nullable String message) {
  /** The outcome of a statement that did what it should. */
  static final String DONE = "done";

  /** Whether it did what it should. */
  public boolean done() {
    return outcome.equals(DONE);
  }
}
