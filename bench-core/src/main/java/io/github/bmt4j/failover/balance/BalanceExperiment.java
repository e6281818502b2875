package io.github.bmt4j.failover.balance;

import io.github.bmt4j.experiment.Context;
import io.github.bmt4j.experiment.Environment;
import io.github.bmt4j.experiment.Events;
import io.github.bmt4j.experiment.Experiment;
import io.github.bmt4j.experiment.Head;
import io.github.bmt4j.experiment.Work;
import io.github.bmt4j.failover.ClientPlan;
import io.github.bmt4j.failover.FailoverTrial;
import io.github.bmt4j.failover.LabCluster;
import io.github.bmt4j.failover.OperationsFile;
import io.github.bmt4j.failover.TrialFolder;
import io.github.bmt4j.failover.TrialLines;
import io.github.bmt4j.failover.balance.BalanceEvidence.Loss;
import io.github.bmt4j.failover.client.ClientProcess;
import io.github.bmt4j.failover.client.ProbePlan;
import io.github.bmt4j.failover.client.TrialTimes;
import io.github.bmt4j.failover.fault.Fault;
import io.github.bmt4j.failover.figures.NodeObservation;
import io.github.bmt4j.failure.TargetException;
import io.github.bmt4j.jdbc.LoadDriver;
import io.github.bmt4j.sampling.PartSeries;
import io.github.bmt4j.sampling.ServerWatch;
import io.github.bmt4j.server.Cluster;
import io.github.bmt4j.server.OptionValues;
import io.github.bmt4j.server.ServerRegistry;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A load that is spread over replicas, one of which may be lost and come back.
 *
 * @param driver of the application
 */
