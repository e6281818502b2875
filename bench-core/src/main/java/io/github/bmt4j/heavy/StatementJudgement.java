package io.github.bmt4j.heavy;

import static io.github.bmt4j.report.Lines.words;

import io.github.bmt4j.heavy.StatementResult.Execution;
import io.github.bmt4j.heavy.StatementResult.Step;
import io.github.bmt4j.heavy.StatementResult.Timing;
import io.github.bmt4j.outcome.OutcomeKind;
import io.github.bmt4j.outcome.StatementOutcome;
import io.github.bmt4j.report.Reason;
import io.github.bmt4j.report.Reason.Code;
import io.github.bmt4j.workload.HeavyStatement;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * Verdict on the times of heavy statements.
 *
 * <p>A lost connection, a limit that was hit and a full disk are findings: the other statements'
 * times stay valid. A wrong answer, an unforeseen error and a run that was cut off make the result
 * INVALID.
 */
final class StatementJudgement {
  private StatementJudgement() {}

  static List<Reason> problems(
      List<HeavyStatement> statements,
      List<Timing> timings,
      List<Step> steps,
      List<Reason> known,
      boolean stopped) {
    Set<Reason> problems = new LinkedHashSet<>(known);
    Map<String, HeavyStatement> byName =
        statements.stream().collect(Collectors.toMap(HeavyStatement::name, Function.identity()));
    Map<String, Long> expected = new HashMap<>();
    for (Timing timing : timings) {
      HeavyStatement statement = byName.get(timing.variant().statement());
      for (Execution execution : timing.executions()) {
        problems.addAll(unforeseen(timing.variant().statement(), execution, stopped));
        if (statement != null && execution.ending().done()) {
          long rows = expected.computeIfAbsent(statement.name(), name -> statement.rows());
          problems.addAll(rows(statement, execution, rows));
        }
      }
    }
    steps.forEach(step -> problems.addAll(unforeseen(step.statement(), step.execution(), stopped)));
    if (stopped) {
      problems.add(Code.INTERRUPTED.of("interrupted before its end"));
    }
    if (timings.isEmpty() && steps.isEmpty()) {
      problems.add(Code.NOTHING_MEASURED.of("no statement was timed"));
    }
    return List.copyOf(problems);
  }

  private static List<Reason> unforeseen(String statement, Execution execution, boolean stopped) {
    List<Reason> problems = new ArrayList<>();
    StatementOutcome ending = execution.ending();
    boolean otherwiseSaid =
        ending.outcome() == OutcomeKind.LEFT_OUT
            || (stopped && ending.outcome() == OutcomeKind.STOPPED);
    if (!ending.finding() && !otherwiseSaid) {
      problems.add(
          Code.STATEMENT_FAILED.of(
              words("%s ended with %s: %s", statement, ending.words(), ending.message())));
    }
    return problems;
  }

  private static List<Reason> rows(HeavyStatement statement, Execution execution, long rows) {
    return execution.rows() == rows
        ? List.of()
        : List.of(
            Code.WRONG_ANSWER.of(
                words(
                    "%s gave %,d rows instead of %,d: was its table changed?",
                    statement.name(), execution.rows(), rows)));
  }
}
