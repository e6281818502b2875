package io.github.bmt4j.failover;

import static io.github.bmt4j.report.Lines.words;

import io.github.bmt4j.failover.client.TrialTimes;
import io.github.bmt4j.failover.cluster.TestCluster;
import io.github.bmt4j.failover.figures.Evidence;
import io.github.bmt4j.failover.figures.FailoverAnalysis;
import io.github.bmt4j.failover.figures.FailoverFigures.Roles;
import io.github.bmt4j.failover.figures.FailoverFigures.Writes;
import io.github.bmt4j.failover.figures.FirstSign;
import io.github.bmt4j.failover.figures.Limits;
import io.github.bmt4j.failover.figures.NodeObservation;
import io.github.bmt4j.failover.figures.Operation;
import io.github.bmt4j.failover.figures.ProbeKind;
import io.github.bmt4j.failover.figures.Repetition;
import io.github.bmt4j.failover.figures.TimelineEvent;
import io.github.bmt4j.failover.figures.TimelineEvent.Kind;
import io.github.bmt4j.failover.scenario.FailoverOrder;
import io.github.bmt4j.failure.TargetException;
import io.github.bmt4j.progress.StopSignal;
import io.github.bmt4j.report.Reason;
import io.github.bmt4j.report.Reason.Code;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Result of a change of the primary: heals the cluster, reads the ledgers, and computes the
 * figures.
 *
 * @param oldPrimary identity of the primary before the change
 */
