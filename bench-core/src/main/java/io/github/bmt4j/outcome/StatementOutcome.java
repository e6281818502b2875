package io.github.bmt4j.outcome;

import io.github.bmt4j.clock.Percentiles;
import java.util.EnumSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Outcome of a heavy statement or an ALTER.
 *
 * @param afterMs from its start to this end; absent when it never began
 * @param code vendor code; absent without an error
 * @param message the server's or driver's message; for {@code left_out} bmt's
 */
public record StatementOutcome(
    OutcomeKind outcome,
    @Nullable Double afterMs,
    @Nullable Integer code,
    @Nullable String sqlState,
    @Nullable String message) {
  private static final Set<OutcomeKind> FINDINGS =
      EnumSet.of(
          OutcomeKind.DONE,
          OutcomeKind.CONNECTION_LOST,
          OutcomeKind.TIME_LIMIT,
          OutcomeKind.TABLE_FULL,
          OutcomeKind.NO_SPACE,
          OutcomeKind.SORT_ABORTED);

  /** Returns true if it succeeded. */
  public boolean done() {
    return outcome == OutcomeKind.DONE;
  }

  /**
   * Returns true if it is a finding about the server, so that the run stays valid: it succeeded, or
   * the server lost its connection, ran into its limit or out of space. An unforeseen error,
   * another client's KILL QUERY and a connection that could not be opened are no findings.
   */
  public boolean finding() {
    return FINDINGS.contains(outcome) && afterMs != null;
  }

  /**
   * Returns true if its time can be compared: it succeeded, or took at least that long before
   * something ended it.
   */
  public boolean timed() {
    return afterMs != null && outcome != OutcomeKind.REFUSED && outcome != OutcomeKind.STOPPED;
  }

  /** Its outcome and error code in words. */
  public String words() {
    return outcome.word() + (code == null ? "" : ", error " + code);
  }

  /** The outcome of a successful statement. */
  public static StatementOutcome doneAfter(long nanos) {
    return new StatementOutcome(OutcomeKind.DONE, millis(nanos), null, null, null);
  }

  /**
   * The outcome of a statement that failed.
   *
   * @param afterNanos from its start to its failure; negative when it never began
   * @param more added to the driver's words
   */
  public static StatementOutcome failed(
      Failure failure, long afterNanos, OutcomeKind outcome, String more) {
    return new StatementOutcome(
        outcome,
        millis(afterNanos),
        failure.code(),
        failure.sqlState().isEmpty() ? null : failure.sqlState(),
        failure.message() + more);
  }

  /** The outcome of a statement that was not tried. */
  public static StatementOutcome leftOut(String why) {
    return new StatementOutcome(OutcomeKind.LEFT_OUT, null, null, null, why);
  }

  /** The outcome of a statement that failed because of an error in bmt. */
  public static StatementOutcome mistaken(Throwable mistake) {
    return new StatementOutcome(OutcomeKind.FAILED, null, null, null, mistake.toString());
  }

  /** The outcome of a statement that the user ended before it began. */
  public static StatementOutcome stopped() {
    return new StatementOutcome(OutcomeKind.STOPPED, null, null, null, null);
  }

  private static @Nullable Double millis(long nanos) {
    return nanos < 0 ? null : (Double) Percentiles.millis(nanos);
  }
}
