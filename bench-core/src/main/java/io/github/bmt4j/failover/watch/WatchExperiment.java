package io.github.bmt4j.failover.watch;

import io.github.bmt4j.experiment.Context;
import io.github.bmt4j.experiment.Events;
import io.github.bmt4j.experiment.Experiment;
import io.github.bmt4j.experiment.Head;
import io.github.bmt4j.experiment.Runner;
import io.github.bmt4j.experiment.Verdict;
import io.github.bmt4j.experiment.Work;
import io.github.bmt4j.failover.TrialSession;
import io.github.bmt4j.failover.cluster.TestCluster;
import io.github.bmt4j.failover.external.ExternalCluster;
import io.github.bmt4j.failover.figures.LedgerCopy;
import io.github.bmt4j.failover.scenario.ChangeScenario;
import io.github.bmt4j.failover.scenario.FailoverOrder;
import io.github.bmt4j.failure.TargetException;
import io.github.bmt4j.jdbc.LoadDriver;
import io.github.bmt4j.jdbc.TargetSpec;
import io.github.bmt4j.option.OptionValues;
import io.github.bmt4j.progress.Progress;
import io.github.bmt4j.report.Reason;
import io.github.bmt4j.report.Reason.Code;
import io.github.bmt4j.server.StartOptions;
import io.github.bmt4j.server.Topology;
import java.nio.file.Path;
import java.security.Security;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A window in which the user's cluster is watched: the application of a failover, without a fault.
 *
 * @param servers the cluster, as an order for a change of its primary that nobody announces
 * @param driver of the application
 */
public record WatchExperiment(WatchScenario scenario, FailoverOrder servers, LoadDriver driver)
    implements Experiment<WatchResult> {
  /**
   * A window of a cluster.
   *
   * @param readUrl of the readers; absent when it is that of the cluster
   */
  public static WatchExperiment of(
      WatchScenario scenario,
      TargetSpec.External cluster,
      @Nullable String readUrl,
      StartOptions start,
      LoadDriver driver) {
    return new WatchExperiment(
        scenario,
        new FailoverOrder(
            scenario.unannounced(),
            cluster,
            start,
            Topology.SINGLE,
            OptionValues.DEFAULT,
            0,
            new FailoverOrder.Outside(ChangeScenario.External.MANUAL, readUrl)),
        driver);
  }

  @Override
  public String name() {
    return WatchResult.KIND;
  }

  @Override
  public void check() {
    scenario.failIf().forEach(WatchLimit::of);
  }

  @Override
  public Experiment.Session<WatchResult> open(Context context) throws TargetException {
    // Observers must not look at an old address longer than the application does.
    Security.setProperty("networkaddress.cache.ttl", "1");
    Session session = new Session(context);
    session.open(scenario.writes());
    return session;
  }

  private final class Session extends TrialSession<WatchResult> {
    private final Set<Reason> problems = new LinkedHashSet<>();
    private @Nullable Watching watching;
    private @Nullable LedgerCopy ledger;

    Session(Context context) throws TargetException {
      super("bmt-watch", null, context);
    }

    @Override
    protected TestCluster open(Path folder) {
      return new ExternalCluster(
          servers, driver, Runner.newId(), folder, context.clock(), context.progress());
    }

    @Override
    public Events.Started started() {
      return new Events.Started(
          scenario, environment(), WatchReport.setup(scenario, environment()).text());
    }

    @Override
    public boolean measure(Work work) throws TargetException {
      try (Watching begun = new Watching(scenario, servers(), context, work)) {
        begun.begin(work());
        watching = begun;
        begun.watch().ifPresent(problems::add);
        begun.end().ifPresent(problems::add);
        problems.addAll(begun.unstored());
        warnings.addAll(begun.blindness());
        if (scenario.writes()) {
          readLedger(begun);
        }
      }
      return false;
    }

    private void readLedger(Watching begun) {
      try (Progress.Step step = context.progress().begin("Reading the ledgers", -1, "")) {
        TestCluster.Aftermath after = servers().settle(begun.lastWriter(), context.stop()::given);
        ledger =
            after.ledgers().stream()
                .filter(one -> one.node().equals(after.primary()))
                .findFirst()
                .orElse(null);
        if (ledger == null) {
          unread(begun, "no server that takes writes was found at the end");
        }
      } catch (TargetException e) {
        unread(begun, String.valueOf(e.getMessage()));
      }
    }

    /** Servers that are away when the window ends are a finding, not a problem. */
    private void unread(Watching begun, String why) {
      String words = "what was lost is not known: " + why;
      if (begun.window().isTroubled()) {
        warnings.add(words);
      } else {
        problems.add(Code.NOT_OBSERVED.of(words));
      }
    }

    @Override
    public WatchResult result(Head head) {
      return new WatchResult(
          head.id(),
          head.startedAt(),
          Verdict.of(List.copyOf(problems)),
          List.copyOf(warnings),
          scenario,
          environment(),
          Objects.requireNonNull(watching, "measured").window().figures(ledger));
    }
  }
}
