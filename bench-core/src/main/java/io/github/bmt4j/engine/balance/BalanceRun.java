package io.github.bmt4j.engine.balance;

import io.github.bmt4j.analysis.balance.BalanceAnalysis;
import io.github.bmt4j.analysis.balance.BalanceEvidence;
import io.github.bmt4j.analysis.balance.BalanceEvidence.Loss;
import io.github.bmt4j.analysis.balance.BalanceJudgement;
import io.github.bmt4j.engine.play.OperationsFile;
import io.github.bmt4j.engine.play.Play;
import io.github.bmt4j.engine.play.ProbeLoad;
import io.github.bmt4j.engine.play.StageEnvironment;
import io.github.bmt4j.experiment.Environment;
import io.github.bmt4j.experiment.Head;
import io.github.bmt4j.experiment.ResultFolder;
import io.github.bmt4j.failure.BadInputException;
import io.github.bmt4j.failure.TargetException;
import io.github.bmt4j.folder.WorkFolder;
import io.github.bmt4j.lab.ReplicationLab;
import io.github.bmt4j.lab.ReplicationLabs;
import io.github.bmt4j.lab.ReplicationOptions;
import io.github.bmt4j.measure.Clock;
import io.github.bmt4j.measure.ConnectionCount;
import io.github.bmt4j.measure.NodeObservation;
import io.github.bmt4j.measure.ProbeKind;
import io.github.bmt4j.progress.Progress;
import io.github.bmt4j.progress.StopSignal;
import io.github.bmt4j.result.BalanceResult;
import io.github.bmt4j.sampler.ConnectionSampler;
import io.github.bmt4j.scenario.BalanceScenario;
import io.github.bmt4j.scenario.HaMode;
import io.github.bmt4j.target.TargetSpec;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** A load that is spread over replicas, one of which may be lost and come back, and its result. */
public final class BalanceRun {
  private static final Duration SAMPLE = Duration.ofSeconds(1);
  private static final Set<HaMode> SPREADING =
      EnumSet.of(HaMode.LOADBALANCE, HaMode.LOAD_BALANCE_READ, HaMode.REPLICATION);

  private final BalanceOrder order;
  private final Clock clock;
  private final Progress progress;
  private final StopSignal stop;
  private final String id = UUID.randomUUID().toString().substring(0, 8);

  /**
   * @param progress who waits while servers start
   * @param stop ends what is under way, and keeps what was measured
   */
  public BalanceRun(BalanceOrder order, Clock clock, Progress progress, StopSignal stop) {
    this.order = order;
    this.clock = clock;
    this.progress = progress;
    this.stop = stop;
  }

  /**
   * Checks what can be checked before anything is touched.
   *
   * @throws BadInputException when it makes no sense
   */
  public static void check(BalanceOrder order) {
    if (!(order.target() instanceof TargetSpec.Embedded
        || order.target() instanceof TargetSpec.Local)) {
      throw new BadInputException(
          "bmt balance runs on servers that it starts and kills: choose --target embedded or local");
    }
    if (!SPREADING.contains(order.ha())) {
      throw new BadInputException(
          "--ha="
              + order.ha().word()
              + " spreads nothing: choose loadbalance, load-balance-read or replication");
    }
  }

  /**
   * Spreads the load and stores the result.
   *
   * @param runs folder that gets a folder of this run
   * @throws TargetException when nothing could be measured; nothing is stored then
   */
  public BalanceResult execute(Path runs, BalanceObserver watcher) throws TargetException {
    try (WorkFolder work = WorkFolder.create("bmt-balance");
        BalanceStage stage = open(work.path())) {
      return play(stage, work.path(), runs, watcher);
    } catch (IOException e) {
      throw new TargetException("cannot write files: " + e.getMessage(), e);
    }
  }

  private BalanceStage open(Path work) throws TargetException {
    ReplicationLab lab =
        ReplicationLabs.open(
            order.target(),
            new ReplicationOptions(order.cache(), order.replicas(), false, order.serverOptions()),
            progress);
    return new BalanceStage(order, lab, work, clock);
  }

  private BalanceResult play(BalanceStage stage, Path work, Path runs, BalanceObserver watcher)
      throws TargetException, IOException {
    stage.ready(stop::given);
    Instant startedAt = clock.now();
    Environment environment = StageEnvironment.read(stage);
    ResultFolder folder = ResultFolder.create(runs, "balance", new Head(id, startedAt));
    BalanceScenario scenario = scenario();
    watcher.started(scenario, environment, folder.path());
    List<ConnectionSampler> samplers = stage.samplers(SAMPLE, clock);
    Play.Recording recording;
    try {
      recording =
          new Play(stage, stage.times(), clock, stop, watcher)
              .perform(Files.createDirectory(work.resolve("client")));
    } finally {
      samplers.forEach(ConnectionSampler::close);
    }
    try (OperationsFile operations = new OperationsFile(folder.path())) {
      operations.add(1, recording.client().operations(), recording.fromNanos());
    }
    List<String> problems = new ArrayList<>(recording.problems());
    BalanceEvidence evidence =
        evidence(
            stage,
            recording,
            samplers.stream().flatMap(sampler -> sampler.counts().stream()).toList(),
            problems);
    List<String> warnings = new ArrayList<>(BalanceJudgement.notes(evidence));
    warnings.add(StageEnvironment.ONE_MACHINE);
    BalanceResult result =
        new BalanceResult(
            BalanceResult.SCHEMA,
            id,
            startedAt,
            BalanceJudgement.judge(evidence, problems),
            List.copyOf(warnings),
            scenario,
            environment,
            BalanceAnalysis.figures(evidence));
    return folder.store(result).result();
  }

  private BalanceEvidence evidence(
      BalanceStage stage,
      Play.Recording recording,
      List<ConnectionCount> connections,
      List<String> problems) {
    Long lost = order.returnAfter() == null ? null : recording.faultNanos();
    Long returned = lost == null ? null : returned(recording.observations(), stage.lost(), lost);
    if (lost != null && returned == null) {
      problems.add("nobody saw " + stage.lost() + " go away and come back");
    }
    return new BalanceEvidence(
        stage.servers(),
        Set.of(ProbeKind.READER),
        recording.fromNanos(),
        recording.endNanos(),
        lost == null ? null : new Loss(stage.lost(), lost, returned),
        recording.client(),
        connections,
        stage.plan().rates(),
        order.stall().toNanos());
  }

  /** When a node first answered again after it had not. */
  private static @Nullable Long returned(
      List<NodeObservation> observations, String node, long lostNanos) {
    boolean gone = false;
    for (NodeObservation look :
        observations.stream()
            .filter(look -> look.node().equals(node) && look.startNanos() >= lostNanos)
            .sorted(Comparator.comparingLong(NodeObservation::startNanos))
            .toList()) {
      if (gone && look.reachable()) {
        return look.endNanos();
      }
      gone |= !look.reachable();
    }
    return null;
  }

  private BalanceScenario scenario() {
    ProbeLoad load = order.load();
    Duration away = order.returnAfter();
    return new BalanceScenario(
        order.target() instanceof TargetSpec.Local ? "local" : "embedded",
        order.ha().word(),
        order.settings(),
        load.writesPerSecond(),
        load.readsPerSecond(),
        order.readTime().toMillis(),
        load.mostWorkers(),
        order.replicas(),
        away == null ? null : (Double) (away.toNanos() / 1e9),
        order.before().toNanos() / 1e9,
        order.time().toNanos() / 1e9,
        order.stall().toMillis());
  }
}
