package io.github.bmt4j.failover.figures;

import com.fasterxml.jackson.databind.JsonNode;
import io.github.bmt4j.experiment.ResultJson;
import io.github.bmt4j.experiment.Verdict;
import io.github.bmt4j.report.Lines;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalLong;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Figures of one change of the primary, as the application saw it. Times in ms from the fault,
 * unless the name says otherwise; what was not observed is absent. {@code docs/method.md} defines
 * each.
 *
 * @param windowMs from the fault to the end of the observation
 * @param writeOutageMs the fault's gap: a time in which no write ended OK
 * @param writeOutageSumMs sum of all such times, when there were several
 * @param writeOutageAtLeastMs a lower bound, when writes had not recovered for good at the end;
 *     {@code writeOutageMs} is absent then. Every name with {@code AtLeastMs} is such a bound
 * @param serverOutageMs the part of the write outage in which no server took writes; absent where
 *     the observers' looks leave open more than a fifth of the write outage
 * @param clientAddedOutageMs the rest of the write outage; likewise absent
 * @param unavailability share, 0 to 1
 * @param resolutionMs of the writes' figures: the distance of two arrivals
 * @param observerResolutionMs of the server's figures: the distance of two looks at a node, or what
 *     is unknown at an end of the server outage where that is more
 * @param clientAdded of the write outage
 * @param otherStalls the times without an OK write other than the write outage
 * @param clientAddedInAll of the write outage and the other stalls; absent without these
 * @param takersAtEnd number of servers that took a write at the end; absent where that was not
 *     checked, and where several took writes before the fault
 * @param failedAttempts attempts of all probes that ended FAILED or UNKNOWN after the fault
 * @param recoveryAtLeastMs lower bound where writes had not recovered for good at the end: the
 *     whole window; when only throughput was not seen to stay: all but the last 5 s
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
    @Nullable Double serverOutageAtLeastMs,
    @Nullable Double clientAddedOutageAtLeastMs,
    @Nullable Double recoveryAtLeastMs,
    double windowMs,
    @Nullable WriteOutages writeOutages,
    @Nullable ClientAdded clientAdded,
    @Nullable OtherStalls otherStalls,
    @Nullable ServerOutages serverOutages,
    @Nullable ClientAdded clientAddedInAll,
    @Nullable Long takersAtEnd,
    @Nullable Long failedAttempts) {
  /** Those of a repetition without a fault: none. */
  public static final FailoverFigures NONE =
      new FailoverFigures(
          null, null, null, null, null, null, null, null, null, null, null, null, null, null, null,
          null, null, null, null, null, null, null, null, null, null, null, null, 0, null, null,
          null, null, null, null, null);

  /** The degraded time is the longer one from so many times the gaps on: windows are not exact. */
  private static final double DEGRADED_FACTOR = 1.1;

  /** The figures that are there, by their stored names; nested ones are joined by a dot. */
  public Map<String, Double> values() {
    Map<String, Double> values = new LinkedHashMap<>();
    put(values, "", ResultJson.tree(this));
    return Collections.unmodifiableMap(values);
  }

  private static void put(Map<String, Double> values, String name, JsonNode node) {
    if (node.isNumber()) {
      values.put(name, node.doubleValue());
    }
    String before = name.isEmpty() ? "" : name + ".";
    node.properties().forEach(one -> put(values, before + one.getKey(), one.getValue()));
  }

  /** The name of the lower bound of a figure, such as {@code writeOutageAtLeastMs}. */
  public static String atLeast(String name) {
    return name.replaceFirst("Ms$", "AtLeastMs");
  }

  /** The write outage, or its lower bound when writes had not recovered; absent without one. */
  public @Nullable Double writeOutageOrBoundMs() {
    return writeOutageMs == null ? writeOutageAtLeastMs : writeOutageMs;
  }

  /** Returns true if writes had recovered at the end of the observation, or never were out. */
  public boolean haveWritesRecovered() {
    return writeOutageAtLeastMs == null
        && (writeOutages == null || writeOutages.degradedAtLeastMs() == null);
  }

  /** Names of what had not recovered at the end of the observation; empty if all had. */
  public List<String> unrecovered() {
    List<String> words = new ArrayList<>();
    if (!haveWritesRecovered()) {
      words.add("writes");
    }
    if (readOutageAtLeastMs != null) {
      words.add("reads");
    }
    if (connectOutageAtLeastMs != null) {
      words.add("new connections");
    }
    return words;
  }

  /** True if several servers took writes at the end, although only one did before the fault. */
  public boolean hasSeveralTakers() {
    return takersAtEnd != null && takersAtEnd > 1;
  }

  /** For how long writes were degraded, or its lower bound; absent when they never were. */
  public @Nullable Double degradedOrBoundMs() {
    WriteOutages all = writeOutages;
    return all == null ? null : all.degradedMs != null ? all.degradedMs : all.degradedAtLeastMs;
  }

  /** True if the degraded time is more than 1.1 times all stalls together: it then comes first. */
  public boolean degradedIsLonger() {
    Double degraded = degradedOrBoundMs();
    double gaps =
        Objects.requireNonNullElse(writeOutageOrBoundMs(), 0.0)
            + (otherStalls == null ? 0 : otherStalls.sumMs());
    return degraded != null && degraded > DEGRADED_FACTOR * gaps;
  }

  /** Lost write time in ms: the longer of write outage and degraded time, or its bound; or 0. */
  public double lostWriteMs() {
    return Math.max(
        Objects.requireNonNullElse(degradedOrBoundMs(), 0.0),
        Objects.requireNonNullElse(writeOutageOrBoundMs(), 0.0));
  }

  /** Between what the client-added outage lies, by the observers' looks. */
  public record ClientAdded(double fromMs, double toMs) {
    /** Bounds that are wider than this share of the outage have no middle. */
    private static final double WIDE = 0.2;

    /** Bounds that begin with nothing, and are wider than this, have none either. */
    private static final double UNSEEN_MS = 100;

    /** The middle; absent where it would say more than was seen. */
    @Nullable Double middleMs(double outageMs) {
      return toMs - fromMs > WIDE * outageMs || (fromMs == 0 && toMs > UNSEEN_MS)
          ? null
          : (Double) (Math.round((fromMs + toMs) * 5000) / 1e4);
    }
  }

  /**
   * The times in which no write ended OK.
   *
   * @param firstMs absent when it did not end, or there was none
   * @param withoutErrorMs sum of those in which no attempt failed; absent when there was none
   * @param degradedMs time for which fewer than 90 % of the usual writes ended OK
   */
  public record WriteOutages(
      long number,
      @Nullable Double firstMs,
      @Nullable Double withoutErrorMs,
      @Nullable Double degradedMs,
      @Nullable Double degradedAtLeastMs) {}

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

  /**
   * Operations that had not ended when the observation did.
   *
   * @param oldestMs for how long the oldest was due; of those that hung, when some did
   * @param hung those that were under way for longer than the stall limit and the driver's {@code
   *     socketTimeout}, on an open connection: pool and driver give up a borrow and a connect
   */
  public record Stuck(long operations, @Nullable Double oldestMs, long hung) {
    /** Those of some operations; one that is under way for longer than {@code hungNanos} hangs. */
    public static Stuck of(List<Operation> operations, long endNanos, long hungNanos) {
      List<Operation> stuck = operations.stream().filter(Operation::stuck).toList();
      List<Operation> hung =
          stuck.stream().filter(operation -> operation.hung(endNanos, hungNanos)).toList();
      OptionalLong oldest =
          (hung.isEmpty() ? stuck : hung).stream().mapToLong(Operation::intendedNanos).min();
      return new Stuck(
          stuck.size(),
          oldest.isPresent() ? (Double) Millis.of(endNanos - oldest.getAsLong()) : null,
          hung.size());
    }

    public boolean hasHung() {
      return hung > 0;
    }

    /** A sentence with the number of operations that hang or, if none does, had not ended. */
    public String words() {
      return Lines.words(
          "%s %s at the end, the oldest for %,.1f s",
          Lines.counted(hasHung() ? hung : operations, "operation"),
          hasHung() ? "still hung" : "had not ended",
          Objects.requireNonNullElse(oldestMs, 0.0) / 1e3);
    }
  }

  /**
   * New TCP connections after the fault.
   *
   * @param total those that were opened
   * @param largestPerSecond of them, the most in any second
   * @param notOpened those that were tried and not opened
   */
  public record Storm(long total, double largestPerSecond, long notOpened) {}

  /**
   * Failed attempts of one kind.
   *
   * @param probe probe of the operations
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
   * Median and range over the VALID repetitions that have the figure, or a lower bound of it.
   *
   * @param repetitions number of repetitions that have it
   * @param atLeast those of {@code median}, {@code min} and {@code max} that are lower bounds,
   *     because some repetitions had not recovered
   */
  public record Spread(
      int repetitions, double median, double min, double max, List<String> atLeast) {}

  /**
   * One fault and its result.
   *
   * @param number from 1
   * @param notes notes that qualify the figures
   * @param advice changes to make
   * @param durability of the audited workload's writes; absent without one
   * @param cannotWork reason why the application did not work even before the fault, in its
   *     driver's words; absent where it did
   */
  public record Repetition(
      int number,
      Verdict verdict,
      FailoverFigures figures,
      List<ErrorCount> errors,
      List<Moment> timeline,
      List<String> notes,
      List<Advice> advice,
      @Nullable Durability durability,
      @Nullable String cannotWork) {

    /** One without advice. */
    public Repetition(
        int number,
        Verdict verdict,
        FailoverFigures figures,
        List<ErrorCount> errors,
        List<Moment> timeline,
        List<String> notes) {
      this(number, verdict, figures, errors, timeline, notes, List.of(), null, null);
    }

    public Repetition audited(Durability found) {
      return new Repetition(
          number, verdict, figures, errors, timeline, notes, advice, found, cannotWork);
    }

    /** The same, of an application that cannot work: why, in its driver's words. */
    public Repetition cannotWork(@Nullable String words) {
      return new Repetition(
          number, verdict, figures, errors, timeline, notes, advice, durability, words);
    }

    public Repetition advised(List<Advice> what) {
      return new Repetition(
          number, verdict, figures, errors, timeline, notes, what, durability, cannotWork);
    }

    public Repetition invalid(String reason) {
      return with(new Verdict(Verdict.Status.INVALID, and(verdict.reasons(), reason)), notes);
    }

    public Repetition noted(String note) {
      return with(verdict, and(notes, note));
    }

    private Repetition with(Verdict judged, List<String> all) {
      return new Repetition(
          number, judged, figures, errors, timeline, all, advice, durability, cannotWork);
    }

    private static List<String> and(List<String> some, String one) {
      return Stream.concat(some.stream(), Stream.of(one)).toList();
    }

    /** One that came to nothing, for a reason: INVALID, and without figures. */
    public static Repetition notPlayed(int number, @Nullable String reason) {
      return new Repetition(
          number,
          new Verdict(
              Verdict.Status.INVALID, List.of(Objects.requireNonNullElse(reason, "not played"))),
          NONE,
          List.of(),
          List.of(),
          List.of());
    }

    /** The same without figures: there was no fault. */
    public Repetition withoutFault() {
      return new Repetition(number, verdict, NONE, errors, List.of(), List.of());
    }
  }

  /** All repetitions. Keys of the summary are those of {@link FailoverFigures#values}. */
  public record Block(List<Repetition> repetitions, Map<String, Spread> summary) {}
}
