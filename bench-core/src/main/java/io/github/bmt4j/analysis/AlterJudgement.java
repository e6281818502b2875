package io.github.bmt4j.analysis;

import io.github.bmt4j.experiment.Verdict;
import io.github.bmt4j.measure.StatementEnd;
import io.github.bmt4j.result.AlterResult.Alter;
import io.github.bmt4j.result.Ending;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Whether the figures of ALTERs may be used. That the server refuses an algorithm, runs out of
 * space or loses the connection, or that a limit strikes, is a finding; anything else that keeps an
 * ALTER from its end is not.
 */
public final class AlterJudgement {
  private AlterJudgement() {}

  /**
   * Judges a run.
   *
   * @param planned how many ALTERs there should be
   * @param stopped whether the user ended it
   */
  public static Verdict judge(List<Alter> alters, int planned, boolean stopped) {
    List<String> reasons = new ArrayList<>();
    for (Alter alter : alters) {
      Ending ending = alter.ending();
      if (!isFinding(ending)) {
        reasons.add(
            String.format(
                Locale.ROOT,
                "%s did not end: %s%s",
                alter.label(),
                ending.outcome(),
                ending.code() == null ? "" : ", error " + ending.code()));
      }
      alter.problems().forEach(problem -> reasons.add(alter.label() + ": " + problem));
    }
    if (stopped && alters.size() < planned) {
      reasons.add(
          String.format(Locale.ROOT, "stopped after %d of %d ALTERs", alters.size(), planned));
    }
    return Verdict.of(reasons);
  }

  /** The user may ask for an algorithm that is refused, and for a limit to waiting. */
  private static boolean isFinding(Ending ending) {
    return Endings.isFinding(ending)
        || ending.outcome().equals(StatementEnd.REFUSED.word())
        || ending.outcome().equals(StatementEnd.LOCK_TIMEOUT.word());
  }
}
