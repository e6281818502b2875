package io.github.bmt4j.failover.figures;

import static io.github.bmt4j.report.Lines.words;

import io.github.bmt4j.failover.figures.FailoverFigures.ClientAdded;
import io.github.bmt4j.failover.figures.FailoverFigures.ErrorCount;
import io.github.bmt4j.failover.figures.FailoverFigures.Moment;
import io.github.bmt4j.failover.figures.FailoverFigures.Repetition;
import io.github.bmt4j.failover.figures.FailoverFigures.WriteOutages;
import io.github.bmt4j.failover.figures.Gaps.Gap;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.LongSummaryStatistics;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** The figures of a change of the primary, and the verdict on them, from what was seen and done. */
public final class FailoverAnalysis {
  /** Writes that are low for a larger share of the settle time have not recovered. */
  private static final double LOW_SHARE = 0.1;

  /** Writes a second below which a loss of 10 % is less than two writes. */
  private static final int FEW_WRITES = 20;

  private final Evidence evidence;
  private final Limits limits;
  private final Operations operations;
  private final List<Gap> writeGaps;
  private final Optional<Outage> writes;
  private final Optional<Outage> reads;
  private final Optional<Outage> connects;
  private final ServerOutage server;
  private final OptionalLong detected;
  private final List<Gap> degraded;
  private final boolean settled;
  private final OptionalLong recovered;
  private final OptionalLong recoveredAfter;
  private final LedgerAudit audit;

  private FailoverAnalysis(Evidence evidence, Limits limits) {
    this.evidence = evidence;
    this.limits = limits;
    this.operations = new Operations(evidence.client());
    this.server = new ServerOutage(evidence, limits);
    this.writeGaps = Outage.counted(ProbeKind.WRITER, operations, evidence, limits);
    this.writes = outage(ProbeKind.WRITER);
    this.reads = outage(ProbeKind.READER);
    this.connects = outage(ProbeKind.CONNECTOR);
    this.detected = Detection.nanos(operations, evidence, limits);
    Recovery recovery = new Recovery(operations, evidence, limits);
    this.degraded = recovery.degraded(writeGaps);
    this.settled = isSettled();
    this.recovered = settled ? recovery.nanos(writes, detected) : OptionalLong.empty();
    this.recoveredAfter =
        settled ? recovery.earliestUnseen(writes, detected) : OptionalLong.of(evidence.endNanos());
    this.audit = LedgerAudit.of(evidence);
  }

  private Optional<Outage> outage(ProbeKind probe) {
    List<Gap> counted =
        probe == ProbeKind.WRITER ? writeGaps : Outage.counted(probe, operations, evidence, limits);
    return Outage.of(probe, counted, server.gaps(), operations, evidence, limits);
  }

  /**
   * Returns true if writes continued undisturbed: neither out nor degraded from the last step or at
   * most the stall limit later on, nor stalled. What comes later may be anything.
   */
  public static boolean showsNoChange(Evidence evidence, Limits limits) {
    FailoverAnalysis analysis = new FailoverAnalysis(evidence, limits);
    long last =
        evidence.timeline().stream()
            .filter(event -> event.kind() != TimelineEvent.Kind.NOTE)
            .mapToLong(TimelineEvent::atNanos)
            .reduce(evidence.t0Nanos(), Math::max);
    Double unavailability = analysis.unavailability();
    return analysis.degraded.stream()
            .noneMatch(low -> low.beginNanos() <= last + limits.stallNanos())
        && (unavailability == null || unavailability == 0);
  }

  /**
   * A repetition: its figures, the verdict on them, errors and timeline.
   *
   * @param number from 1
   * @param problems problems that spoiled it, in words; it is INVALID then
   */
  public static Repetition repetition(
      int number, Evidence evidence, Limits limits, List<String> problems) {
    FailoverAnalysis analysis = new FailoverAnalysis(evidence, limits);
    FailoverFigures figures = analysis.figures();
    ClientHealth client = new ClientHealth(evidence, limits);
    List<ErrorCount> errors = Errors.of(evidence);
    List<String> allProblems = new ArrayList<>(problems);
    allProblems.addAll(analysis.audit.problems());
    List<String> notes = new ArrayList<>(client.notes(analysis.writes));
    stoppedAgain(notes, analysis.writes, "writes");
    stoppedAgain(notes, analysis.reads, "reads");
    stoppedAgain(notes, analysis.connects, "new connections");
    analysis.writesNote().ifPresent(notes::add);
    analysis.heldNote().ifPresent(notes::add);
    analysis.unsteadyNote().ifPresent(notes::add);
    analysis.fewWritesNote().ifPresent(notes::add);
    analysis.server.unknown(analysis.writes).ifPresent(notes::add);
    return new Repetition(
        number,
        RepetitionJudgement.judge(
            evidence,
            allProblems,
            errors,
            client.reasons(analysis.outages()),
            Baseline.reasons(analysis.operations, evidence, limits)),
        figures,
        errors,
        analysis.timeline(),
        List.copyOf(notes));
  }

