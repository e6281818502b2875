package io.github.bmt4j.failover.figures;

import static io.github.bmt4j.report.Lines.words;

import io.github.bmt4j.experiment.Verdict;
import io.github.bmt4j.failover.figures.Repetition.ErrorCount;
import io.github.bmt4j.outcome.Failure;
import io.github.bmt4j.report.Reason;
import io.github.bmt4j.report.Reason.Code;
import java.util.ArrayList;
import java.util.List;

/**
 * Judges whether the figures of a repetition, and of the whole run, may be used. The limits are
 * listed in docs/method.md.
 */
public final class RepetitionJudgement {
  private RepetitionJudgement() {}

  /**
   * Judges a repetition. An application that never recovers is a result, not a reason for INVALID.
   *
   * @param problems problems that spoiled it, in words
   * @param errors of all probes from the start of the baseline on
   * @param client objections to the client
   * @param baseline objections to the time before the fault
   */
  static Verdict judge(
      Evidence evidence,
      List<Reason> problems,
      List<ErrorCount> errors,
      List<Reason> client,
      List<Reason> baseline) {
    List<Reason> reasons = new ArrayList<>(problems);
    // The application then saw the loss of bmt's tables, not the loss of a server.
    if (errors.stream().anyMatch(error -> error.code() == Failure.NO_SUCH_TABLE)) {
      reasons.add(
          Code.TABLES_DIFFER.of(
              "a server did not have bmt's tables (error 1146): they had not been replicated to it"
                  + " when it was used; let it catch up before the change"));
    }
    // If something else went wrong, that is the reason.
    if (problems.isEmpty()
        && evidence.timeline().stream()
            .noneMatch(
                event ->
                    (event.kind() == TimelineEvent.Kind.INJECTED
                            || event.kind() == TimelineEvent.Kind.TRIGGERED)
                        && event.atNanos() >= evidence.t0Nanos())) {
      reasons.add(Code.FAULT_FAILED.of("nothing shows that the fault was injected"));
    }
    reasons.addAll(baseline);
    reasons.addAll(client);
    return Verdict.of(reasons);
  }

  /**
   * Judges a run: every repetition must be VALID. INVALID ones may be the worst, and figures
   * without them would flatter.
   *
   * @param wanted number of repetitions that were asked for
   */
  public static Verdict overall(List<Repetition> repetitions, int wanted) {
    List<Reason> reasons = new ArrayList<>();
    if (repetitions.size() < wanted) {
      boolean ended = repetitions.stream().anyMatch(one -> one.cannotWork() != null);
      reasons.add(
          (ended ? Code.ENDED_EARLY : Code.INTERRUPTED)
              .of(
                  words(
                      "%s: %d of %d repetitions",
                      ended ? "ended early" : "interrupted", repetitions.size(), wanted)));
    }
    for (Repetition repetition : repetitions) {
      for (Reason reason : repetition.verdict().reasons()) {
        reasons.add(reason.in(words("repetition %d", repetition.number())));
      }
    }
    return Verdict.of(reasons);
  }
}
