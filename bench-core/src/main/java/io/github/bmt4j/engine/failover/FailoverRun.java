package io.github.bmt4j.engine.failover;

import io.github.bmt4j.engine.play.OperationsFile;
import io.github.bmt4j.engine.play.Stage;
import io.github.bmt4j.engine.play.StageEnvironment;
import io.github.bmt4j.experiment.Environment;
import io.github.bmt4j.experiment.Head;
import io.github.bmt4j.experiment.ResultFolder;
import io.github.bmt4j.failure.BadInputException;
import io.github.bmt4j.failure.TargetException;
import io.github.bmt4j.fault.Fault;
import io.github.bmt4j.fault.FaultOption;
import io.github.bmt4j.fault.Faults;
import io.github.bmt4j.folder.WorkFolder;
import io.github.bmt4j.lab.ReplicationLabs;
import io.github.bmt4j.measure.Clock;
import io.github.bmt4j.progress.Progress;
import io.github.bmt4j.progress.StopSignal;
import io.github.bmt4j.result.FailoverFigures.Repetition;
import io.github.bmt4j.result.FailoverResult;
import io.github.bmt4j.scenario.HaMode;
import io.github.bmt4j.target.TargetSpec;
import java.io.IOException;
import java.nio.file.Path;
import java.security.Security;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;

/** Repetitions of one change of the primary, each on a healthy stage, and their stored result. */
public final class FailoverRun {
  private final FailoverOrder order;
  private final Clock clock;
  private final Progress progress;
  private final StopSignal stop;
  private final String id = UUID.randomUUID().toString().substring(0, 8);

  /**
   * @param progress who waits while servers start
   * @param stop ends what is under way, and keeps what was measured
   */
  public FailoverRun(FailoverOrder order, Clock clock, Progress progress, StopSignal stop) {
    this.order = order;
    this.clock = clock;
    this.progress = progress;
    this.stop = stop;
  }

  /** How an application with the URL of an external cluster finds its servers. */
  public static HaMode ha(TargetSpec.External cluster) {
    return ExternalNodes.ha(cluster.url());
  }

  /**
   * Checks what can be checked before anything is touched.
   *
   * @throws BadInputException when it makes no sense
   */
  public static void check(FailoverOrder order) {
    if (order.outside() != null) {
      return;
    }
    if (order.maxWriteOutage() != null && order.ha() == HaMode.LOADBALANCE) {
      throw new BadInputException(
          "--max-write-outage does not fit --ha loadbalance, where nothing is written");
    }
    ReplicationLabs.check(order.target());
    Stages.labOptions(order);
    Fault fault = Faults.byName(order.fault());
    fault
        .obstacle(order.ha())
        .ifPresent(
            why -> {
              throw new BadInputException(
                  "--fault "
                      + fault.name()
                      + " does not fit --ha "
                      + order.ha().word()
                      + ": "
                      + why);
            });
    if (order.semiSync() && fault.takes().contains(FaultOption.LAG)) {
      throw new BadInputException(
          "--fault "
              + fault.name()
              + " does not fit --semi-sync: commits would wait for the replicas that receive nothing");
    }
    long script = order.faultOptions().length(fault).plus(order.times().settle()).toMillis();
    if (script > order.times().deadline().toMillis()) {
      throw new BadInputException(
          "--deadline="
              + order.times().deadline().toSeconds()
              + "s is too short for the fault and --settle: give "
              + (script / 1000 + 1)
              + "s or more");
    }
  }

  /**
   * Plays all repetitions and stores the result.
   *
   * @param runs folder that gets a folder of this run
   * @throws TargetException when nothing could be measured; nothing is stored then
   */
  public FailoverResult execute(Path runs, FailoverObserver watcher) throws TargetException {
    if (order.outside() != null) {
      // Observers must not look at an old address longer than the application does.
      Security.setProperty("networkaddress.cache.ttl", "1");
    }
    try (WorkFolder work = WorkFolder.create("bmt-failover");
        Stage stage = Stages.open(order, id, work.path(), clock, progress)) {
      return play(stage, work.path(), runs, watcher);
    } catch (IOException e) {
      throw new TargetException("cannot write files: " + e.getMessage(), e);
    }
  }

  private FailoverResult play(Stage stage, Path work, Path runs, FailoverObserver watcher)
      throws TargetException, IOException {
    stage.ready(stop::given);
    Instant startedAt = clock.now();
    Environment environment = StageEnvironment.read(stage);
    List<String> warnings = warnings();
    ResultFolder folder = ResultFolder.create(runs, "failover", new Head(id, startedAt));
    watcher.started(Results.scenario(order), environment, folder.path());
    List<Repetition> repetitions = new ArrayList<>();
    try (OperationsFile operations = new OperationsFile(folder.path())) {
      for (int number = 1; number <= order.repeat() && !stop.given(); number++) {
        watcher.repetition(number, order.repeat());
        Repetition repetition = repetition(number, stage, work, operations, watcher);
        repetitions.add(repetition);
        watcher.ended(repetition);
        if (repetition.figures().windowMs() == 0) {
          // It could not be played, and another one on the same servers would fare no better.
          break;
        }
      }
    }
    FailoverResult result = Results.of(order, id, startedAt, environment, warnings, repetitions);
    return folder.store(result).result();
  }

  /** A repetition; when it cannot be played, an INVALID one that says why. */
  private Repetition repetition(
      int number, Stage stage, Path work, OperationsFile operations, FailoverObserver watcher)
      throws IOException {
    try {
      if (number > 1) {
        stage.ready(stop::given);
      }
      return new RepetitionPlay(order, stage, clock, stop, watcher)
          .play(number, work.resolve("repetition" + number), operations);
    } catch (TargetException e) {
      return Repetition.notPlayed(number, stop.given() ? "interrupted" : e.getMessage());
    }
  }

  private List<String> warnings() {
    return order.outside() == null ? List.of(StageEnvironment.ONE_MACHINE) : List.of();
  }
}
