package io.github.bmt4j.failover.figures;

import static io.github.bmt4j.report.Lines.words;

import io.github.bmt4j.failover.figures.FailoverFigures.Moment;
import io.github.bmt4j.failover.figures.FailoverFigures.Repetition;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/** The figures of a change of the primary, and the verdict on them, from what was seen and done. */
public final class FailoverAnalysis {
  private final Evidence evidence;
  private final Limits limits;
  private final Operations operations;
  private final Optional<Outage> writes;
  private final Optional<Outage> reads;
  private final Optional<Outage> connects;
  private final ServerOutage server;
  private final OptionalLong detected;
  private final OptionalLong recovered;
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
    this.recovered = new Recovery(operations, evidence, limits).nanos(writes, detected);
    this.audit = LedgerAudit.of(evidence);
  }

  /** The figures alone. */
  static FailoverFigures figures(Evidence evidence, Limits limits) {
    return new FailoverAnalysis(evidence, limits).figures();
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
    List<String> allProblems = new ArrayList<>(problems);
    allProblems.addAll(analysis.audit.problems());
    stoppedAgain(allProblems, analysis.writes, "writes");
    stoppedAgain(allProblems, analysis.reads, "reads");
    stoppedAgain(allProblems, analysis.connects, "new connections");
    List<String> notes = new ArrayList<>(client.notes(analysis.writes));
    analysis.withoutOutage().ifPresent(notes::add);
    analysis.server.stalled(analysis.writes).ifPresent(notes::add);
    return new Repetition(
        number,
        RepetitionJudgement.judge(
            evidence,
            figures,
            allProblems,
            client.reasons(analysis.writes),
            Baseline.reasons(analysis.operations, evidence, limits)),
        figures,
        Errors.of(evidence),
        analysis.timeline(),
        List.copyOf(notes));
  }

  private static void stoppedAgain(List<String> problems, Optional<Outage> outage, String what) {
    if (outage.isPresent() && outage.get().settled() && outage.get().open()) {
      problems.add(what + " had stopped again when the observation ended");
    }
  }

  private FailoverFigures figures() {
    Stalls stalls = new Stalls(operations, evidence, limits);
    WrongServers wrong = new WrongServers(operations, evidence);
    // Nobody detects what nobody announced: t0 is its first sign then.
    boolean announced =
        evidence.timeline().stream().anyMatch(event -> event.kind() == TimelineEvent.Kind.FAULT);
    return new FailoverFigures(
        announced ? sinceFault(detected) : null,
        writes.map(Outage::millis).orElse(null),
        writes.map(Outage::sumMillis).orElse(null),
        writes.map(Outage::atLeastMillis).orElse(null),
        server.outage().map(Outage::millis).orElse(null),
        server.clientAddedMillis(writes),
        reads.map(Outage::millis).orElse(null),
        reads.map(Outage::atLeastMillis).orElse(null),
        connects.map(Outage::millis).orElse(null),
        connects.map(Outage::atLeastMillis).orElse(null),
        sinceFault(recovered),
        stalls.largestMillis(),
        // In a closed loop what would have come during a stall was never due: a share flatters.
        evidence.openLoop() ? stalls.unavailability() : null,
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
        Millis.of(evidence.endNanos() - evidence.t0Nanos()));
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

  /** Why there is no write outage: that is no outage of 0 ms. */
  private Optional<String> withoutOutage() {
    if (writes.isPresent() || !evidence.ran(ProbeKind.WRITER)) {
      return Optional.empty();
    }
    Gaps gaps =
        new Gaps(
            operations.okEnds(ProbeKind.WRITER),
            evidence.intervalNanos(ProbeKind.WRITER),
            evidence,
            limits);
    return Optional.of(
        words(
            "no write outage was seen; one of up to %,.1f ms could not be told from noise",
            Millis.of(gaps.thresholdNanos())));
  }

  private @Nullable Double sinceFault(OptionalLong nanos) {
    return nanos.isPresent() ? (Double) Millis.of(nanos.getAsLong() - evidence.t0Nanos()) : null;
  }
}
