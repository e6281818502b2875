package io.github.bmt4j.analysis;

import io.github.bmt4j.measure.Failure;
import io.github.bmt4j.measure.StatementEnd;
import io.github.bmt4j.result.Ending;
import org.jspecify.annotations.Nullable;

/** How a statement ended, in the stored form. */
public final class Endings {
  private static final double NANOS_PER_MILLI = 1e6;

  private Endings() {}

  /** It did what it should. */
  public static Ending done(long afterNanos) {
    return new Ending(StatementEnd.DONE.word(), millis(afterNanos), null, null, null);
  }

  /**
   * It failed.
   *
   * @param afterNanos time from its begin to its failure; negative when it never began
   * @param stopped whether the user had ended the run: what fails then was ended by us
   */
  public static Ending failed(Failure failure, long afterNanos, boolean stopped) {
    StatementEnd end = stopped ? StatementEnd.STOPPED : StatementEnd.of(failure);
    return new Ending(
        end.word(),
        millis(afterNanos),
        failure.code(),
        failure.sqlState().isEmpty() ? null : failure.sqlState(),
        failure.message());
  }

  /** It never began, because the server lacks what it needs. */
  public static Ending leftOut(String why) {
    return new Ending(StatementEnd.LEFT_OUT.word(), null, null, null, why);
  }

  /** It never began, because the user ended the run before it. */
  public static Ending stopped() {
    return new Ending(StatementEnd.STOPPED.word(), null, null, null, null);
  }

  private static @Nullable Double millis(long nanos) {
    return nanos < 0 ? null : (Double) Percentiles.millis(nanos);
  }
}
