package io.github.bmt4j.heavy;

import static io.github.bmt4j.report.Lines.words;

import io.github.bmt4j.heavy.Batch.Performed;
import io.github.bmt4j.heavy.StatementResult.Compared;
import io.github.bmt4j.heavy.StatementResult.Execution;
import io.github.bmt4j.heavy.StatementResult.Timing;
import io.github.bmt4j.progress.StopSignal;
import io.github.bmt4j.workload.Answer;
import io.github.bmt4j.workload.HeavyStatement;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The answers of timed statements, kept until they are compared with those that are computed here:
 * computing takes the processors that timing needs. Used by one thread.
 */
final class ResultChecks {
  private final List<HeavyStatement> statements;
  private final boolean wanted;
  private final StopSignal stop;
  private final Map<String, Answer> firsts = new HashMap<>();
  private final IdentityHashMap<Execution, Answer> kept = new IdentityHashMap<>();
  private final Set<String> problems = new HashSet<>();

  ResultChecks(List<HeavyStatement> statements, boolean wanted, StopSignal stop) {
    this.statements = List.copyOf(statements);
    this.wanted = wanted;
    this.stop = stop;
  }

  /** Keeps answers; the same answer is kept once, however often it was given. */
  void add(String statement, List<Performed> all) {
    for (Performed one : all) {
      Answer answer = one.answer();
      if (answer != null) {
        Answer first = firsts.putIfAbsent(statement, answer);
        kept.put(one.execution(), answer.equals(first) ? first : answer);
      }
    }
  }

  boolean pending() {
    return wanted && !stop.given() && !kept.isEmpty();
  }

  /** The timings, and what the comparison says in each of their executions. */
  List<Timing> compared(List<Timing> timings) {
    if (!pending()) {
      return List.copyOf(timings);
    }
    Map<String, Answer> expected = expected();
    return timings.stream().map(timing -> compared(timing, expected)).toList();
  }

  List<String> problems() {
    return problems.stream().sorted().toList();
  }

  private Map<String, Answer> expected() {
    Map<String, Answer> expected = new HashMap<>();
    for (HeavyStatement statement : statements) {
      if (firsts.containsKey(statement.name()) && !stop.given()) {
        Optional<Answer> computed = statement.expected();
        computed.ifPresent(answer -> expected.put(statement.name(), answer));
      }
    }
    return expected;
  }

  private Timing compared(Timing timing, Map<String, Answer> expected) {
    Answer computed = expected.get(timing.variant().statement());
    if (computed == null) {
      return timing;
    }
    List<Execution> executions = new ArrayList<>();
    for (Execution execution : timing.executions()) {
      Answer given = kept.get(execution);
      executions.add(given == null ? execution : compared(timing, execution, given, computed));
    }
    return new Timing(timing.variant(), timing.repetition(), executions, timing.oltp());
  }

  private Execution compared(Timing timing, Execution execution, Answer given, Answer expected) {
    boolean equal = given.equals(expected);
    if (!equal) {
      problems.add(
          words(
              "%s (%s) gave a wrong answer: %,d rows, of which %,d are not among the %,d that were"
                  + " computed; were the tables changed, or not created by bmt (--verify=off)?",
              timing.variant().statement(),
              timing.variant().form().word(),
              given.rows().size(),
              given.rows().stream().filter(row -> !expected.rows().contains(row)).count(),
              expected.rows().size()));
    }
    return execution.answered(equal ? Compared.EQUAL : Compared.DIFFERENT);
  }
}
