package io.github.bmt4j.failover.figures;

import io.github.bmt4j.failover.figures.Gaps.Gap;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The times after the fault in which nothing succeeded: gaps that are more than noise. Gaps are
 * never merged over a time that went well; the figures are those of the longest.
 *
 * @param longest the longest of {@code counted}
 * @param counted those that come from the fault; all, when none is known to
 * @param parts all of them, in their order
 * @param settled whether they are proven to be over: the settle time after them was observed
 */
record Outage(Gap longest, List<Gap> counted, List<Gap> parts, boolean settled) {
  /**
   * How many times as long as noise a gap must be that neither a step of the fault nor an error
   * explains: of equally many gaps after the fault, the longest exceeds that of the baseline in
   * every second repetition.
   */
  static final int UNEXPLAINED = 3;

  /** The outage of a probe; nothing when it had none, or did not run. */
  static Optional<Outage> of(
      ProbeKind probe, Operations operations, Evidence evidence, Limits limits) {
    if (!evidence.ran(probe)) {
      return Optional.empty();
    }
    Gaps gaps = new Gaps(operations.okEnds(probe), evidence.intervalNanos(probe), evidence, limits);
    Predicate<Gap> explained =
        gap ->
            operations.explain(probe, gap)
                || (!evidence.triggered()
                    && evidence.strikes(gap.beginNanos(), gap.endNanos(), limits));
    List<Gap> parts =
        gaps.afterFault().stream()
            .filter(gaps::significant)
            .filter(
                gap ->
                    gap.nanos() > limits.stallNanos()
                        || explained.test(gap)
                        || gap.nanos() > UNEXPLAINED * gaps.thresholdNanos())
            .toList();
    List<Gap> own =
        parts.stream().filter(gap -> explained.test(gap) || !evidence.isPaused(gap)).toList();
    // A write outage that is nothing but pauses is shown, and makes the repetition INVALID.
    boolean alone = own.isEmpty() && probe == ProbeKind.WRITER;
    return of(alone ? parts : own, explained, evidence.intervalNanos(probe), evidence, limits);
  }

  /**
   * The outage that some gaps make.
   *
   * @param parts the gaps, in their order
   * @param explained whether a gap under the stall limit comes from the fault; where bmt knows when
   *     it did what, others may be anything, and one is the longest only without such a gap
   */
  static Optional<Outage> of(
      List<Gap> parts,
      Predicate<Gap> explained,
      long intervalNanos,
      Evidence evidence,
      Limits limits) {
    List<Gap> trouble =
        parts.stream()
            .filter(gap -> gap.nanos() > limits.stallNanos() || explained.test(gap))
            .toList();
    List<Gap> counted = trouble.isEmpty() || evidence.triggered() ? parts : trouble;
    boolean settled =
        trouble.isEmpty()
            || isOver(trouble.get(trouble.size() - 1), intervalNanos, evidence, limits);
    return counted.stream()
        .max(Comparator.comparingLong(Gap::nanos))
        .map(longest -> new Outage(longest, counted, parts, settled));
  }

  private static boolean isOver(Gap last, long intervalNanos, Evidence evidence, Limits limits) {
    // A trial ends the settle time after the last trouble, and gaps under the stall limit are
    // none; they begin at most that much later.
    long noTrouble = last.nanos() > limits.stallNanos() ? 0 : limits.stallNanos();
    return last.closed() && limits.settled(last.endNanos() - noTrouble - intervalNanos, evidence);
  }

  long beginNanos() {
    return longest.beginNanos();
  }

  /** The first success after the longest gap; when there was none, the end of the observation. */
  long endNanos() {
    return longest.endNanos();
  }

  /** Whether there was a success after the longest gap. */
  boolean ended() {
    return longest.closed();
  }

  /** How long nothing had succeeded at the end of the observation; 0 when something did. */
  long openNanos() {
    Gap last = parts.get(parts.size() - 1);
    return last.closed() ? 0 : last.nanos();
  }

  /** Length of the longest gap. */
  long nanos() {
    return longest.nanos();
  }

  /** Length of the longest gap; absent when they are not proven to be over. */
  @Nullable Double millis() {
    return settled ? (Double) Millis.of(nanos()) : null;
  }

  /** How long the longest gap was at least, when they are not proven to be over. */
  @Nullable Double atLeastMillis() {
    return settled ? null : (Double) Millis.of(nanos());
  }

  /** The sum of the gaps, when there are several and they are proven to be over. */
  @Nullable Double sumMillis() {
    return parts.size() > 1 && settled
        ? (Double) Millis.of(parts.stream().mapToLong(Gap::nanos).sum())
        : null;
  }

  /** How long it was while the gaps of another were not, in ns. */
  long nanosOutside(List<Gap> others) {
    long outside = 0;
    for (Gap part : counted) {
      outside += part.nanos();
      for (Gap other : others) {
        long both =
            Math.min(part.endNanos(), other.endNanos())
                - Math.max(part.beginNanos(), other.beginNanos());
        outside -= Math.max(0, both);
      }
    }
    return outside;
  }

  /** Whether one of the gaps has a moment in common with another one. */
  boolean overlaps(Gap other) {
    return counted.stream()
        .anyMatch(
            part -> part.beginNanos() < other.endNanos() && part.endNanos() > other.beginNanos());
  }
}
