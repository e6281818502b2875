package io.github.bmt4j.failover.figures;

import io.github.bmt4j.failover.figures.SignificantGaps.Gap;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The time after the fault in which nothing succeeded: the gap that the fault caused. Gaps are
 * never merged across successes.
 *
 * @param gap the fault's gap. Candidates follow a step of the fault or show it (an operation failed
 *     in the gap, another server took over, no server took writes, or it exceeds the stall limit);
 *     of these the longest if it shows the fault, else the first
 * @param parts all gaps that are more than noise, in their order
 * @param settled true if the outage is proven to be over: the settle time after it was observed
 */
record Outage(Gap gap, List<Gap> parts, boolean settled) {
  /**
   * Least ratio to noise of a gap that neither a step of the fault nor an error explains: by chance
   * alone, the longest gap after the fault exceeds the longest of the baseline in every second
   * repetition.
   */
  static final int UNEXPLAINED = 3;

  /** The gaps of a probe that are more than noise, in their order. */
  static List<Gap> counted(
      ProbeKind probe, Operations operations, Evidence evidence, Limits limits) {
    if (!evidence.ran(probe)) {
      return List.of();
    }
    SignificantGaps gaps =
        new SignificantGaps(
            operations.okEnds(probe), evidence.intervalNanos(probe), evidence, limits);
    Predicate<Gap> explained =
        gap ->
            operations.explain(probe, gap)
                || (!evidence.triggered() && evidence.strikes(gap, limits));
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
    // A write outage that consists of pauses alone is shown, and makes the repetition INVALID.
    return own.isEmpty() && probe == ProbeKind.WRITER ? parts : own;
  }

  /**
   * The outage that some gaps of a probe make; absent if none of them comes from the fault.
   *
   * @param counted the gaps, in their order
   * @param server times in which no server took writes
   */
  static Optional<Outage> of(
      ProbeKind probe,
      List<Gap> counted,
      List<Gap> server,
      Operations operations,
      Evidence evidence,
      Limits limits) {
    Predicate<Gap> shown =
        gap -> operations.explain(probe, gap) || server.stream().anyMatch(gap::overlaps);
    Predicate<Gap> struck = gap -> !evidence.triggered() && evidence.strikes(gap, limits);
    Predicate<Gap> isLong = gap -> gap.nanos() > limits.stallNanos();
    Predicate<Gap> stalled = isLong.and(gap -> !evidence.isClients(gap, limits));
    // A trial waits for failures and stalls, not for shorter gaps in which a server refused or
    // another one took over.
    Predicate<Gap> failed = gap -> operations.failIn(probe, gap);
    List<Gap> trouble =
        counted.stream()
            .filter(
                failed
                    .or(shown.and(isLong))
                    .or(stalled)
                    .or(struck.and(gap -> !evidence.isClients(gap, limits))))
            .toList();
    boolean settled =
        trouble.stream()
            .allMatch(gap -> isOver(gap, failed, evidence.intervalNanos(probe), evidence, limits));
    Predicate<Gap> sign = shown.or(stalled.and(gap -> evidence.isInTime(gap, limits)));
    List<Gap> faults = counted.stream().filter(sign.or(struck)).toList();
    Optional<Gap> longest = longest(faults);
    return longest
        .filter(sign)
        .or(() -> faults.stream().findFirst())
        // A stall during a trigger, or soon after, may be its only effect.
        .or(() -> longest(counted.stream().filter(gap -> evidence.isInTime(gap, limits)).toList()))
        .filter(gap -> evidence.triggered() || faults.contains(gap))
        .map(gap -> new Outage(gap, counted, settled));
  }

  private static Optional<Gap> longest(List<Gap> gaps) {
    return gaps.stream().max(Comparator.comparingLong(Gap::nanos));
  }

  private static boolean isOver(
      Gap gap, Predicate<Gap> failed, long intervalNanos, Evidence evidence, Limits limits) {
    // A trial ends the settle time after the last trouble; gaps under the stall limit are no
    // trouble, and begin at most a stall limit later. Without a failure in such a gap, the last
    // trouble is the step that it follows.
    long noTrouble = gap.nanos() > limits.stallNanos() ? 0 : limits.stallNanos();
    long step =
        evidence.timeline().stream()
            .mapToLong(TimelineEvent::atNanos)
            .filter(at -> noTrouble > 0 && !failed.test(gap) && at <= gap.endNanos())
            .max()
            .orElse(gap.endNanos());
    return gap.closed()
        && limits.settled(Math.min(gap.endNanos() - noTrouble - intervalNanos, step), evidence);
  }

  long nanos() {
    return gap.nanos();
  }

  long openNanos() {
    Gap last = parts.get(parts.size() - 1);
    return last.closed() ? 0 : last.nanos();
  }

  @Nullable Double millis() {
    return settled ? (Double) Millis.of(nanos()) : null;
  }

  @Nullable Double atLeastMillis() {
    return settled ? null : (Double) Millis.of(nanos());
  }
}