record RepetitionFindings(
    FailoverOrder order, TestCluster cluster, StopSignal stop, String oldPrimary) {
  private static final String ONLY_WRITES =
      "writes that stalled, failed or were fewer are the only sign that the trigger changed"
          + " anything: no node that took writes refused a poll, and no write showed another"
          + " primary";

  private static final String NOTHING_CHANGED =
      "nothing changed: no node that took writes refused a poll, no write stalled, and no write"
          + " showed another primary";

  /** An INVALID repetition is evidence if bmt's own delays are at most this share of its outage. */
  private static final double DOUBT_SHARE = 0.2;

  /** Findings on a change that is still to come. */
  RepetitionFindings(FailoverOrder order, TestCluster cluster, StopSignal stop) {
    this(order, cluster, stop, cluster.primary());
  }

  /**
   * The repetition's result, after the end of the application.
   *
   * @param rates of the probes that ran
   */
  Repetition repetition(
      int number, FailoverTrial.Recording recording, Map<ProbeKind, Double> rates) {
    long origin = originNanos(recording);
    List<Reason> problems = recording.problems();
    String unknown = null;
    TestCluster.Aftermath after = new TestCluster.Aftermath(null, List.of(), List.of());
    try {
      // A user's cluster that was not well before the fault is not waited for.
      boolean vain = recording.moments().faultNanos() == null && cluster.intervention().isOutside();
      after = cluster.settle(lastWriter(recording, origin), () -> vain || stop.given());
    } catch (TargetException e) {
      unknown = "what was lost is not known: " + e.getMessage();
    }
    if (rates.containsKey(ProbeKind.WRITER) && after.primary() == null && unknown == null) {
      unknown = "no server that takes writes was found at the end: what was lost is not known";
    }
    Evidence evidence =
        new Evidence(
            origin,
            recording.moments().fromNanos(),
            recording.moments().endNanos(),
            new Evidence.Primaries(
                oldPrimary, after.primary(), promoted(recording, after.primary(), origin)),
            recording.client(),
            new Evidence.Servers(recording.observations(), after.ledgers(), after.writable()),
            recording.timeline(),
            new Evidence.Way(
                order.target().isStarted() && order.fault().breaksThePath(),
                order.scenario().readersMode().routesReads()),
            rates);
    FailoverAnalysis analysis = new FailoverAnalysis(evidence, limits());
    Repetition plain = analysis.repetition(number, problems).endedEarly(recording.endedEarly());
    if (recording.moments().faultNanos() == null) {
      return plain.withoutFault();
    }
    if (!recording.changed() && problems.isEmpty()) {
      String gone = gone(evidence.servers().observations());
      plain =
          analysis.showsNoChange()
              ? plain.invalid(Code.FAULT_FAILED.of(NOTHING_CHANGED + gone))
              : plain.noted(ONLY_WRITES + gone);
    }
    Roles roles = plain.figures().roles();
    if (roles != null && roles.hasSeveralTakers()) {
      plain =
          plain.noted(
              words(
                  "%s take writes at the end: what was lost is counted on %s",
                  String.join(" and ", after.writable()), after.primary()));
    }
    Repetition repetition = advised(evidence, plain);
    if (unknown == null) {
      return repetition;
    }
    return mayBeAway(repetition)
        ? repetition.noted(unknown)
        : repetition.invalid(Code.NOT_OBSERVED.of(unknown));
  }

  /**
   * The repetition with advice; an outage that the client's own delays may explain is no evidence.
   */
  private Repetition advised(Evidence evidence, Repetition plain) {
    Double outage = plain.figures().writeOutageOrBoundMs();
    Writes writes = plain.figures().writes();
    boolean outweighs =
        outage != null
            && writes != null
            && Objects.requireNonNullElse(writes.bmtDelaysMs(), outage) <= DOUBT_SHARE * outage;
    return plain.valid() || outweighs
        ? plain.advised(
            FailoverAdvice.of(evidence, plain, Remedies.of(order, cluster.plan().urls().write())))
        : plain;
  }

  private static String lastWriter(FailoverTrial.Recording recording, long origin) {
    return recording.client().operations().stream()
        .filter(write -> write.probe() == ProbeKind.WRITER && write.ok())
        .filter(write -> write.endNanos() >= origin)
        .max(Comparator.comparingLong(Operation::endNanos))
        .map(Operation::server)
        .orElse("");
  }

  /** The nodes that answered first but not last, in words; "" when there are none. */
  private static String gone(List<NodeObservation> observations) {
    Map<String, Boolean> answered = new HashMap<>();
    Set<String> gone = new LinkedHashSet<>();
    for (NodeObservation look : observations) {
      answered.putIfAbsent(look.node(), look.reachable());
      if (look.reachable()) {
        gone.remove(look.node());
      } else if (Boolean.TRUE.equals(answered.get(look.node()))) {
        gone.add(look.node());
      }
    }
    return gone.isEmpty() ? "" : "; not reachable any more: " + String.join(", ", gone);
  }

  /**
   * Returns true if an unreadable cluster is a finding, not a problem: writes had not recovered. In
   * a lab, bmt brings the servers back.
   */
  private boolean mayBeAway(Repetition repetition) {
    return !repetition.figures().haveWritesRecovered() && cluster.intervention().isOutside();
  }

  /** t0, or the first sign of an unannounced fault, or the end if there was no fault. */
  long originNanos(FailoverTrial.Recording recording) {
    Long fault = recording.moments().faultNanos();
    if (fault == null) {
      return recording.moments().endNanos();
    }
    return cluster.intervention().isUnannounced()
        ? FirstSign.nanos(recording.client(), recording.observations(), oldPrimary, fault, limits())
        : fault;
  }

  private Limits limits() {
    TrialTimes times = order.scenario().times();
    return new Limits(
        times.stall().toNanos(),
        times.settle().toNanos(),
        Limits.USUAL.sustainedNanos(),
        cluster.intervention().aftermath().toNanos(),
        Limits.USUAL.share(),
        Math.max(
            times.stall().toNanos(),
            1_000_000 * Objects.requireNonNullElse(socketTimeoutMillis(), 0L)));
  }

  private @Nullable Long socketTimeoutMillis() {
    return order.scenario().settings().socketTimeoutMillis(cluster.plan().urls().write());
  }

  /**
   * Time at which the new primary was first writable: as observers saw it, else as the lab recorded
   * it. Absent if it took writes before the fault, too, as in a cluster with several primaries.
   */
  private @Nullable Long promoted(
      FailoverTrial.Recording recording, @Nullable String after, long faultNanos) {
    if (after == null || after.equals(oldPrimary)) {
      return null;
    }
    boolean always =
        recording.observations().stream()
            .anyMatch(
                look ->
                    look.writable() && look.server().equals(after) && look.endNanos() < faultNanos);
    if (always) {
      return null;
    }
    Long seen = Evidence.firstWritable(recording.observations(), after, faultNanos);
    return seen != null
        ? seen
        : recording.timeline().stream()
            .filter(event -> event.kind() == Kind.PROMOTED)
            .map(TimelineEvent::atNanos)
            .findFirst()
            .orElse(null);
  }
}