  private Map<ProbeKind, Outage> outages() {
    Map<ProbeKind, Outage> outages = new EnumMap<>(ProbeKind.class);
    writes.ifPresent(outage -> outages.put(ProbeKind.WRITER, outage));
    reads.ifPresent(outage -> outages.put(ProbeKind.READER, outage));
    connects.ifPresent(outage -> outages.put(ProbeKind.CONNECTOR, outage));
    return outages;
  }

  private static void stoppedAgain(List<String> notes, Optional<Outage> outage, String what) {
    if (outage.isPresent() && outage.get().gap().closed() && outage.get().openNanos() > 0) {
      notes.add(what + " had stopped again when the observation ended");
    }
  }

  private FailoverFigures figures() {
    Stalls stalls = new Stalls(operations, evidence, limits);
    WrongServers wrong = new WrongServers(operations, evidence, limits);
    Optional<ClientAdded> added = writes.map(Outage::gap).flatMap(server::clientAdded);
    double outageMs = writes.map(outage -> Millis.of(outage.nanos())).orElse(0.0);
    boolean recoveredForGood = writes.map(Outage::settled).orElse(false);
    Optional<ClientAdded> whole = added.filter(between -> recoveredForGood);
    Optional<ClientAdded> part = added.filter(between -> !recoveredForGood);
    Double client = whole.map(between -> between.middleMs(outageMs)).orElse(null);
    // An unannounced fault has no detection: t0 is its first sign.
    boolean announced =
        evidence.timeline().stream().anyMatch(event -> event.kind() == TimelineEvent.Kind.FAULT);
    return new FailoverFigures(
        announced ? sinceFault(detected) : null,
        writes.map(Outage::millis).orElse(null),
        settled && writeGaps.size() > 1 ? sumMillis(writeGaps) : null,
        writes.map(Outage::atLeastMillis).orElse(null),
        client == null ? null : (Double) difference(outageMs, client),
        client,
        reads.map(Outage::millis).orElse(null),
        reads.map(Outage::atLeastMillis).orElse(null),
        connects.map(Outage::millis).orElse(null),
        connects.map(Outage::atLeastMillis).orElse(null),
        sinceFault(recovered),
        stalls.largestMillis(),
        unavailability(),
        audit.lostWrites(),
        audit.ambiguousWrites(),
        audit.duplicates(),
        audit.divergentRows(),
        StaleReads.count(operations, evidence),
        wrong.misrouted(),
        wrong.splitBrainWrites(),
        stalls.stuck(),
        Storms.storm(evidence),
        evidence.ran(ProbeKind.WRITER)
            ? (Double) Millis.of(evidence.intervalNanos(ProbeKind.WRITER))
            : null,
        server.resolutionMillis(writes),
        part.map(between -> difference(outageMs, between.toMs())).orElse(null),
        part.map(ClientAdded::fromMs).orElse(null),
        recovered.isPresent() ? null : sinceFault(recoveredAfter),
        Millis.of(evidence.endNanos() - evidence.t0Nanos()),
        evidence.ran(ProbeKind.WRITER) ? writeOutages() : null,
        whole.orElse(null),
        otherStalls(),
        server.outages(),
        writeGaps.size() > 1 ? clientAddedInAll() : null,
        wrong.takersAtEnd(),
        Errors.count(evidence));
  }

  private @Nullable Double unavailability() {
    return new Stalls(operations, evidence, limits).unavailability(recovered);
  }

  private @Nullable OtherStalls otherStalls() {
    List<Gap> others =
        writeGaps.stream()
            .filter(gap -> writes.map(Outage::gap).filter(gap::equals).isEmpty())
            .toList();
    return others.isEmpty()
        ? null
        : new OtherStalls(
            others.size(),
            sumMillis(others),
            Millis.of(others.stream().mapToLong(Gap::nanos).max().orElse(0)));
  }

  private @Nullable ClientAdded clientAddedInAll() {
    List<ClientAdded> each =
        writeGaps.stream().map(server::clientAdded).flatMap(Optional::stream).toList();
    return each.size() < writeGaps.size()
        ? null
        : new ClientAdded(
            Millis.rounded(each.stream().mapToDouble(ClientAdded::fromMs).sum()),
            Millis.rounded(each.stream().mapToDouble(ClientAdded::toMs).sum()));
  }

  private static double sumMillis(List<Gap> gaps) {
    return Millis.of(gaps.stream().mapToLong(Gap::nanos).sum());
  }

  private static double difference(double whole, double part) {
    return Millis.rounded(Math.max(0, whole - part));
  }

  private WriteOutages writeOutages() {
    Double degradedMillis =
        degraded.isEmpty()
            ? null
            : (Double) Millis.of(degraded.stream().mapToLong(Gap::nanos).sum());
    LongSummaryStatistics quiet = quiet();
    return new WriteOutages(
        writeGaps.size(),
        writeGaps.isEmpty() || !writeGaps.get(0).closed()
            ? null
            : (Double) Millis.of(writeGaps.get(0).nanos()),
        quiet.getCount() == 0 ? null : (Double) Millis.of(quiet.getSum()),
        settled ? degradedMillis : null,
        settled ? null : degradedMillis);
  }

