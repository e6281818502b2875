package io.github.bmt4j.failover.figures;

import static io.github.bmt4j.report.Lines.words;

import io.github.bmt4j.failover.figures.FailoverFigures.Client;
import io.github.bmt4j.failover.figures.FailoverFigures.Interruption;
import io.github.bmt4j.failover.figures.FailoverFigures.Roles;
import io.github.bmt4j.failover.figures.FailoverFigures.Server;
import io.github.bmt4j.failover.figures.Repetition.ErrorCount;
import io.github.bmt4j.failover.figures.Repetition.Moment;
import io.github.bmt4j.failover.figures.SignificantGaps.Gap;
import io.github.bmt4j.failover.figures.TimelineEvent.Kind;
import io.github.bmt4j.report.Reason;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/** The figures of a change of the primary, and their verdict, from the evidence. */
public final class FailoverAnalysis {
  private final Evidence evidence;
  private final Limits limits;
  private final Operations operations;
  private final ServerOutage server;
  private final OptionalLong detected;
  private final WriteAnalysis writes;
  private final Map<ProbeKind, Outage> outages = new EnumMap<>(ProbeKind.class);
  private final LedgerAudit audit;

  public FailoverAnalysis(Evidence evidence, Limits limits) {
    this.evidence = evidence;
    this.limits = limits;
    this.operations = new Operations(evidence.client(), evidence.endNanos() - limits.stallNanos());
    this.server = new ServerOutage(evidence, limits);
    this.detected = AttemptAnalysis.detected(operations, evidence, limits);
    this.writes = new WriteAnalysis(operations, evidence, limits, server.gaps(), detected);
    this.audit = LedgerAudit.of(evidence);
    for (ProbeKind probe : ProbeKind.values()) {
      outage(probe).ifPresent(outage -> outages.put(probe, outage));
    }
  }

  private Optional<Outage> outage(ProbeKind probe) {
    return probe == ProbeKind.WRITER
        ? writes.outage
        : Outage.of(
            probe,
            Outage.counted(probe, operations, evidence, limits),
            server.gaps(),
            operations,
            evidence,
            limits);
  }

  /** Returns true if writes went on through the change: no outage, no loss of speed, no stall. */
  public boolean showsNoChange() {
    return writes.areUndisturbed();
  }

  /**
   * A repetition: its figures, the verdict on them, errors and timeline.
   *
   * @param number from 1
   * @param problems problems that spoiled it, in words; it is INVALID then
   */
  public Repetition repetition(int number, List<Reason> problems) {
    ClientHealth client = new ClientHealth(evidence, limits);
    List<ErrorCount> errors = Errors.of(evidence);
    List<Reason> allProblems = new ArrayList<>(problems);
    allProblems.addAll(audit.problems());
    List<String> notes = new ArrayList<>(client.notes(writes.outage));
    outages.forEach(
        (probe, outage) -> {
          if (outage.gap().closed() && outage.openNanos() > 0) {
            notes.add(probe.plural() + " had stopped again when the observation ended");
          }
        });
    writes.stallNote().ifPresent(notes::add);
    heldNote().ifPresent(notes::add);
    notes.addAll(writes.doubts());
    server.unknown(writes.outage).ifPresent(notes::add);
    return new Repetition(
        number,
        RepetitionJudgement.judge(
            evidence,
            allProblems,
            errors,
            client.reasons(writes.outage),
            Baseline.reasons(operations, evidence, limits)),
        figures(client.delaysNanos(writes.outage)),
        errors,
        timeline(),
        List.copyOf(notes));
  }

