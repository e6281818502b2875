package io.github.bmt4j.engine.failover;

import io.github.bmt4j.analysis.failover.Evidence;
import io.github.bmt4j.analysis.failover.FailoverAnalysis;
import io.github.bmt4j.analysis.failover.FirstSign;
import io.github.bmt4j.analysis.failover.Limits;
import io.github.bmt4j.engine.play.FailoverTrial;
import io.github.bmt4j.engine.play.Stage;
import io.github.bmt4j.failure.TargetException;
import io.github.bmt4j.measure.ProbeKind;
import io.github.bmt4j.measure.TimelineEvent;
import io.github.bmt4j.measure.TimelineEvent.Kind;
import io.github.bmt4j.progress.StopSignal;
import io.github.bmt4j.result.FailoverFigures.Repetition;
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
  private final Stage stage;
  private final StopSignal stop;
  private final String oldPrimary;

  RepetitionFindings(FailoverOrder order, Stage stage, StopSignal stop) {
    this.order = order;
    this.stage = stage;
    this.stop = stop;
    this.oldPrimary = stage.primary();
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
    Stage.Aftermath after = new Stage.Aftermath(null, List.of());
    try {
      after = stage.settle(stop::given);
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

  /** t0; the first sign of a fault that nobody announced; the end when there was none. */
  long originNanos(FailoverTrial.Recording recording) {
    Long fault = recording.faultNanos();
    if (fault == null) {
      return recording.endNanos();
    }
    return stage.intervention().isUnannounced()
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
