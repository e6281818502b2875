package io.github.bmt4j.failover.figures;

import io.github.bmt4j.experiment.Figure.Better;
import io.github.bmt4j.experiment.Metric;
import io.github.bmt4j.experiment.Metric.Use;
import io.github.bmt4j.report.Grid;
import io.github.bmt4j.report.Numbers;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Figures of one change of the primary, as the application saw it. Times in ms from the fault,
 * unless the name says otherwise; what was not observed is absent. {@code docs/method.md} defines
 * each. A name with {@code AtLeastMs} is a lower bound of a time that had not ended for good.
 *
 * @param windowMs from the fault to the end of the observation
 * @param writes absent without writers
 * @param reads absent without readers
 * @param connects absent without connectors
 * @param server absent without observers
 * @param pathMs part of the write outage in which the way to the servers was not free: bmt itself
 *     held it, or HAProxy did not lead to a server that took writes; absent otherwise
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
  /** The figures of a repetition without a fault. */
  static final FailoverFigures NONE =
      new FailoverFigures(0, null, null, null, null, null, null, null, null, null, null);

  /** The degraded time counts as longer from this many times the gaps: windows are not exact. */
  private static final double DEGRADED_FACTOR = 1.1;

  static final Function<Number, String> MS = ms -> Numbers.millis(ms.doubleValue());

  /** Half a write cannot be lost: a median between two counts is rounded up. */
  static final Function<Number, String> COUNT =
      count -> Numbers.number("%,.0f", Math.ceil(count.doubleValue()));

  public static final Metric<FailoverFigures> DEGRADED =
      bounded("writes.degradedMs", "degraded time");
  public static final Metric<FailoverFigures> WRITE_OUTAGE =
      bounded("writes.outageMs", "write outage").in(Use.CARD, Use.COMPARED);
  public static final Metric<FailoverFigures> SERVER_OUTAGE =
      bounded("server.outageMs", "server outage").in(Use.COMPARED);
  public static final Metric<FailoverFigures> PATH = ms("pathMs", "path outage").in(Use.COMPARED);
  public static final Metric<FailoverFigures> CLIENT_ADDED =
      bounded("client.addedMs", "client-added outage").in(Use.CARD, Use.COMPARED);
  public static final Metric<FailoverFigures> READ_OUTAGE =
      bounded("reads.outageMs", "read outage").in(Use.COMPARED);
  public static final Metric<FailoverFigures> CONNECT_OUTAGE =
      bounded("connects.outageMs", "connect outage").in(Use.CARD, Use.COMPARED);
  public static final Metric<FailoverFigures> LOST_WRITES =
      count("ledger.lostWrites", "lost writes").in(Use.CARD, Use.COMPARED);

  /** Every figure, in the order of its row. Its name is the path of its component. */
  public static final List<Metric<FailoverFigures>> METRICS =
      List.of(
          DEGRADED,
          WRITE_OUTAGE,
          ms("writes.bmtDelaysMs", "  of which bmt's delays, <="),
          SERVER_OUTAGE,
          PATH,
          CLIENT_ADDED,
          ms("client.between.fromMs", "  at least"),
          ms("client.between.toMs", "  at most"),
          count("writes.otherStalls.number", "other stalls"),
          ms("writes.otherStalls.sumMs", "  sum"),
          ms("writes.otherStalls.longestMs", "  longest"),
          count("writes.stalls.number", "all stalls"),
          ms("writes.stalls.sumMs", "  sum"),
          ms("writes.stalls.firstMs", "  the first"),
          ms("writes.stalls.withoutErrorMs", "  without an error"),
          ms("client.betweenInAll.fromMs", "  client-added, at least"),
          ms("client.betweenInAll.toMs", "  client-added, at most"),
          count("server.outages.number", "all server outages"),
          bounded("server.outages.sumMs", "  sum, poll to poll"),
          ms("server.outages.longestMs", "  longest, poll to poll"),
          READ_OUTAGE,
          CONNECT_OUTAGE,
          ms("detectionMs", "detection"),
          bounded("writes.recoveryMs", "recovery").in(Use.COMPARED),
          ms("attempts.largestStallMs", "largest stall"),
          figure(
              "writes.unavailability",
              "unavailability",
              "",
              share -> Numbers.percent(2, share.doubleValue()),
              one -> null),
          count("attempts.failed", "failed attempts"),
          LOST_WRITES,
          count("ledger.ambiguousWrites.applied", "ambiguous, applied"),
          count("ledger.ambiguousWrites.notApplied", "ambiguous, not applied"),
          count("ledger.duplicates", "duplicates").in(Use.COMPARED),
          count("ledger.divergentRows", "divergent rows"),
          count("roles.splitBrainWrites", "split-brain writes").in(Use.COMPARED),
          count("roles.writesPastReadOnly", "writes past read_only"),
          count("roles.takersAtEnd", "take writes at the end"),
          count("roles.staleReads", "stale reads"),
          count("roles.misrouted.writes", "misrouted writes"),
          ms("roles.misrouted.writesMs", "  which went on for"),
          count("roles.misrouted.reads", "misrouted reads"),
          ms("roles.misrouted.readsMs", "  which went on for"),
          count("attempts.stuck.operations", "stuck operations"),
          count("attempts.stuck.hung", "  of which hang"),
          ms("attempts.stuck.oldestMs", "  age of the oldest"),
          count("attempts.storm.total", "new connections"),
          count("attempts.storm.largestPerSecond", "  most in a second"),
          count("attempts.storm.notOpened", "  not opened"),
          ms("writes.resolutionMs", "resolution"),
          ms("server.resolutionMs", "resolution of observers"),
          ms("windowMs", "observed after the fault"));

  private static Metric<FailoverFigures> ms(String path, String title) {
    return figure(path, title, "ms", MS, one -> null);
  }

  private static Metric<FailoverFigures> count(String path, String title) {
    return figure(path, title, "", COUNT, one -> null);
  }

  /** A time that may have a lower bound. */
  private static Metric<FailoverFigures> bounded(String path, String title) {
    return figure(path, title, "ms", MS, Metric.at(atLeast(path)));
  }

  private static Metric<FailoverFigures> figure(
      String path,
      String title,
      String unit,
      Function<Number, String> form,
      Function<FailoverFigures, @Nullable Number> bound) {
    Function<FailoverFigures, @Nullable Number> exact = Metric.at(path);
    return new Metric<>(
        path,
        new Grid.Column(title, -25, 0),
        unit,
        Better.LOWER,
        form,
        one -> exact.apply(one) == null ? bound.apply(one) : exact.apply(one),
        one -> exact.apply(one) != null || bound.apply(one) == null,
        Set.of());
  }

  /** The name of the lower bound of a figure, such as {@code writes.outageAtLeastMs}. */
  static String atLeast(String name) {
    return name.replaceFirst("Ms$", "AtLeastMs");
  }

  public @Nullable Double writeOutageMs() {
    return writes == null ? null : writes.outageMs;
  }

  /** The write outage, or its lower bound when writes had not recovered; absent without one. */
  public @Nullable Double writeOutageOrBoundMs() {
    return WRITE_OUTAGE.of(this);
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

  /** The write outage without the path's part; absent if writes had not recovered. */
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

  /** Writes to a read-only server, which the login's privileges allow; 0 also if unknown. */
  public long writesPastReadOnly() {
    return roles == null ? 0 : Objects.requireNonNullElse(roles.writesPastReadOnly, 0L);
  }

  /** Returns true if writes had recovered at the end of the observation, or were never out. */
  public boolean haveWritesRecovered() {
    return writes == null || (writes.outageAtLeastMs == null && writes.degradedAtLeastMs == null);
  }

  /** Names of services that had not recovered at the end of the observation; empty if all had. */
  public List<String> unrecovered() {
    return Stream.of(
            haveWritesRecovered() ? "" : ProbeKind.WRITER.plural(),
            reads == null || reads.outageAtLeastMs == null ? "" : ProbeKind.READER.plural(),
            connects == null || connects.outageAtLeastMs == null
                ? ""
                : ProbeKind.CONNECTOR.plural())
        .filter(name -> !name.isEmpty())
        .toList();
  }

  public boolean hangs() {
    return attempts != null && attempts.stuck.hasHung();
  }

  /**
   * True if the degraded time is more than 1.1 times all stalls together: it is then shown first.
   */
  public boolean degradedIsLonger() {
    OtherStalls others = otherStalls();
    double gaps = WRITE_OUTAGE.orZero(this) + (others == null ? 0 : others.sumMs());
    return DEGRADED.orZero(this) > DEGRADED_FACTOR * gaps;
  }

  /**
   * Lost write time in ms: the longer of write outage and degraded time, or its lower bound, or 0.
   */
  public double lostWriteMs() {
    return Math.max(DEGRADED.orZero(this), WRITE_OUTAGE.orZero(this));
  }

  /**
   * The service that writes got.
   *
   * @param outageMs the fault's gap: a time in which no write ended OK
   * @param degradedMs time for which fewer than 90 % of the usual writes ended OK
   * @param recoveryAtLeastMs if writes had not recovered for good at the end: the whole window; if
   *     only the throughput was not observed for long enough: the window without its last 5 s
   * @param unavailability share, 0 to 1
   * @param stalls all times in which no write ended OK
   * @param otherStalls stalls other than the outage; absent if there are none
   * @param bmtDelaysMs upper bound of the part of the outage that bmt's own delays cause: pauses of
   *     the client JVM, or late operations; absent without an outage
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
   * @param firstMs absent if it did not end, or there was none
   * @param withoutErrorMs sum of the stalls in which no attempt failed; absent if there was none
   */
  public record Stalls(
      long number,
      @Nullable Double sumMs,
      @Nullable Double firstMs,
      @Nullable Double withoutErrorMs) {}

  /** The times without an OK write other than the write outage. */
  public record OtherStalls(long number, double sumMs, double longestMs) {}

  /** Outage of reads or of new connections: the time in which none succeeded. */
  public record Interruption(@Nullable Double outageMs, @Nullable Double outageAtLeastMs) {}

  /**
   * The servers' part, as the observers saw it.
   *
   * @param outageMs part of the write outage in which no server took writes; absent if the
   *     observers' looks leave more than a fifth of the write outage open
   * @param outages absent if they saw none
   * @param resolutionMs distance of two looks at a node, or the uncertainty at an end of the server
   *     outage if that is larger
   */
  public record Server(
      @Nullable Double outageMs,
      @Nullable Double outageAtLeastMs,
      @Nullable ServerOutages outages,
      @Nullable Double resolutionMs) {}

  /**
   * All times from the fault on in which no server took writes, as the observers' looks bound them.
   *
   * @param longestMs absent if the last outage had not ended
   * @param sumMs likewise
   * @param sumAtLeastMs present if the last outage had not ended
   */
  public record ServerOutages(
      long number,
      @Nullable Double longestMs,
      @Nullable Double sumMs,
      @Nullable Double sumAtLeastMs) {}

  /**
   * The client's part: the rest of the write outage.
   *
   * @param addedMs absent if the servers' part is absent
   * @param between its bounds, by the observers' looks; absent if writes had not recovered
   * @param betweenInAll bounds for the write outage and the other stalls; absent without these
   */
  public record Client(
      @Nullable Double addedMs,
      @Nullable Double addedAtLeastMs,
      @Nullable Between between,
      @Nullable Between betweenInAll) {}

  /**
   * Outcomes that the application saw, compared with the ledgers. The final primary's ledger
   * decides.
   *
   * @param lostWrites sequences that ended OK but are in no row
   * @param ambiguousWrites attempts that ended UNKNOWN, by whether their row is there
   * @param duplicates sequences with more than one row
   * @param divergentRows rows of the old primary that are not on the final one; absent if the
   *     primary stayed the same, or the old primary's ledger was not read
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
   * @param writesPastReadOnly acknowledged writes of a server that was read-only by the polls
   *     before and after: the login may write there; absent without observers
   * @param staleReads reads on the new primary that saw an older ledger than a read before
   * @param takersAtEnd number of servers that took a write at the end; absent if not checked, or if
   *     several took writes before the fault
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
   * @param reads on the primary although a replica was up; absent if the connection mode does not
   *     promise to send reads to replicas
   * @param writesMs from the first such write to the last
   * @param readsMs from the first such read to the last
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
   * New TCP connections after the fault.
   *
   * @param total opened connections
   * @param largestPerSecond largest number of opened connections in a second
   * @param notOpened attempts to open one that failed or had not ended
   */
  public record Storm(long total, double largestPerSecond, long notOpened) {}
}