  private FailoverFigures figures(long delaysNanos) {
    Optional<Between> added = writes.outage.map(Outage::gap).flatMap(server::clientAdded);
    Gap path = evidence.path();
    Double pathMs =
        path == null
            ? null
            : writes
                .outage
                .map(outage -> Millis.of(server.pathNanos(outage.gap(), path)))
                .orElse(null);
    double outageMs =
        writes.outage.map(outage -> Millis.of(outage.nanos())).orElse(0.0)
            - Objects.requireNonNullElse(pathMs, 0.0);
    boolean recovered = writes.outage.map(Outage::settled).orElse(false);
    Optional<Between> whole = added.filter(between -> recovered);
    Optional<Between> part = added.filter(between -> !recovered);
    Double client = whole.map(between -> between.middleMs(outageMs)).orElse(null);
    Between inAll = writes.gaps.size() > 1 ? clientAddedInAll() : null;
    // An unannounced fault has no detection: t0 is its first sign.
    boolean announced = evidence.timeline().stream().anyMatch(event -> event.kind() == Kind.FAULT);
    return new FailoverFigures(
        Millis.of(evidence.endNanos() - evidence.t0Nanos()),
        announced ? evidence.sinceFault(detected) : null,
        writes.figures(delaysNanos),
        interruption(ProbeKind.READER),
        interruption(ProbeKind.CONNECTOR),
        evidence.servers().observations().isEmpty()
            ? null
            : new Server(
                client == null ? null : (Double) difference(outageMs, client),
                part.map(between -> difference(outageMs, between.toMs())).orElse(null),
                server.outages(),
                server.resolutionMillis(writes.outage)),
        pathMs,
        added.isEmpty() && inAll == null
            ? null
            : new Client(client, part.map(Between::fromMs).orElse(null), whole.orElse(null), inAll),
        audit.counts(),
        roles(),
        AttemptAnalysis.figures(operations, evidence, limits));
  }

  private @Nullable Interruption interruption(ProbeKind probe) {
    Optional<Outage> outage = Optional.ofNullable(outages.get(probe));
    return evidence.ran(probe)
        ? new Interruption(
            outage.map(Outage::millis).orElse(null), outage.map(Outage::atLeastMillis).orElse(null))
        : null;
  }

  private Roles roles() {
    WrongServers wrong = new WrongServers(operations, evidence, limits);
    return new Roles(
        wrong.misrouted(),
        wrong.splitBrainWrites(),
        wrong.writesPastReadOnly(),
        wrong.staleReads(),
        wrong.takersAtEnd());
  }

  private @Nullable Between clientAddedInAll() {
    List<Between> each =
        writes.gaps.stream().map(server::clientAdded).flatMap(Optional::stream).toList();
    return each.size() < writes.gaps.size()
        ? null
        : new Between(
            Millis.rounded(each.stream().mapToDouble(Between::fromMs).sum()),
            Millis.rounded(each.stream().mapToDouble(Between::toMs).sum()));
  }

  private static double difference(double whole, double part) {
    return Millis.rounded(Math.max(0, whole - part));
  }

  /** By time; events of the same time in this order. */
  private List<Moment> timeline() {
    List<Moment> moments = new ArrayList<>();
    evidence
        .timeline()
        .forEach(event -> add(moments, event.atNanos(), event.kind(), event.node(), event.text()));
    evidence.client().operations().stream()
        .filter(attempt -> attempt.outcome() != null && !attempt.ok())
        .filter(attempt -> attempt.endNanos() >= evidence.t0Nanos())
        .min(Comparator.comparingLong(Operation::endNanos))
        .ifPresent(one -> add(moments, one.endNanos(), Kind.FIRST_ERROR, "", Errors.words(one)));
    interruption(moments, gap(ProbeKind.WRITER), Interrupted.WRITES);
    interruption(moments, gap(ProbeKind.READER), Interrupted.READS);
    interruption(moments, gap(ProbeKind.CONNECTOR), Interrupted.CONNECTS);
    interruption(moments, server.gap(writes.outage), Interrupted.SERVERS);
    detected.ifPresent(at -> add(moments, at, Kind.DETECTED, "", ""));
    writes.recovered.ifPresent(at -> add(moments, at, Kind.RECOVERED, "", ""));
    return moments.stream().sorted(Comparator.comparingDouble(Moment::atMs)).toList();
  }

  private void add(List<Moment> moments, long nanos, Kind what, String node, String text) {
    moments.add(new Moment(Millis.of(nanos - evidence.t0Nanos()), what, node, text));
  }

  private void interruption(List<Moment> moments, Optional<Gap> outage, Interrupted what) {
    outage.ifPresent(gap -> add(moments, gap.beginNanos(), what.begin(), "", ""));
    outage.filter(Gap::closed).ifPresent(gap -> add(moments, gap.endNanos(), what.end(), "", ""));
  }

  private Optional<Gap> gap(ProbeKind probe) {
    return Optional.ofNullable(outages.get(probe)).map(Outage::gap);
  }

  private Optional<String> heldNote() {
    return evidence.takersBefore() < 2
        ? Optional.empty()
        : server
            .gap(writes.outage)
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
}
