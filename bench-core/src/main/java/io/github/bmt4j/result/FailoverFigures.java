package io.github.bmt4j.result;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What the application suffered in one change of the primary. Times in ms from the fault, unless
 * the name says otherwise; what was not observed is absent. {@code docs/method.md} defines each.
 *
 * @param windowMs from the fault to the end of the observation
 * @param writeOutageAtLeastMs when writes had not recovered at the end
 * @param writeOutageSumMs sum of all gaps, when there were several
 */
public record FailoverFigures(
    @Nullable Double detectionMs,
    @Nullable Double writeOutageMs,
    @Nullable Double writeOutageSumMs,
    @Nullable Double writeOutageAtLeastMs,
    @Nullable Double serverOutageMs,
    @Nullable Double clientAddedOutageMs,
    @Nullable Double readOutageMs,
    @Nullable Double connectOutageMs,
    @Nullable Double recoveryMs,
    @Nullable Double largestStallMs,
    @Nullable Double unavailability,
    @Nullable Long lostWrites,
    @Nullable AmbiguousWrites ambiguousWrites,
    @Nullable Long duplicates,
    @Nullable Long divergentRows,
    @Nullable Long staleReads,
    @Nullable Misrouted misrouted,
    @Nullable Long splitBrainWrites,
    @Nullable Stuck stuck,
    @Nullable Storm storm,
    @Nullable Double resolutionMs,
    @Nullable Double observerResolutionMs,
    double windowMs) {
  /** Writes of which nobody told the application whether they were applied. */
  public record AmbiguousWrites(long applied, long notApplied) {}

  /**
   * Operations that reached a server of the wrong role.
   *
   * @param writes refused as read-only (1290, 1792, 1836)
   * @param reads on the primary although a replica was up, where reads are routed
   * @param writesMs from the first of such writes to the last
   * @param readsMs from the first of such reads to the last
   */
  public record Misrouted(
      long writes, long reads, @Nullable Double writesMs, @Nullable Double readsMs) {}

  /** Operations that had not ended when the repetition did. */
  public record Stuck(long operations, @Nullable Double oldestMs) {}

  /** New TCP connections after the fault. */
  public record Storm(long total, double largestPerSecond) {}

  /**
   * Failed attempts of one kind.
   *
   * @param probe whose
   * @param firstMs since the fault
   * @param lastMs since the fault
   */
  public record ErrorCount(
      String probe,
      String phase,
      int code,
      String sqlState,
      String outcome,
      long count,
      double firstMs,
      double lastMs) {}

  /**
   * A moment of the timeline.
   *
   * @param atMs since the fault
   */
  public record Moment(double atMs, String what, String node, String text) {}

  /** Median and range over the repetitions that have the figure. */
  public record Spread(double median, double min, double max) {}

  /** One fault and what came of it. */
  public record Repetition(
      int number,
      RunResult.Verdict verdict,
      FailoverFigures figures,
      List<ErrorCount> errors,
      List<Moment> timeline) {}

  /** All repetitions. Keys of the summary are names of figures; nested ones are joined by a dot. */
  public record Block(List<Repetition> repetitions, Map<String, Spread> summary) {}
}
