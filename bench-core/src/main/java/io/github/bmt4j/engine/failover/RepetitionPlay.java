package io.github.bmt4j.engine.failover;

import io.github.bmt4j.analysis.failover.Evidence;
import io.github.bmt4j.analysis.failover.FailoverAnalysis;
import io.github.bmt4j.analysis.failover.FirstSign;
import io.github.bmt4j.analysis.failover.Limits;
import io.github.bmt4j.engine.play.OperationsFile;
import io.github.bmt4j.engine.play.Play;
import io.github.bmt4j.engine.play.Stage;
import io.github.bmt4j.failure.TargetException;
import io.github.bmt4j.measure.Clock;
import io.github.bmt4j.measure.TimelineEvent;
import io.github.bmt4j.measure.TimelineEvent.Kind;
import io.github.bmt4j.probe.ProbePlan;
import io.github.bmt4j.progress.StopSignal;
import io.github.bmt4j.result.FailoverFigures.Repetition;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Plays one repetition, reads the ledgers afterwards, and has the figures computed. */
final class RepetitionPlay {
  private final FailoverOrder order;
  private final Stage stage;
  private final Clock clock;
  private final StopSignal stop;
  private final FailoverObserver watcher;

  RepetitionPlay(
      FailoverOrder order, Stage stage, Clock clock, StopSignal stop, FailoverObserver watcher) {
    this.order = order;
    this.stage = stage;
    this.clock = clock;
    this.stop = stop;
    this.watcher = watcher;
  }

  /**
   * Plays it on a stage that is ready.
   *
   * @param folder for files of the application's JVM
   */
  Repetition play(int number, Path folder, OperationsFile operations)
      throws TargetException, IOException {
    ProbePlan plan = stage.plan();
    String oldPrimary = stage.primary();
    Play.Recording recording =
        new Play(stage, order.times(), clock, stop, watcher).perform(Files.createDirectory(folder));
    long origin = origin(recording, oldPrimary);
    operations.add(number, recording.client().operations(), origin);
    List<String> problems = new ArrayList<>(recording.problems());
    Stage.Aftermath after = new Stage.Aftermath(null, List.of());
    try {
      after = stage.settle(stop::given);
    } catch (TargetException e) {
      problems.add("what was lost is not known: " + e.getMessage());
    }
    if (plan.writeUrl() != null && after.primary() == null && problems.isEmpty()) {
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
            promoted(recording, oldPrimary, after.primary(), origin),
            recording.client(),
            recording.observations(),
            recording.timeline(),
            after.ledgers(),
            order.ha().routesReads(),
            plan.rates());
    return FailoverAnalysis.repetition(number, evidence, limits(), problems);
  }

  /** t0; the first sign of a fault that nobody announced; the end when there was none. */
  private long origin(Play.Recording recording, String oldPrimary) {
    Long fault = recording.faultNanos();
    if (fault == null) {
      return recording.endNanos();
    }
    return stage.isUnannounced()
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
  private static @Nullable Long promoted(
      Play.Recording recording, String before, @Nullable String after, long faultNanos) {
    if (after == null || after.equals(before)) {
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
