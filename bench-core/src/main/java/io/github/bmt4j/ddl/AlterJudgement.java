package io.github.bmt4j.ddl;

import static io.github.bmt4j.report.Lines.words;

import io.github.bmt4j.ddl.AlterResult.Alter;
import io.github.bmt4j.ddl.AlterScenario.Algorithm;
import io.github.bmt4j.experiment.Verdict;
import io.github.bmt4j.outcome.OutcomeKind;
import io.github.bmt4j.outcome.StatementOutcome;
import io.github.bmt4j.report.Reason;
import io.github.bmt4j.report.Reason.Code;
import java.util.ArrayList;
import java.util.List;

/**
 * Verdict on the figures of ALTERs. A refused algorithm, a full disk, a lost connection or a limit
 * that was hit is a finding; anything else that keeps an ALTER from its end makes the result
 * INVALID.
 */
final class AlterJudgement {
  private AlterJudgement() {}

  static Verdict judge(List<Alter> alters, int planned, boolean stopped, boolean silent) {
    List<Reason> reasons = new ArrayList<>();
    for (Alter alter : alters) {
      StatementOutcome outcome = alter.ending();
      if (!isFinding(outcome)) {
        String how =
            alter.order().algorithm() == Algorithm.TOOL
                ? String.valueOf(outcome.message())
                : outcome.words();
        reasons.add(Code.STATEMENT_FAILED.of(alter.label() + " did not end: " + how));
      }
      alter.problems().forEach(problem -> reasons.add(problem.in(alter.label())));
    }
    String end = words("after %d of %d ALTERs", alters.size(), planned);
    if (stopped) {
      reasons.add(Code.INTERRUPTED.of("interrupted " + end));
    } else if (alters.size() < planned) {
      reasons.add(
          Code.ENDED_EARLY.of(
              "ended " + end + (silent ? ", because the server did not answer" : "")));
    }
    return Verdict.of(reasons);
  }

  /** The user may ask for an algorithm that the server refuses, and may limit the wait. */
  private static boolean isFinding(StatementOutcome outcome) {
    return outcome.finding()
        || outcome.outcome() == OutcomeKind.REFUSED
        || outcome.outcome() == OutcomeKind.LOCK_TIMEOUT;
  }
}
