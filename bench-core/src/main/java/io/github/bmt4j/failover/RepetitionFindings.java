package io.github.bmt4j.failover;

import io.github.bmt4j.failover.figures.Evidence;
import io.github.bmt4j.failover.figures.FailoverAnalysis;
import io.github.bmt4j.failover.figures.FailoverFigures.Repetition;
import io.github.bmt4j.failover.figures.FirstSign;
import io.github.bmt4j.failover.figures.Limits;
import io.github.bmt4j.failover.figures.ProbeKind;
import io.github.bmt4j.failover.figures.TimelineEvent;
import io.github.bmt4j.failover.figures.TimelineEvent.Kind;
import io.github.bmt4j.failure.TargetException;
import io.github.bmt4j.progress.StopSignal;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a change of the primary comes to: heals the stage, reads the ledgers, and has the figures
 * computed. Made while the old primary is still the stage's.
 */
final class RepetitionFindings {
  private final FailoverOrder order;
  private final TestCluster cluster;
  private final StopSignal stop;
  private final String oldPrimary;

  RepetitionFindings(FailoverOrder order, TestCluster cluster, StopSignal stop) {
    this.order = order;
    this.cluster = cluster;
    this.stop = stop;
    this.oldPrimary = cluster.primary();
  }

  /**
   * Finds them, when the application is gone.
   *
   * @param rates of the probes that ran
   * @param openLoop whether they were due on a schedule
   */
  Repetition repetition(
      int number,
      FailoverTrial.Recording recording,
      Map<ProbeKind, Double> rates,
      boolean openLoop) {
    long origin = originNanos(recording);
    List<String> problems = new ArrayList<>(recording.problems());
    TestCluster.Aftermath after = new TestCluster.Aftermath(null, List.of());
    try {
      after = cluster.settle(stop::given);
    } catch (TargetException e) {
      problems.add("what was lost is not known: " + e.getMessage());
    }
    if (rates.containsKey(ProbeKind.WRITER) && after.primary() == null && problems.isEmpty()) {
      problems.add("no server that takes writes was found at the end: what was lost is not known");
    }
    Evidence evidence =
        new Evidence(
            origin,
            recording.fromNanos(),
            recording.endNanos(),
            oldPrimary,
            oldPrimary,
            after.primary(),
            after.primary(),
            promoted(recording, after.primary(), origin),
            recording.client(),
            recording.observations(),
            recording.timeline(),
            after.ledgers(),
            order.ha().routesReads(),
            openLoop,
            rates);
    return FailoverAnalysis.repetition(number, evidence, limits(), problems);
  }

  /** t0; the first sign of an unannounced fault; the end when there was none. */
  long originNanos(FailoverTrial.Recording recording) {
    Long fault = recording.faultNanos();
    if (fault == null) {
      return recording.endNanos();
    }
    return cluster.intervention().isUnannounced()
        ? FirstSign.nanos(recording.client(), recording.observations(), oldPrimary, fault, limits())
        : fault;
  }

  private Limits limits() {
    return new Limits(
        order.times().stall().toNanos(),
        order.times().settle().toNanos(),
        Limits.USUAL.sustainedNanos(),
        Limits.USUAL.share());
  }

  /**
   * When the new primary was first writable: as observers saw it, else as the lab did it. Absent
   * where it took writes before the fault already, as in a cluster with several primaries.
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