  private boolean isSettled() {
    // Shorter times without an error are no trouble: a trial does not wait after them.
    return writes.map(Outage::settled).orElse(true)
        && degraded.stream()
            .filter(low -> low.nanos() > limits.stallNanos() && !isExcused(low))
            .allMatch(
                low ->
                    low.closed()
                        && limits.settled(low.endNanos() - 2 * limits.stallNanos(), evidence))
        && lowAtTheEndNanos(low -> !isExcused(low)) <= LOW_SHARE * limits.settleNanos();
  }

  /** True if the client may have caused a gap, which then does not count against a recovery. */
  private boolean isExcused(Gap low) {
    return evidence.isClients(low, limits)
        && !operations.explain(ProbeKind.WRITER, low)
        && server.gaps().stream().noneMatch(low::overlaps);
  }

  /**
   * Time for which writes were low in the last part of the observation, in which they must be
   * healthy.
   */
  private long lowAtTheEndNanos(Predicate<Gap> which) {
    long length =
        Math.max(limits.settleNanos() - 2 * limits.stallNanos(), limits.settleNanos() / 2);
    Gap last = new Gap(evidence.endNanos() - length, evidence.endNanos(), true);
    return degraded.stream().filter(which).mapToLong(last::commonNanos).sum();
  }

  private Optional<String> unsteadyNote() {
    long low = lowAtTheEndNanos(this::isExcused);
    return low <= LOW_SHARE * limits.settleNanos()
        ? Optional.empty()
        : Optional.of(
            words(
                "writes were not steady again: at the end they were low for %,.1f ms, while the"
                    + " client itself stood still at times",
                Millis.of(low)));
  }

  private LongSummaryStatistics quiet() {
    return writeGaps.stream()
        .filter(gap -> !operations.explain(ProbeKind.WRITER, gap))
        .mapToLong(Gap::nanos)
        .summaryStatistics();
  }

  private List<Moment> timeline() {
    TimelineRows rows = new TimelineRows(evidence);
    rows.gap(writes.map(Outage::gap), Interrupted.WRITES);
    rows.gap(reads.map(Outage::gap), Interrupted.READS);
    rows.gap(connects.map(Outage::gap), Interrupted.CONNECTS);
    rows.gap(server.gap(writes), Interrupted.SERVERS);
    rows.moment(detected, "detected");
    rows.moment(recovered, "recovered");
    return rows.sorted();
  }

  private Optional<String> writesNote() {
    if (!evidence.ran(ProbeKind.WRITER)) {
      return Optional.empty();
    }
    if (writeGaps.isEmpty()) {
      Gaps gaps =
          new Gaps(
              operations.okEnds(ProbeKind.WRITER),
              evidence.intervalNanos(ProbeKind.WRITER),
              evidence,
              limits);
      return Optional.of(
          words(
              "no write outage was seen; one of up to %,.1f ms without an error could not be told"
                  + " from noise",
              Millis.of(Outage.UNEXPLAINED * gaps.thresholdNanos())));
    }
    LongSummaryStatistics quiet = quiet();
    return quiet.getCount() == 0
        ? Optional.empty()
        : Optional.of(
            quiet.getCount() == 1
                ? words("writes stalled without an error for %,.1f ms", Millis.of(quiet.getMax()))
                : words(
                    "writes stalled without an error %,d times: %,.1f ms in all, up to %,.1f ms",
                    quiet.getCount(), Millis.of(quiet.getSum()), Millis.of(quiet.getMax())));
  }

  private Optional<String> heldNote() {
    return evidence.takersBefore() < 2
        ? Optional.empty()
        : server
            .gap(writes)
            .filter(gap -> gap.nanos() > limits.stallNanos() && !evidence.awaitsReturn(gap))
            .map(
                gap ->
                    words(
                        "no node took a write for %,.1f ms: if this is a Galera cluster, it commits"
                            + " nothing on any node while one is silent, until that node answers"
                            + " again or is expelled, which takes evs.suspect_timeout (5 s by"
                            + " default) and about a second",
                        Millis.of(gap.nanos())));
  }

  /** Reason why a degraded time may be missing: a window that lacks two writes is never low. */
  private Optional<String> fewWritesNote() {
    double rate = evidence.ratesPerSecond().getOrDefault(ProbeKind.WRITER, 0.0);
    return rate > 0 && rate < FEW_WRITES
        ? Optional.of(
            words(
                "%.0f writes/s are too few to judge the degraded time: losses of less than %.0f %%"
                    + " are not seen; from %d writes/s on, losses of more than 10 %% are",
                rate, 100 * Math.min(1, 3 / rate), FEW_WRITES))
        : Optional.empty();
  }

  private @Nullable Double sinceFault(OptionalLong nanos) {
    return nanos.isPresent() ? (Double) Millis.of(nanos.getAsLong() - evidence.t0Nanos()) : null;
  }
}
