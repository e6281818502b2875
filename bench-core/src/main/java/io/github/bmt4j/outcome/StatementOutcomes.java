package io.github.bmt4j.outcome;

import io.github.bmt4j.clock.Percentiles;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Outcomes of statements in the stored form. */
public final class StatementOutcomes {
  /** What a server may do to a heavy statement: something to know about it, whatever it was. */
  private static final Set<String> FINDINGS =
      Stream.of(
              OutcomeKind.DONE,
              OutcomeKind.CONNECTION_LOST,
              OutcomeKind.TIME_LIMIT,
              OutcomeKind.TABLE_FULL,
              OutcomeKind.NO_SPACE,
              OutcomeKind.SORT_ABORTED)
          .map(OutcomeKind::word)
          .collect(Collectors.toUnmodifiableSet());

  private StatementOutcomes() {}

  /**
   * Returns true if it is a finding about the server, so that the run stays valid: it did what it
   * should, or the server lost its connection, ran into its limit or out of space. An error that
   * was not foreseen, another client's KILL QUERY and a connection that could not be opened in the
   * first place say nothing.
   */
  public static boolean isFinding(StatementOutcome outcome) {
    return FINDINGS.contains(outcome.outcome()) && outcome.afterMs() != null;
  }

  /**
   * Returns true if its time can be compared: it did what it should, or took at least that long
   * before something ended it.
   */
  public static boolean isTimed(StatementOutcome outcome) {
    return outcome.afterMs() != null
        && !outcome.outcome().equals(OutcomeKind.REFUSED.word())
        && !outcome.outcome().equals(OutcomeKind.STOPPED.word());
  }

  /** It did what it should. */
  public static StatementOutcome done(long afterNanos) {
    return new StatementOutcome(OutcomeKind.DONE.word(), millis(afterNanos), null, null, null);
  }

  /**
   * It failed.
   *
   * @param afterNanos time from its start to its failure; negative when it never began
   * @param end what it is called
   * @param more added to the driver's words
   */
  public static StatementOutcome failed(
      Failure failure, long afterNanos, OutcomeKind end, String more) {
    return new StatementOutcome(
        end.word(),
        millis(afterNanos),
        failure.code(),
        failure.sqlState().isEmpty() ? null : failure.sqlState(),
        failure.message() + more);
  }

  /** It never began, because the server lacks what it needs. */
  public static StatementOutcome leftOut(String why) {
    return new StatementOutcome(OutcomeKind.LEFT_OUT.word(), null, null, null, why);
  }

  /** It failed by a mistake of bmt. */
  public static StatementOutcome mistaken(Throwable mistake) {
    return new StatementOutcome(OutcomeKind.FAILED.word(), null, null, null, mistake.toString());
  }

  /** It never began, because the user ended the run before it. */
  public static StatementOutcome stopped() {
    return new StatementOutcome(OutcomeKind.STOPPED.word(), null, null, null, null);
  }

  private static @Nullable Double millis(long nanos) {
    return nanos < 0 ? null : (Double) Percentiles.millis((double) nanos);
  }
}
