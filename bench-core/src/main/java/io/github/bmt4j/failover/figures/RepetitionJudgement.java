package io.github.bmt4j.failover.figures;

import static io.github.bmt4j.report.Lines.words;

import io.github.bmt4j.experiment.Verdict;
import io.github.bmt4j.failover.figures.Repetition.ErrorCount;
import io.github.bmt4j.outcome.Failure;
import java.util.ArrayList;
import java.util.List;

/**
 * Judges whether the figures of a repetition, and of all, may be used. The limits are listed in
 * docs/method.md.
 */
public final class RepetitionJudgement {
  private RepetitionJudgement() {}

  /**
   * Judges a repetition. An application that never recovers is no reason: that is an answer.
   *
   * @param problems problems that spoiled it, in words
   * @param errors of all probes from the start of the baseline on
   * @param client objections to the client
   * @param baseline objections to the time before the fault
   */
  static Verdict judge(
      Evidence evidence,
      List<String> problems,
      List<ErrorCount> errors,
      List<String> client,
      List<String> baseline) {
    List<String> reasons = new ArrayList<>(problems);
    // What the application saw then is the loss of bmt's tables, not that of a server.
    if (errors.stream().anyMatch(error -> error.code() == Failure.NO_SUCH_TABLE)) {
      reasons.add(
          "a server did not have bmt's tables (error 1146): they had not been replicated to it when"
              + " it was used; let it catch up before the change");
    }
    // Where something else went wrong, that is the reason.
    if (problems.isEmpty()
        && evidence.timeline().stream()
            .noneMatch(
                event ->
                    (event.kind() == TimelineEvent.Kind.INJECTED
                            || event.kind() == TimelineEvent.Kind.TRIGGERED)
                        && event.atNanos() >= evidence.t0Nanos())) {
      reasons.add("nothing shows that the fault was injected");
    }
    reasons.addAll(baseline);
    reasons.addAll(client);
    return Verdict.of(reasons);
  }

  /**
   * Judges a run: every repetition must be VALID. Those that are not may be the worst ones, and
   * figures without them would flatter.
   *
   * @param wanted number of repetitions that were asked for
   */
  public static Verdict overall(List<Repetition> repetitions, int wanted) {
    List<String> reasons = new ArrayList<>();
    if (repetitions.size() < wanted) {
      boolean ended = repetitions.stream().anyMatch(one -> one.cannotWork() != null);
      reasons.add(
          words(
              "%s: %d of %d repetitions",
              ended ? "ended early" : "interrupted", repetitions.size(), wanted));
    }
    for (Repetition repetition : repetitions) {
      for (String reason : repetition.verdict().reasons()) {
        reasons.add(words("repetition %d: %s", repetition.number(), reason));
      }
    }
    return Verdict.of(reasons);
  }
}
