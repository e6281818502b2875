package io.github.bmt4j.engine.failover;

import io.github.bmt4j.engine.play.FailoverTrial;
import io.github.bmt4j.engine.play.OperationsFile;
import io.github.bmt4j.engine.play.Stage;
import io.github.bmt4j.failure.TargetException;
import io.github.bmt4j.measure.Clock;
import io.github.bmt4j.probe.ClientProcess;
import io.github.bmt4j.probe.ProbePlan;
import io.github.bmt4j.progress.StopSignal;
import io.github.bmt4j.result.FailoverFigures.Repetition;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Plays one repetition, stores its operations, and has the figures computed. */
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
    RepetitionFindings findings = new RepetitionFindings(order, stage, stop);
    Files.createDirectory(folder);
    FailoverTrial.Recording recording =
        new FailoverTrial(stage, order.times(), clock, stop, watcher)
            .perform(() -> ClientProcess.start(plan, folder, stage.javaOptions(), clock));
    operations.add(number, recording.client().operations(), findings.originNanos(recording));
    return findings.repetition(number, recording, plan.rates(), true);
  }
}
