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
    this.writes = Outage.of(ProbeKind.WRITER, operations, evidence, limits);
    this.reads = Outage.of(ProbeKind.READER, operations, evidence, limits);
    this.connects = Outage.of(ProbeKind.CONNECTOR, operations, evidence, limits);
    this.server = new ServerOutage(evidence, limits);
    this.detected = Detection.nanos(operations, evidence, limits);
    Recovery recovery = new Recovery(operations, evidence, limits);
    this.degraded = recovery.degraded(writes.map(Outage::parts).orElse(List.of()));
    this.settled = isSettled();
    this.recovered = settled ? recovery.nanos(writes, detected) : OptionalLong.empty();
    this.recoveredAfter =
        settled ? recovery.earliestUnseen(writes, detected) : OptionalLong.of(evidence.endNanos());
    this.audit = LedgerAudit.of(evidence);
  }

  /**
   * Whether writes went on as if nothing had been done: neither out nor degraded from the last step
   * or at most the stall limit later on, nor stalled. What comes later may be anything.
   */
  public static boolean showsNoChange(Evidence evidence, Limits limits) {
    FailoverAnalysis analysis = new FailoverAnalysis(evidence, limits);
    long last =
        evidence.timeline().stream()
            .filter(event -> event.kind() != TimelineEvent.Kind.NOTE)
            .mapToLong(TimelineEvent::atNanos)
            .reduce(evidence.t0Nanos(), Math::max);
    Double unavailability = analysis.figures().unavailability();
    return analysis.degraded.stream()
            .noneMatch(low -> low.beginNanos() <= last + limits.stallNanos())
        && (unavailability == null || unavailability == 0);
  }

  /**
   * A repetition: its figures, the verdict on them, errors and timeline.
   *
   * @param number from 1
   * @param problems what spoiled it, in words; it is INVALID then
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
    if (outage.isPresent() && outage.get().ended() && outage.get().openNanos() > 0) {
      notes.add(what + " had stopped again when the observation ended");
    }
  }

  private FailoverFigures figures() {
    Stalls stalls = new Stalls(operations, evidence, limits);
    WrongServers wrong = new WrongServers(operations, evidence, limits);
    Optional<ClientAdded> added = server.clientAdded(writes);
    boolean recoveredForGood = writes.map(Outage::settled).orElse(false);
    Predicate<Double> known = value -> recoveredForGood;
    // An unannounced fault has no detection: t0 is its first sign.
    boolean announced =
        evidence.timeline().stream().anyMatch(event -> event.kind() == TimelineEvent.Kind.FAULT);
    return new FailoverFigures(
        announced ? sinceFault(detected) : null,
        writes.map(Outage::millis).orElse(null),
        writes.map(Outage::sumMillis).orElse(null),
        writes.map(Outage::atLeastMillis).orElse(null),
        server.outage().map(Outage::millis).orElse(null),
        added.map(ClientAdded::middleMs).filter(known).orElse(null),
        reads.map(Outage::millis).orElse(null),
        reads.map(Outage::atLeastMillis).orElse(null),
        connects.map(Outage::millis).orElse(null),
        connects.map(Outage::atLeastMillis).orElse(null),
        sinceFault(recovered),
        stalls.largestMillis(),
        // In a closed loop what would have come during a stall was never due: a share flatters.
        evidence.openLoop() ? stalls.unavailability(recovered) : null,
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
        server.resolutionMillis(),
        server.outage().map(Outage::atLeastMillis).orElse(null),
        added.map(ClientAdded::fromMs).filter(known.negate()).orElse(null),
        recovered.isPresent() ? null : sinceFault(recoveredAfter),
        Millis.of(evidence.endNanos() - evidence.t0Nanos()),
        evidence.ran(ProbeKind.WRITER) ? writeOutages() : null,
        added.filter(between -> recoveredForGood).orElse(null));
  }

  private WriteOutages writeOutages() {
    List<Gap> parts = writes.map(Outage::parts).orElse(List.of());
    Double degradedMillis =
        degraded.isEmpty() || !evidence.openLoop()
            ? null
            : (Double) Millis.of(degraded.stream().mapToLong(Gap::nanos).sum());
    LongSummaryStatistics quiet = quiet();
    return new WriteOutages(
        parts.size(),
        parts.isEmpty() || !parts.get(0).closed() ? null : (Double) Millis.of(parts.get(0).nanos()),
        quiet.getCount() == 0 ? null : (Double) Millis.of(quiet.getSum()),
        settled ? degradedMillis : null,
        settled ? null : degradedMillis);
  }

  private boolean isSettled() {
    // Shorter times without an error are no trouble: a trial does not wait after them.
    return writes.map(Outage::settled).orElse(true)
        && degraded.stream()
            .filter(low -> low.nanos() > limits.stallNanos())
            .allMatch(
                low ->
                    low.closed()
                        && limits.settled(low.endNanos() - 2 * limits.stallNanos(), evidence))
        && lowAtTheEndNanos() <= LOW_SHARE * limits.settleNanos();
  }

  /** How long writes were low in the last part of the observation, in which they must be well. */
  private long lowAtTheEndNanos() {
    long length =
        Math.max(limits.settleNanos() - 2 * limits.stallNanos(), limits.settleNanos() / 2);
    long from = evidence.endNanos() - length;
    return degraded.stream()
        .mapToLong(low -> Math.max(0, low.endNanos() - Math.max(low.beginNanos(), from)))
        .sum();
  }

  /** The times without writes in which no operation failed. */
  private LongSummaryStatistics quiet() {
    return writes.map(Outage::parts).orElse(List.of()).stream()
        .filter(gap -> !operations.explain(ProbeKind.WRITER, gap))
        .mapToLong(Gap::nanos)
        .summaryStatistics();
  }

  private List<Moment> timeline() {
    TimelineRows rows = new TimelineRows(evidence);
    rows.outage(writes, "last write", "write again");
    rows.outage(reads, "last read", "read again");
    rows.outage(connects, "last connect", "connect again");
    rows.outage(server.outage(), "server down", "server writable");
    rows.moment(detected, "detected");
    rows.moment(recovered, "recovered");
    return rows.sorted();
  }

  /** Why there is no write outage, which is no outage of 0 ms; or what of it had no error. */
  private Optional<String> writesNote() {
    if (!evidence.ran(ProbeKind.WRITER)) {
      return Optional.empty();
    }
    if (writes.isEmpty()) {
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

  /** Why a degraded time may be missing: a window that lacks two writes is never low. */
  private Optional<String> fewWritesNote() {
    double rate = evidence.ratesPerSecond().getOrDefault(ProbeKind.WRITER, 0.0);
    return evidence.openLoop() && rate > 0 && rate < FEW_WRITES
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
