package io.github.bmt4j.ddl;

import static io.github.bmt4j.report.Lines.words;

import io.github.bmt4j.ddl.AlterResult.Alter;
import io.github.bmt4j.experiment.Verdict;
import io.github.bmt4j.jdbc.ServerPulse;
import io.github.bmt4j.outcome.OutcomeKind;
import io.github.bmt4j.outcome.StatementOutcome;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * Verdict on the figures of ALTERs. That the server refuses an algorithm, runs out of space or
 * loses the connection, or that a limit strikes, is a finding; anything else that keeps an ALTER
 * from its end is not.
 */
final class AlterJudgement {
  private AlterJudgement() {}

  static Verdict judge(List<Alter> alters, int planned, boolean stopped) {
    List<String> reasons = new ArrayList<>();
    for (Alter alter : alters) {
      StatementOutcome outcome = alter.ending();
      if (!isFinding(outcome)) {
        reasons.add(alter.label() + " did not end: " + outcome.words());
      }
      alter.problems().forEach(problem -> reasons.add(alter.label() + ": " + problem));
    }
    String end = words("after %d of %d ALTERs", alters.size(), planned);
    if (stopped) {
      reasons.add("interrupted " + end);
    } else if (alters.size() < planned) {
      boolean silent = alters.stream().anyMatch(AlterJudgement::isSilent);
      reasons.add("ended " + end + (silent ? ", because the server did not answer" : ""));
    }
    return Verdict.of(reasons);
  }

  /** Returns true if the server was given up during it: the others would wait for nothing. */
  static boolean isSilent(Alter alter) {
    return Stream.concat(alter.notes().stream(), Stream.ofNullable(alter.ending().message()))
        .anyMatch(words -> words.contains(ServerPulse.SILENT));
  }

  /** The user may ask for an algorithm that is refused, and for a limit to waiting. */
  private static boolean isFinding(StatementOutcome outcome) {
    return outcome.finding()
        || outcome.outcome() == OutcomeKind.REFUSED
        || outcome.outcome() == OutcomeKind.LOCK_TIMEOUT;
  }
}
