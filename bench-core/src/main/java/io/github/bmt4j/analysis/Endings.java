package io.github.bmt4j.analysis;

import io.github.bmt4j.measure.Failure;
import io.github.bmt4j.measure.StatementEnd;
import io.github.bmt4j.result.Ending;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** How a statement ended, in the stored form. */
public final class Endings {
  /** What a server may do to a heavy statement: something to know about it, whatever it was. */
  private static final Set<String> FINDINGS =
      Stream.of(
              StatementEnd.DONE,
              StatementEnd.CONNECTION_LOST,
              StatementEnd.TIME_LIMIT,
              StatementEnd.TABLE_FULL,
              StatementEnd.NO_SPACE,
              StatementEnd.SORT_ABORTED)
          .map(StatementEnd::word)
          .collect(Collectors.toUnmodifiableSet());

  private Endings() {}

  /**
   * Whether it says something about the server, so that it leaves a run valid: it did what it
   * should, or the server lost its connection, ran into its limit or out of space. An error that
   * nobody foresaw, somebody else's KILL QUERY and a connection that could not be opened in the
   * first place say nothing.
   */
  static boolean isFinding(Ending ending) {
    return FINDINGS.contains(ending.outcome()) && ending.afterMs() != null;
  }

  /** It did what it should. */
  public static Ending done(long afterNanos) {
    return new Ending(StatementEnd.DONE.word(), millis(afterNanos), null, null, null);
  }

  /**
   * It failed.
   *
   * @param afterNanos time from its begin to its failure; negative when it never began
   * @param end what it is called
   * @param more added to the driver's words
   */
  public static Ending failed(Failure failure, long afterNanos, StatementEnd end, String more) {
    return new Ending(
        end.word(),
        millis(afterNanos),
        failure.code(),
        failure.sqlState().isEmpty() ? null : failure.sqlState(),
        failure.message() + more);
  }

  /** It never began, because the server lacks what it needs. */
  public static Ending leftOut(String why) {
    return new Ending(StatementEnd.LEFT_OUT.word(), null, null, null, why);
  }

  /** It failed by a mistake of ours. */
  public static Ending mistaken(Throwable mistake) {
    return new Ending(StatementEnd.FAILED.word(), null, null, null, mistake.toString());
  }

  /** It never began, because the user ended the run before it. */
  public static Ending stopped() {
    return new Ending(StatementEnd.STOPPED.word(), null, null, null, null);
  }

  private static @Nullable Double millis(long nanos) {
    return nanos < 0 ? null : (Double) Percentiles.millis((double) nanos);
  }
}
