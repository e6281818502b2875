package io.github.bmt4j.heavy;

import static io.github.bmt4j.report.Lines.words;

import io.github.bmt4j.heavy.StatementResult.Compared;
import io.github.bmt4j.heavy.StatementResult.Execution;
import io.github.bmt4j.heavy.StatementResult.Timing;
import io.github.bmt4j.progress.StopSignal;
import io.github.bmt4j.workload.Answer;
import io.github.bmt4j.workload.HeavyStatement;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The answers of timed statements, kept until they are compared with those that are computed here:
 * computing takes the processors that timing needs. Used by one thread.
 */
final class ResultChecks {
  private final List<HeavyStatement> statements;
  private final boolean wanted;
  private final StopSignal stop;
  private final Map<String, Answer> firsts = new HashMap<>();
  private final List<List<@Nullable Answer>> kept = new ArrayList<>();
  private final Set<String> problems = new HashSet<>();

  /**
   * @param wanted whether they are compared at all
   */
  ResultChecks(List<HeavyStatement> statements, boolean wanted, StopSignal stop) {
    this.statements = List.copyOf(statements);
    this.wanted = wanted;
    this.stop = stop;
  }

  void add(String statement, List<@Nullable Answer> answers) {
    List<@Nullable Answer> shared = new ArrayList<>();
    for (Answer answer : answers) {
      shared.add(answer == null ? null : shared(statement, answer));
    }
    kept.add(shared);
  }

  void none() {
    kept.add(List.of());
  }

  boolean pending() {
    return wanted
        && !stop.given()
        && kept.stream().flatMap(List::stream).anyMatch(Objects::nonNull);
  }

  /** The timings, and what the comparison says in each of their executions. */
  List<Timing> compared(List<Timing> timings) {
    if (!pending()) {
      return List.copyOf(timings);
    }
    Map<String, Answer> expected = expected();
    List<Timing> compared = new ArrayList<>();
    for (int i = 0; i < timings.size(); i++) {
      compared.add(compared(timings.get(i), kept.get(i), expected));
    }
    return compared;
  }

  List<String> problems() {
    return problems.stream().sorted().toList();
  }

  /** The same answer is kept once, however often it was given. */
  private Answer shared(String statement, Answer answer) {
    Answer first = firsts.putIfAbsent(statement, answer);
    return answer.equals(first) ? first : answer;
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

  private Timing compared(
      Timing timing, List<@Nullable Answer> answers, Map<String, Answer> expected) {
    Answer wantedAnswer = expected.get(timing.variant().statement());
    if (wantedAnswer == null) {
      return timing;
    }
    List<Execution> executions = new ArrayList<>();
    for (int i = 0; i < timing.executions().size(); i++) {
      Answer given = i < answers.size() ? answers.get(i) : null;
      Execution execution = timing.executions().get(i);
      executions.add(given == null ? execution : compared(timing, execution, given, wantedAnswer));
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
