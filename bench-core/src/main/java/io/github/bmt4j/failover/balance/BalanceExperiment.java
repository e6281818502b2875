package io.github.bmt4j.failover.balance;

import static io.github.bmt4j.failure.Called.bmt;

import io.github.bmt4j.experiment.Context;
import io.github.bmt4j.experiment.Events;
import io.github.bmt4j.experiment.Experiment;
import io.github.bmt4j.experiment.Head;
import io.github.bmt4j.experiment.Work;
import io.github.bmt4j.failover.FailoverTrial;
import io.github.bmt4j.failover.TrialLines;
import io.github.bmt4j.failover.TrialSession;
import io.github.bmt4j.failover.balance.BalanceEvidence.Loss;
import io.github.bmt4j.failover.balance.BalanceEvidence.PoolServer;
import io.github.bmt4j.failover.client.ProbePlan;
import io.github.bmt4j.failover.cluster.LabCluster;
import io.github.bmt4j.failover.cluster.TestCluster;
import io.github.bmt4j.failover.external.ExternalCluster;
import io.github.bmt4j.failover.fault.Fault;
import io.github.bmt4j.failover.fault.Faults;
import io.github.bmt4j.failover.scenario.ClientPlan;
import io.github.bmt4j.failure.TargetException;
import io.github.bmt4j.jdbc.LoadDriver;
import io.github.bmt4j.jdbc.Looks;
import io.github.bmt4j.option.OptionValues;
import io.github.bmt4j.server.Cluster;
import io.github.bmt4j.server.HaProxy;
import io.github.bmt4j.server.ServerRegistry;
import java.nio.file.Path;
import java.security.Security;
import java.time.Duration;
import java.util.ArrayList;
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
    if (order.outside() == null) {
      ServerRegistry.check(
          order.topology(),
          order.target(),
          order.start(),
          "",
          bmt("balance"),
          fault(order).needs());
      if (order.scenario().cluster().hasProxy()) {
        HaProxy.demand(true);
      }
    }
  }

  private static Fault fault(BalanceOrder order) {
    return Faults.replicaLoss(
        order.scenario().times().returnAfter(),
        Duration.ofMillis(order.scenario().times().timeMillis()));
  }

  @Override
  public Experiment.Session<BalanceResult> open(Context context) throws TargetException {
    if (order.outside() != null) {
      // Observers must not use an old address longer than the application does.
      Security.setProperty("networkaddress.cache.ttl", "1");
    }
    Session session = new Session(context);
    session.open(scenario().load().writesPerSecond() > 0);
    return session;
  }

  private LabCluster.Plan plan() {
    return new LabCluster.Plan(
        scenario().mode(),
        scenario().cluster().hasProxy(),
        scenario().cluster().hasProxy(),
        fault(order),
        OptionValues.DEFAULT,
        new ClientPlan(
            scenario().settings(), driver, scenario().load(), scenario().times().trial(0)),
        0);
  }

  private final class Session extends TrialSession<BalanceResult> {
    private BalanceScenario scenario = order.scenario();
    private @Nullable Spread spread;
    private @Nullable BalanceEvidence evidence;

    Session(Context context) throws TargetException {
      super("bmt-balance", order.scenario().sampled(), context);
      if (order.outside() == null) {
        warnings.add(LabCluster.ONE_MACHINE);
      }
    }

    @Override
    protected TestCluster open(Path folder) throws TargetException {
      if (order.outside() != null) {
        OwnSpread own = OwnSpread.open(order, driver, folder, context, warnings);
        spread = own;
        scenario = own.scenario();
        return own;
      }
      Cluster cluster =
          ServerRegistry.open(order.topology(), order.target(), order.start(), context.progress());
      ReplicaSpread found =
          new ReplicaSpread(cluster, scenario.mode(), driver, fault(order).victim(cluster));
      spread = found;
      return new LabCluster(plan(), cluster, folder, context.clock()) {
        @Override
        public ProbePlan plan() {
          return plan(found.urls());
        }
      };
    }

    private Spread spread() {
      return Objects.requireNonNull(spread, "open");
    }

    @Override
    public Events.Started started() {
      return new Events.Started(
          scenario, environment(), BalanceReport.setup(scenario, environment()).text());
    }

    @Override
    public boolean measure(Work result) throws TargetException {
      TrialLines lines = new TrialLines(result.events(), "time", scenario.losesServer());
      List<Looks<ConnectionCount>> samplers = spread().samplers(SAMPLE, context.clock());
      FailoverTrial.Recording recording;
      try {
        recording =
            perform(
                1,
                "the load",
                servers().plan().times(),
                lines,
                result,
                one -> one.moments().fromNanos());
      } finally {
        samplers.forEach(Looks::close);
      }
      keep(ExternalCluster.TRIGGER_LOG, result.folder().path());
      keep(HaProxy.CONFIG, result.folder().path());
      unstored.addAll(recording.problems());
      evidence =
          evidence(
              recording, samplers.stream().flatMap(sampler -> sampler.all().stream()).toList());
      return false;
    }

    private BalanceEvidence evidence(
        FailoverTrial.Recording recording, List<ConnectionCount> connections) {
      Loss loss = spread().loss(recording, unstored);
      long end = recording.moments().endNanos();
      List<PoolServer> pool =
          spread().servers(recording.client(), loss == null ? end : loss.lostNanos());
      return new BalanceEvidence(
          pool,
          recording.moments().fromNanos(),
          end,
          loss,
          recording.client(),
          readers(connections, pool),
          servers().plan().rates(),
          1_000_000 * scenario.times().stallMillis());
    }

    /** A primary that shares the reads has the writers' pool, too: its count would mislead. */
    private List<ConnectionCount> readers(List<ConnectionCount> all, List<PoolServer> pool) {
      String mixed =
          pool.stream()
              .filter(one -> one.primary() && one.shares())
              .map(PoolServer::name)
              .findFirst()
              .orElse("");
      if (mixed.isEmpty() || servers().plan().urls().write() == null) {
        return all;
      }
      warnings.add(
          "connections to "
              + mixed
              + " are left out: those of writers cannot be told from readers'");
      return all.stream().filter(one -> !one.server().equals(mixed)).toList();
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
          scenario,
          environment(),
          figures,
          BalanceAdvice.of(
              measured,
              figures.stuck(),
              scenario.settings().inForce(spread().readUrl()),
              spread().address(measured.loss())),
          series.series());
    }
  }

  public BalanceScenario scenario() {
    return order.scenario();
  }
}
