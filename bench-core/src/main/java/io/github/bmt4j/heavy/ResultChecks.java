package io.github.bmt4j.heavy;

import static io.github.bmt4j.report.Lines.words;

import io.github.bmt4j.heavy.Batch.Performed;
import io.github.bmt4j.heavy.StatementResult.Compared;
import io.github.bmt4j.heavy.StatementResult.Execution;
import io.github.bmt4j.heavy.StatementResult.Timing;
import io.github.bmt4j.progress.StopSignal;
import io.github.bmt4j.report.Reason;
import io.github.bmt4j.report.Reason.Code;
import io.github.bmt4j.workload.AnswerRows;
import io.github.bmt4j.workload.HeavyStatement;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The answers of timed statements, kept until they are compared with computed answers: computing
 * takes the processors that timing needs. Used by one thread.
 */
final class ResultChecks {
  private final List<HeavyStatement> statements;
  private final boolean wanted;
  private final StopSignal stop;
  private final Map<String, AnswerRows> firsts = new HashMap<>();
  private final IdentityHashMap<Execution, AnswerRows> kept = new IdentityHashMap<>();
  private final Set<Reason> problems = new HashSet<>();

  ResultChecks(List<HeavyStatement> statements, boolean wanted, StopSignal stop) {
    this.statements = List.copyOf(statements);
    this.wanted = wanted;
    this.stop = stop;
  }

  /** Keeps answers; the same answer is kept once, however often it was given. */
  void add(String statement, List<Performed> all) {
    for (Performed one : all) {
      AnswerRows answer = one.answer();
      if (answer != null) {
        AnswerRows first = firsts.putIfAbsent(statement, answer);
        kept.put(one.execution(), answer.equals(first) ? first : answer);
      }
    }
  }

  boolean pending() {
    return wanted && !stop.given() && !kept.isEmpty();
  }

  /** The timings, with the outcome of the comparison in each of their executions. */
  List<Timing> compared(List<Timing> timings) {
    if (!pending()) {
      return List.copyOf(timings);
    }
    Map<String, AnswerRows> expected = expected();
    return timings.stream().map(timing -> compared(timing, expected)).toList();
  }

  List<Reason> problems() {
    return problems.stream().sorted(Comparator.comparing(Reason::text)).toList();
  }

  private Map<String, AnswerRows> expected() {
    Map<String, AnswerRows> expected = new HashMap<>();
    for (HeavyStatement statement : statements) {
      if (firsts.containsKey(statement.name()) && !stop.given()) {
        Optional<AnswerRows> computed = statement.expected();
        computed.ifPresent(answer -> expected.put(statement.name(), answer));
      }
    }
    return expected;
  }

  private Timing compared(Timing timing, Map<String, AnswerRows> expected) {
    AnswerRows computed = expected.get(timing.variant().statement());
    if (computed == null) {
      return timing;
    }
    List<Execution> executions = new ArrayList<>();
    for (Execution execution : timing.executions()) {
      AnswerRows given = kept.get(execution);
      executions.add(given == null ? execution : compared(timing, execution, given, computed));
    }
    return new Timing(timing.variant(), timing.repetition(), executions, timing.oltp());
  }

  private Execution compared(
      Timing timing, Execution execution, AnswerRows given, AnswerRows expected) {
    boolean equal = given.equals(expected);
    if (!equal) {
      problems.add(
          Code.WRONG_ANSWER.of(
              words(
                  "%s (%s) gave a wrong answer: %,d rows, of which %,d are not among the %,d that"
                      + " were computed; were the tables changed, or not created by bmt"
                      + " (--verify=off)?",
                  timing.variant().statement(),
                  timing.variant().form().word(),
                  given.rows().size(),
                  given.rows().stream().filter(row -> !expected.rows().contains(row)).count(),
                  expected.rows().size())));
    }
    return execution.answered(equal ? Compared.EQUAL : Compared.DIFFERENT);
  }
}
