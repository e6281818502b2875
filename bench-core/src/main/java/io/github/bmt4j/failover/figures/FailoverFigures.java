package io.github.bmt4j.failover.figures;

import com.fasterxml.jackson.databind.JsonNode;
import io.github.bmt4j.experiment.ResultJson;
import io.github.bmt4j.report.Lines;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * Figures of one change of the primary, as the application saw it. Times in ms from the fault,
 * unless the name says otherwise; what was not observed is absent. {@code docs/method.md} defines
 * each. A name with {@code AtLeastMs} is a lower bound, of a time that had not ended for good.
 *
 * @param windowMs from the fault to the end of the observation
 * @param writes absent without writers
 * @param reads absent without readers
 * @param connects absent without connectors
 * @param server absent without observers
 * @param pathMs part of the write outage in which bmt itself held the way to the servers; absent
 *     where nothing was put between
 * @param client part of the write outage that driver, pool and settings added
 * @param ledger absent if the ledger of the final primary was not read
 */
public record FailoverFigures(
    double windowMs,
    @Nullable Double detectionMs,
    @Nullable Writes writes,
    @Nullable Interruption reads,
    @Nullable Interruption connects,
    @Nullable Server server,
    @Nullable Double pathMs,
    @Nullable Client client,
    @Nullable LedgerCounts ledger,
    @Nullable Roles roles,
    @Nullable Attempts attempts) {
  /** Those of a repetition without a fault. */
  static final FailoverFigures NONE =
      new FailoverFigures(0, null, null, null, null, null, null, null, null, null, null);

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

  /** The name of the lower bound of a figure, such as {@code writes.outageAtLeastMs}. */
  public static String atLeast(String name) {
    return name.replaceFirst("Ms$", "AtLeastMs");
  }

  public @Nullable Double writeOutageMs() {
    return writes == null ? null : writes.outageMs;
  }

  /** The write outage, or its lower bound when writes had not recovered; absent without one. */
  public @Nullable Double writeOutageOrBoundMs() {
    return writes == null
        ? null
        : writes.outageMs == null ? writes.outageAtLeastMs : writes.outageMs;
  }

  @Nullable OtherStalls otherStalls() {
    return writes == null ? null : writes.otherStalls;
  }

  public @Nullable Double serverOutageMs() {
    return server == null ? null : server.outageMs;
  }

  public @Nullable Double clientAddedMs() {
    return client == null ? null : client.addedMs;
  }

  /** The write outage without the path's part; absent where writes had not recovered. */
  @Nullable Double outageBeyondPathMs() {
    Double outage = writeOutageMs();
    return outage == null || pathMs == null ? outage : (Double) Millis.rounded(outage - pathMs);
  }

  /** Bounds of the time that the client added to a write outage that is over. */
  public @Nullable Between clientAdded() {
    return client == null ? null : client.between;
  }

  public @Nullable Long lostWrites() {
    return ledger == null ? null : (Long) ledger.lostWrites;
  }

  /** Writes that the login made where others may not; 0 also where that is unknown. */
  public long writesPastReadOnly() {
    return roles == null ? 0 : Objects.requireNonNullElse(roles.writesPastReadOnly, 0L);
  }

  /** Returns true if writes had recovered at the end of the observation, or never were out. */
  public boolean haveWritesRecovered() {
    return writes == null || (writes.outageAtLeastMs == null && writes.degradedAtLeastMs == null);
  }

  /** Names of what had not recovered at the end of the observation; empty if all had. */
  public List<String> unrecovered() {
    List<String> words = new ArrayList<>();
    if (!haveWritesRecovered()) {
      words.add(ProbeKind.WRITER.plural());
    }
    if (reads != null && reads.outageAtLeastMs != null) {
      words.add(ProbeKind.READER.plural());
    }
    if (connects != null && connects.outageAtLeastMs != null) {
      words.add(ProbeKind.CONNECTOR.plural());
    }
    return words;
  }

  public boolean hangs() {
    return attempts != null && attempts.stuck.hasHung();
  }

  /** For how long writes were degraded, or its lower bound; absent when they never were. */
  public @Nullable Double degradedOrBoundMs() {
    return writes == null
        ? null
        : writes.degradedMs == null ? writes.degradedAtLeastMs : writes.degradedMs;
  }

  /** True if the degraded time is more than 1.1 times all stalls together: it then comes first. */
  public boolean degradedIsLonger() {
    Double degraded = degradedOrBoundMs();
    OtherStalls others = otherStalls();
    double gaps =
        Objects.requireNonNullElse(writeOutageOrBoundMs(), 0.0)
            + (others == null ? 0 : others.sumMs());
    return degraded != null && degraded > DEGRADED_FACTOR * gaps;
  }

  /** Lost write time in ms: the longer of write outage and degraded time, or its bound; or 0. */
  public double lostWriteMs() {
    return Math.max(
        Objects.requireNonNullElse(degradedOrBoundMs(), 0.0),
        Objects.requireNonNullElse(writeOutageOrBoundMs(), 0.0));
  }

  /**
   * The service that writes got.
   *
   * @param outageMs the fault's gap: a time in which no write ended OK
   * @param degradedMs time for which fewer than 90 % of the usual writes ended OK
   * @param recoveryAtLeastMs where writes had not recovered for good at the end: the whole window;
   *     when only throughput was not seen to stay: all but the last 5 s
   * @param unavailability share, 0 to 1
   * @param stalls all times in which no write ended OK
   * @param otherStalls those other than the outage; absent without any
   * @param bmtDelaysMs at most this part of the outage is due to delays of bmt's own: pauses of the
   *     client JVM in it, or late operations; absent without an outage
   * @param resolutionMs distance of two arrivals
   */
  public record Writes(
      @Nullable Double outageMs,
      @Nullable Double outageAtLeastMs,
      @Nullable Double degradedMs,
      @Nullable Double degradedAtLeastMs,
      @Nullable Double recoveryMs,
      @Nullable Double recoveryAtLeastMs,
      @Nullable Double unavailability,
      Stalls stalls,
      @Nullable OtherStalls otherStalls,
      @Nullable Double bmtDelaysMs,
      double resolutionMs) {}

  /**
   * The times in which no write ended OK.
   *
   * @param sumMs absent unless there were several, and writes recovered
   * @param firstMs absent when it did not end, or there was none
   * @param withoutErrorMs sum of those in which no attempt failed; absent when there was none
   */
  public record Stalls(
      long number,
      @Nullable Double sumMs,
      @Nullable Double firstMs,
      @Nullable Double withoutErrorMs) {}

  /** The times without an OK write other than the write outage. */
  public record OtherStalls(long number, double sumMs, double longestMs) {}

  /** Outage of reads or of new connections: the time in which none ended OK. */
  public record Interruption(@Nullable Double outageMs, @Nullable Double outageAtLeastMs) {}

  /**
   * The servers' part, as the observers saw it.
   *
   * @param outageMs part of the write outage in which no server took writes; absent where the
   *     observers' looks leave open more than a fifth of the write outage
   * @param outages absent if they saw none
   * @param resolutionMs distance of two looks at a node, or what is unknown at an end of the server
   *     outage where that is more
   */
  public record Server(
      @Nullable Double outageMs,
      @Nullable Double outageAtLeastMs,
      @Nullable ServerOutages outages,
      @Nullable Double resolutionMs) {}

  /**
   * All times from the fault on in which no server took writes, as the observers' looks bound them.
   *
   * @param longestMs absent when the last one had not ended
   * @param sumMs likewise
   * @param sumAtLeastMs present when the last one had not ended
   */
  public record ServerOutages(
      long number,
      @Nullable Double longestMs,
      @Nullable Double sumMs,
      @Nullable Double sumAtLeastMs) {}

  /**
   * The rest of the write outage.
   *
   * @param addedMs absent where that of the servers is
   * @param between bounds of it, by the observers' looks; absent if writes had not recovered
   * @param betweenInAll bounds for the write outage and the other stalls; absent without these
   */
  public record Client(
      @Nullable Double addedMs,
      @Nullable Double addedAtLeastMs,
      @Nullable Between between,
      @Nullable Between betweenInAll) {}

  /** Bounds of a time. */
  public record Between(double fromMs, double toMs) {
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
   * Outcomes that the application saw, compared with the ledgers. That of the final primary
   * decides.
   *
   * @param lostWrites sequences that ended OK and are in no row
   * @param ambiguousWrites attempts that ended UNKNOWN, by whether their row is there
   * @param duplicates sequences with more than one row
   * @param divergentRows rows of the old primary that are not on the final one; absent when the
   *     primary stayed the same, or when the old one's ledger was not read
   */
  public record LedgerCounts(
      long lostWrites,
      AmbiguousWrites ambiguousWrites,
      long duplicates,
      @Nullable Long divergentRows) {}

  /** Writes that ended UNKNOWN for the application. */
  public record AmbiguousWrites(long applied, long notApplied) {}

  /**
   * Operations at servers of the wrong role.
   *
   * @param splitBrainWrites acknowledged writes of the old primary when another took writes
   * @param writesPastReadOnly acknowledged writes of a server that, by the polls before and after,
   *     was read-only: the login may write there; absent without observers
   * @param staleReads reads on the new primary that saw an older ledger than a read before
   * @param takersAtEnd number of servers that took a write at the end; absent where that was not
   *     checked, and where several took writes before the fault
   */
  public record Roles(
      @Nullable Misrouted misrouted,
      @Nullable Long splitBrainWrites,
      @Nullable Long writesPastReadOnly,
      @Nullable Long staleReads,
      @Nullable Long takersAtEnd) {
    /** True if several servers took writes at the end, although only one did before the fault. */
    public boolean hasSeveralTakers() {
      return takersAtEnd != null && takersAtEnd > 1;
    }
  }

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
   * Operations of all probes after the fault.
   *
   * @param failed attempts that ended FAILED or UNKNOWN
   * @param storm absent if the driver's connects were not seen
   */
  public record Attempts(
      long failed, @Nullable Double largestStallMs, Stuck stuck, @Nullable Storm storm) {}

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
}
