package io.github.bmt4j.failover.balance;

import io.github.bmt4j.experiment.Context;
import io.github.bmt4j.experiment.Events;
import io.github.bmt4j.experiment.Experiment;
import io.github.bmt4j.experiment.Head;
import io.github.bmt4j.experiment.Work;
import io.github.bmt4j.failover.FailoverTrial;
import io.github.bmt4j.failover.TrialLines;
import io.github.bmt4j.failover.TrialSession;
import io.github.bmt4j.failover.balance.BalanceEvidence.Loss;
import io.github.bmt4j.failover.client.ProbePlan;
import io.github.bmt4j.failover.client.TrialTimes;
import io.github.bmt4j.failover.cluster.LabCluster;
import io.github.bmt4j.failover.cluster.TestCluster;
import io.github.bmt4j.failover.fault.Fault;
import io.github.bmt4j.failover.fault.Faults;
import io.github.bmt4j.failover.figures.NodeObservation;
import io.github.bmt4j.failover.scenario.ClientPlan;
import io.github.bmt4j.failure.TargetException;
import io.github.bmt4j.jdbc.LoadDriver;
import io.github.bmt4j.option.OptionValues;
import io.github.bmt4j.report.Reason.Code;
import io.github.bmt4j.server.Cluster;
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
   * @throws io.github.bmt4j.failure.BadInputException when the order makes no sense
   */
  public static void check(BalanceOrder order) {
    ServerRegistry.check(
        order.topology(), order.target(), order.start(), "", "bmt balance", fault(order).needs());
  }

  private static Fault fault(BalanceOrder order) {
    return Faults.replicaLoss(
        order.scenario().times().returnAfter(),
        Duration.ofMillis(order.scenario().times().timeMillis()));
  }

  @Override
  public Experiment.Session<BalanceResult> open(Context context) throws TargetException {
    Session session = new Session(context);
    session.open(scenario().load().writesPerSecond() > 0);
    return session;
  }

  private LabCluster.Plan plan() {
    BalanceScenario.Times times = scenario().times();
    long script = times.timeMillis() + Objects.requireNonNullElse(times.returnAfterMillis(), 0L);
    return new LabCluster.Plan(
        scenario().mode(),
        false,
        fault(order),
        OptionValues.DEFAULT,
        new ClientPlan(
            scenario().settings(),
            driver,
            scenario().load(),
            new TrialTimes(times.baselineMillis(), times.stallMillis(), 0, script + SPARE_MILLIS)));
  }

  private final class Session extends TrialSession<BalanceResult> {
    private @Nullable ReplicaSpread spread;
    private @Nullable BalanceEvidence evidence;

    Session(Context context) throws TargetException {
      super("bmt-balance", scenario().sampled(), context);
      warnings.add(LabCluster.ONE_MACHINE);
    }

    @Override
    protected TestCluster open(Path folder) throws TargetException {
      Cluster cluster =
          ServerRegistry.open(order.topology(), order.target(), order.start(), context.progress());
      ReplicaSpread found = new ReplicaSpread(cluster, scenario().mode(), driver);
      spread = found;
      return new LabCluster(plan(), cluster, folder, context.clock()) {
        @Override
        public ProbePlan plan() {
          return plan(found.urls());
        }
      };
    }

    private ReplicaSpread spread() {
      return Objects.requireNonNull(spread, "open");
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
      List<ConnectionSampler> samplers = spread().samplers(SAMPLE, context.clock());
      FailoverTrial.Recording recording;
      try {
        recording =
            perform(
                1,
                "the load",
                plan().client().times(),
                lines,
                result,
                one -> one.moments().fromNanos());
      } finally {
        samplers.forEach(ConnectionSampler::close);
      }
      unstored.addAll(recording.problems());
      evidence =
          evidence(
              recording, samplers.stream().flatMap(sampler -> sampler.counts().stream()).toList());
      return false;
    }

    private BalanceEvidence evidence(
        FailoverTrial.Recording recording, List<ConnectionCount> connections) {
      String node = plan().fault().victim(spread().cluster());
      Long lost = node.isEmpty() ? null : recording.moments().faultNanos();
      Long returned = lost == null ? null : returned(recording.observations(), node, lost);
      if (lost != null && returned == null) {
        unstored.add(Code.NOT_OBSERVED.of("no observer saw " + node + " go away and come back"));
      }
      return new BalanceEvidence(
          spread().servers(),
          recording.moments().fromNanos(),
          recording.moments().endNanos(),
          lost == null ? null : new Loss(node, lost, returned),
          recording.client(),
          connections,
          servers().plan().rates(),
          1_000_000 * scenario().times().stallMillis());
    }

    @Override
    public BalanceResult result(Head head) {
      BalanceEvidence measured = Objects.requireNonNull(evidence, "measured");
      List<String> notes = new ArrayList<>(BalanceJudgement.notes(measured));
      notes.addAll(warnings);
      notes.addAll(series.notes());
      BalanceFigures figures = BalanceAnalysis.figures(measured);
      return new BalanceResult(
          head.id(),
          head.startedAt(),
          BalanceJudgement.judge(measured, List.copyOf(unstored)),
          List.copyOf(notes),
          scenario(),
          environment(),
          figures,
          BalanceAdvice.of(
              measured,
              figures.stuck(),
              scenario().settings().inForce(spread().readUrl()),
              spread().address(measured.loss())),
          series.series());
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