public record BalanceExperiment(BalanceOrder order, LoadDriver driver)
    implements Experiment<BalanceResult> {
  private static final Duration SAMPLE = Duration.ofSeconds(1);
  private static final long SPARE_MILLIS = 120_000;

  @Override
  public String name() {
    return BalanceResult.KIND;
  }

  @Override
  public void check() {
    check(order);
  }

  /**
   * Checks what can be checked before anything is touched.
   *
   * @throws io.github.bmt4j.failure.BadInputException when it makes no sense
   */
  public static void check(BalanceOrder order) {
    ServerRegistry.check(
        order.topology(), order.target(), order.start(), "bmt balance", fault(order).needs());
  }

  private static Fault fault(BalanceOrder order) {
    return new ReplicaLoss(
        order.scenario().times().returnAfter(),
        Duration.ofMillis(order.scenario().times().timeMillis()));
  }

  @Override
  public Experiment.Session<BalanceResult> open(Context context) throws TargetException {
    TrialFolder work = TrialFolder.create("bmt-balance");
    boolean opened = false;
    try {
      Session session = new Session(context, work);
      session.open();
      opened = true;
      return session;
    } finally {
      if (!opened) {
        work.close();
      }
    }
  }

  /** The trial ends when its script does. */
  private LabCluster.Plan plan() {
    BalanceScenario.Times times = scenario().times();
    long script = times.timeMillis() + Objects.requireNonNullElse(times.returnAfterMillis(), 0L);
    return new LabCluster.Plan(
        scenario().mode(),
        fault(order),
        OptionValues.DEFAULT,
        new ClientPlan(
            scenario().settings(),
            driver,
            scenario().load(),
            new TrialTimes(times.baselineMillis(), times.stallMillis(), 0, script + SPARE_MILLIS)));
  }

  private final class Session implements Experiment.Session<BalanceResult> {
    private final Context context;
    private final TrialFolder work;
    private final Cluster cluster;
    private final ReplicaSpread spread;
    private final LabCluster stage;
    private final PartSeries series;
    private final List<String> problems = new ArrayList<>();
    private final List<String> notes = new ArrayList<>(List.of(LabCluster.ONE_MACHINE));
    private @Nullable Environment environment;
    private @Nullable BalanceEvidence evidence;

    Session(Context context, TrialFolder work) throws TargetException {
      this.context = context;
      this.work = work;
      this.series = new PartSeries(scenario().sampled(), context);
      this.cluster =
          ServerRegistry.open(order.topology(), order.target(), order.start(), context.progress());
      this.spread = new ReplicaSpread(cluster, scenario().mode(), driver);
      this.stage = new LabCluster(plan(), cluster, work.path(), context.clock());
    }

    void open() throws TargetException {
      boolean ready = false;
      try {
        notes.addAll(stage.checkSessions(scenario().load().writesPerSecond() > 0));
        stage.ready(context.stop()::given);
        environment = stage.environment(stage.plan(spread.urls()));
        ready = true;
      } finally {
        if (!ready) {
          stage.close();
        }
      }
    }

    @Override
    public Events.Started started() {
      return new Events.Started(
          scenario(), environment(), BalanceReport.setup(scenario(), environment()).text());
    }

    @Override
    public boolean measure(Work result) throws TargetException {
      TrialLines lines =
          new TrialLines(result.events(), "time", scenario().times().returnAfterMillis() != null);
      ProbePlan probes = stage.plan(spread.urls());
      Path client = work.folder("client");
      List<ConnectionSampler> samplers = spread.samplers(SAMPLE, context.clock());
      FailoverTrial.Recording recording;
      series.into(result.folder().path());
      try (ServerWatch servers = series.begin("the load", stage.sampled())) {
        recording =
            new FailoverTrial(
                    stage, plan().client().times(), context.clock(), context.stop(), lines)
                .perform(
                    () ->
                        ClientProcess.start(probes, client, stage.javaOptions(), context.clock()));
        servers.loadEnded(recording.fromNanos(), recording.fromNanos());
      } finally {
        samplers.forEach(ConnectionSampler::close);
      }
      new OperationsFile(result.folder().path())
          .add(1, recording.client().operations(), recording.fromNanos())
          .ifPresent(problems::add);
      problems.addAll(recording.problems());
      evidence =
          evidence(
              recording, samplers.stream().flatMap(sampler -> sampler.counts().stream()).toList());
      return false;
    }

    private BalanceEvidence evidence(
        FailoverTrial.Recording recording, List<ConnectionCount> connections) {
      String node = plan().fault().victim(cluster);
      Long lost = node.isEmpty() ? null : recording.faultNanos();
      Long returned = lost == null ? null : returned(recording.observations(), node, lost);
      if (lost != null && returned == null) {
        problems.add("no observer saw " + node + " go away and come back");
      }
      return new BalanceEvidence(
          spread.servers(),
          recording.fromNanos(),
          recording.endNanos(),
          lost == null ? null : new Loss(node, lost, returned),
          recording.client(),
          connections,
          stage.plan(spread.urls()).rates(),
          1_000_000 * scenario().times().stallMillis());
    }

    private Environment environment() {
      return Objects.requireNonNull(environment, "open");
    }

    @Override
    public BalanceResult result(Head head) {
      BalanceEvidence measured = Objects.requireNonNull(evidence, "measured");
      List<String> warnings = new ArrayList<>(BalanceJudgement.notes(measured));
      warnings.addAll(notes);
      warnings.addAll(series.notes());
      BalanceFigures figures = BalanceAnalysis.figures(measured);
      return new BalanceResult(
          head.id(),
          head.startedAt(),
          BalanceJudgement.judge(measured, problems),
          List.copyOf(warnings),
          scenario(),
          environment(),
          figures,
          BalanceAdvice.of(
              measured,
              figures.stuck(),
              scenario().settings().inForce(spread.readUrl()),
              spread.address(measured.loss())),
          series.series());
    }

    @Override
    public void close() {
      try (work) {
        stage.close();
      }
    }
  }

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

  public BalanceScenario scenario() {
    return order.scenario();
  }
}
