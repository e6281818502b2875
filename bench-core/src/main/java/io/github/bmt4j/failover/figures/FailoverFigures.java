package io.github.bmt4j.failover.figures;

import io.github.bmt4j.experiment.Verdict;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What the application suffered in one change of the primary. Times in ms from the fault, unless
 * the name says otherwise; what was not observed is absent. {@code docs/method.md} defines each.
 *
 * @param windowMs from the fault to the end of the observation
 * @param writeOutageSumMs sum of all significant gaps, when there were several
 * @param writeOutageAtLeastMs when writes had not recovered for good at the end; {@code
 *     writeOutageMs} is absent then
 * @param readOutageAtLeastMs the same for reads
 * @param connectOutageAtLeastMs the same for new connections
 * @param unavailability share, 0 to 1
 * @param resolutionMs of the writes' figures: the distance of two arrivals
 * @param observerResolutionMs of the server's figures: the distance of two looks at a node
 */
public record FailoverFigures(
    @Nullable Double detectionMs,
    @Nullable Double writeOutageMs,
    @Nullable Double writeOutageSumMs,
    @Nullable Double writeOutageAtLeastMs,
    @Nullable Double serverOutageMs,
    @Nullable Double clientAddedOutageMs,
    @Nullable Double readOutageMs,
    @Nullable Double readOutageAtLeastMs,
    @Nullable Double connectOutageMs,
    @Nullable Double connectOutageAtLeastMs,
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
  /**
   * The figures that are there, by their names and in this order; nested ones are joined by a dot.
   */
  public Map<String, Double> values() {
    Map<String, Double> values = new LinkedHashMap<>();
    put(values, "writeOutageMs", writeOutageMs);
    put(values, "serverOutageMs", serverOutageMs);
    put(values, "clientAddedOutageMs", clientAddedOutageMs);
    put(values, "writeOutageSumMs", writeOutageSumMs);
    put(values, "writeOutageAtLeastMs", writeOutageAtLeastMs);
    put(values, "readOutageMs", readOutageMs);
    put(values, "readOutageAtLeastMs", readOutageAtLeastMs);
    put(values, "connectOutageMs", connectOutageMs);
    put(values, "connectOutageAtLeastMs", connectOutageAtLeastMs);
    put(values, "detectionMs", detectionMs);
    put(values, "recoveryMs", recoveryMs);
    put(values, "largestStallMs", largestStallMs);
    put(values, "unavailability", unavailability);
    put(values, "lostWrites", lostWrites);
    if (ambiguousWrites != null) {
      put(values, "ambiguousWrites.applied", ambiguousWrites.applied());
      put(values, "ambiguousWrites.notApplied", ambiguousWrites.notApplied());
    }
    put(values, "duplicates", duplicates);
    put(values, "divergentRows", divergentRows);
    put(values, "splitBrainWrites", splitBrainWrites);
    put(values, "staleReads", staleReads);
    if (misrouted != null) {
      put(values, "misrouted.writes", misrouted.writes());
      put(values, "misrouted.writesMs", misrouted.writesMs());
      put(values, "misrouted.reads", misrouted.reads());
      put(values, "misrouted.readsMs", misrouted.readsMs());
    }
    if (stuck != null) {
      put(values, "stuck.operations", stuck.operations());
      put(values, "stuck.oldestMs", stuck.oldestMs());
    }
    if (storm != null) {
      put(values, "storm.total", storm.total());
      put(values, "storm.largestPerSecond", storm.largestPerSecond());
      put(values, "storm.notOpened", storm.notOpened());
    }
    put(values, "resolutionMs", resolutionMs);
    put(values, "observerResolutionMs", observerResolutionMs);
    put(values, "windowMs", windowMs);
    return Collections.unmodifiableMap(values);
  }

  private static void put(Map<String, Double> values, String name, @Nullable Number value) {
    if (value != null) {
      values.put(name, value.doubleValue());
    }
  }

  /** Writes that ended UNKNOWN for the application. */
  public record AmbiguousWrites(long applied, long notApplied) {}

  /**
   * Operations that reached a server of the wrong role.
   *
   * @param writes refused as read-only (1290, 1792, 1836)
   * @param reads on the primary although a replica was up; absent where the way to connect does not
   *     promise to send reads to replicas
   * @param writesMs from the first of such writes to the last
   * @param readsMs from the first of such reads to the last
   */
  public record Misrouted(
      long writes, @Nullable Long reads, @Nullable Double writesMs, @Nullable Double readsMs) {}

  /** Operations that had not ended when the repetition did. */
  public record Stuck(long operations, @Nullable Double oldestMs) {}

  /**
   * New TCP connections after the fault.
   *
   * @param total those that were opened
   * @param largestPerSecond of them, the most in any second
   * @param notOpened those that were tried in vain
   */
  public record Storm(long total, double largestPerSecond, long notOpened) {}

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

  /**
   * Median and range over the VALID repetitions that have the figure.
   *
   * @param repetitions how many have it
   */
  public record Spread(int repetitions, double median, double min, double max) {}

  /**
   * One fault and what came of it.
   *
   * @param number from 1
   * @param notes what to bear in mind when reading the figures
   */
  public record Repetition(
      int number,
      Verdict verdict,
      FailoverFigures figures,
      List<ErrorCount> errors,
      List<Moment> timeline,
      List<String> notes) {
    /** The same, INVALID for one more reason. */
    public Repetition invalid(String reason) {
      List<String> reasons = new ArrayList<>(verdict.reasons());
      reasons.add(reason);
      return new Repetition(
          number,
          new Verdict(Verdict.Status.INVALID, List.copyOf(reasons)),
          figures,
          errors,
          timeline,
          notes);
    }

    /** One that came to nothing, for a reason: INVALID, and without figures. */
    public static Repetition notPlayed(int number, @Nullable String reason) {
      FailoverFigures none =
          new FailoverFigures(
              null, null, null, null, null, null, null, null, null, null, null, null, null, null,
              null, null, null, null, null, null, null, null, null, null, 0);
      return new Repetition(
          number,
          new Verdict(
              Verdict.Status.INVALID, List.of(Objects.requireNonNullElse(reason, "not played"))),
          none,
          List.of(),
          List.of(),
          List.of());
    }
  }

  /** All repetitions. Keys of the summary are those of {@link FailoverFigures#values}. */
  public record Block(List<Repetition> repetitions, Map<String, Spread> summary) {}
}
