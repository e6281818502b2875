package io.github.bmt4j.failover.figures;

import io.github.bmt4j.failover.figures.Repetition.ErrorCount;
import io.github.bmt4j.failover.figures.Repetition.ErrorKind;
import io.github.bmt4j.outcome.ErrorPhase;
import io.github.bmt4j.outcome.Failure;
import io.github.bmt4j.outcome.Outcome;
import java.util.Comparator;
import java.util.List;
import java.util.LongSummaryStatistics;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Failed attempts from the start of the baseline on, by kind, ordered by the first of each. */
final class Errors {
  private Errors() {}

  static List<ErrorCount> of(Evidence evidence) {
    Map<ErrorKind, LongSummaryStatistics> ends =
        since(evidence, evidence.fromNanos())
            .collect(
                Collectors.groupingBy(
                    Errors::kind, Collectors.summarizingLong(Operation::endNanos)));
    return ends.entrySet().stream()
        .sorted(
            Comparator.comparing(
                    (Map.Entry<ErrorKind, LongSummaryStatistics> entry) ->
                        entry.getValue().getMin())
                .thenComparing(entry -> entry.getKey().toString()))
        .map(entry -> line(entry.getKey(), entry.getValue(), evidence.t0Nanos()))
        .toList();
  }

  static long count(Evidence evidence) {
    return since(evidence, evidence.t0Nanos()).count();
  }

  private static Stream<Operation> since(Evidence evidence, long nanos) {
    return evidence.client().operations().stream()
        .filter(
            attempt ->
                (attempt.outcome() == Outcome.FAILED || attempt.outcome() == Outcome.UNKNOWN)
                    && attempt.endNanos() >= nanos);
  }

  private static ErrorCount line(ErrorKind kind, LongSummaryStatistics ends, long t0Nanos) {
    return new ErrorCount(
        kind.probe(),
        kind.phase(),
        kind.code(),
        kind.sqlState(),
        kind.outcome(),
        ends.getCount(),
        Millis.of(ends.getMin() - t0Nanos),
        Millis.of(ends.getMax() - t0Nanos));
  }

  /**
   * Words for a failed operation, its phase and its error, such as {@code writer, commit, 1927
   * (70100), UNKNOWN}.
   */
  static String words(Operation attempt) {
    ErrorKind kind = kind(attempt);
    return kind.probe().word()
        + (kind.phase().isEmpty() ? "" : ", " + kind.phase())
        + ", "
        + kind.code()
        + (kind.sqlState().isEmpty() ? "" : " (" + kind.sqlState() + ")")
        + ", "
        + kind.outcome();
  }

  private static ErrorKind kind(Operation attempt) {
    ErrorPhase phase = attempt.phase();
    return new ErrorKind(
        attempt.probe(),
        // The application commits by COMMIT, which has deadlocks only in a cluster.
        phase == null ? "" : Failure.word(phase, attempt.code(), Set.of(ErrorPhase.COMMIT)),
        attempt.code(),
        attempt.sqlState(),
        Objects.requireNonNull(attempt.outcome(), "ended"));
  }
}
