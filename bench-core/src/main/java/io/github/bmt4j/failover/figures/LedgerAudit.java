package io.github.bmt4j.failover.figures;

import static io.github.bmt4j.report.Lines.words;

import io.github.bmt4j.failover.figures.FailoverFigures.AmbiguousWrites;
import io.github.bmt4j.failover.figures.FailoverFigures.LedgerCounts;
import io.github.bmt4j.outcome.Outcome;
import io.github.bmt4j.report.Reason;
import io.github.bmt4j.report.Reason.Code;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Comparison of the outcomes that the application saw with the ledgers.
 *
 * @param counts absent if the ledger of the final primary was not read
 * @param problems contradictions that no server can cause, which put the figures in doubt
 */
record LedgerAudit(@Nullable LedgerCounts counts, List<Reason> problems) {
  private record Write(long sequence, int attempt) {}

  static LedgerAudit of(Evidence evidence) {
    List<Operation> attempts =
        evidence.client().operations().stream()
            .filter(attempt -> attempt.probe() == ProbeKind.WRITER)
            .toList();
    List<Reason> problems = problems(attempts, evidence.servers().ledgers());
    LedgerCopy decisive = copy(evidence.servers().ledgers(), evidence.primaries().newPrimary());
    if (decisive == null) {
      return new LedgerAudit(null, problems);
    }
    Map<Long, Long> rows =
        decisive.rows().stream()
            .collect(Collectors.groupingBy(LedgerCopy.Row::sequence, Collectors.counting()));
    Set<Write> present = writes(decisive);
    long lost =
        attempts.stream()
            .filter(attempt -> attempt.ok() && !rows.containsKey(attempt.sequence()))
            .count();
    return new LedgerAudit(
        new LedgerCounts(
            lost,
            ambiguous(attempts, present),
            rows.values().stream().filter(count -> count > 1).count(),
            divergent(evidence, decisive, present)),
        problems);
  }

  private static AmbiguousWrites ambiguous(List<Operation> attempts, Set<Write> present) {
    List<Operation> unknown =
        attempts.stream().filter(attempt -> attempt.outcome() == Outcome.UNKNOWN).toList();
    long applied = unknown.stream().filter(attempt -> present.contains(write(attempt))).count();
    return new AmbiguousWrites(applied, unknown.size() - applied);
  }

  private static @Nullable Long divergent(
      Evidence evidence, LedgerCopy decisive, Set<Write> present) {
    LedgerCopy old = copy(evidence.servers().ledgers(), evidence.primaries().oldPrimary());
    if (old == null || old.node().equals(decisive.node())) {
      return null;
    }
    return old.rows().stream()
        .filter(row -> !present.contains(new Write(row.sequence(), row.attempt())))
        .count();
  }

  private static List<Reason> problems(List<Operation> attempts, List<LedgerCopy> ledgers) {
    Set<Write> failed = writes(attempts, attempt -> attempt.outcome() == Outcome.FAILED);
    Set<Write> begun = writes(attempts, attempt -> !attempt.unserved());
    List<Reason> problems = new ArrayList<>();
    for (LedgerCopy ledger : ledgers) {
      Set<Write> rows = writes(ledger);
      say(
          problems,
          rows.stream().filter(failed::contains).count(),
          "%,d writes counted as FAILED (certainly not applied) are in the ledger of %s: outcomes"
              + " were misjudged",
          ledger.node());
      say(
          problems,
          rows.stream().filter(row -> row.sequence() >= 0 && !begun.contains(row)).count(),
          "%,d rows in the ledger of %s are of writes that the client does not know",
          ledger.node());
    }
    return List.copyOf(problems);
  }

  private static void say(List<Reason> problems, long count, String words, String node) {
    if (count > 0) {
      problems.add(Code.COUNTS_DIFFER.of(words(words, count, node)));
    }
  }

  private static @Nullable LedgerCopy copy(List<LedgerCopy> ledgers, @Nullable String node) {
    return ledgers.stream().filter(ledger -> ledger.node().equals(node)).findFirst().orElse(null);
  }

  private static Set<Write> writes(LedgerCopy ledger) {
    return ledger.rows().stream()
        .map(row -> new Write(row.sequence(), row.attempt()))
        .collect(Collectors.toSet());
  }

  private static Set<Write> writes(List<Operation> attempts, Predicate<Operation> which) {
    return attempts.stream().filter(which).map(LedgerAudit::write).collect(Collectors.toSet());
  }

  private static Write write(Operation attempt) {
    return new Write(attempt.sequence(), attempt.attempt());
  }
}
