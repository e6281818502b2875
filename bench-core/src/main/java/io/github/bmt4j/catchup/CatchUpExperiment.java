package io.github.bmt4j.catchup;

import static io.github.bmt4j.failure.Called.bmt;

import io.github.bmt4j.catchup.CatchUpResult.CatchUp;
import io.github.bmt4j.catchup.CatchUpScenario.Case;
import io.github.bmt4j.catchup.Writing.Backlog;
import io.github.bmt4j.endpoint.TableCommands;
import io.github.bmt4j.endpoint.TargetErrors;
import io.github.bmt4j.experiment.Context;
import io.github.bmt4j.experiment.Environment;
import io.github.bmt4j.experiment.EnvironmentReader;
import io.github.bmt4j.experiment.Events;
import io.github.bmt4j.experiment.Experiment;
import io.github.bmt4j.experiment.Head;
import io.github.bmt4j.experiment.Verdict;
import io.github.bmt4j.experiment.Work;
import io.github.bmt4j.failure.CloseOnFailure;
import io.github.bmt4j.failure.TargetException;
import io.github.bmt4j.jdbc.Connector;
import io.github.bmt4j.jdbc.PsMode;
import io.github.bmt4j.jdbc.ServerFacts;
import io.github.bmt4j.jdbc.Target;
import io.github.bmt4j.preflight.Preflight;
import io.github.bmt4j.preflight.ReplicaState;
import io.github.bmt4j.progress.Progress;
import io.github.bmt4j.progress.StopSignal;
import io.github.bmt4j.server.Cluster;
import io.github.bmt4j.server.ServerRegistry;
import io.github.bmt4j.server.StartOptions;
import io.github.bmt4j.tables.CommandLocks;
import io.github.bmt4j.tables.FoundTables;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Measures how fast a replica applies a backlog, with each of several settings. */
public record CatchUpExperiment(CatchUpOrder order) implements Experiment<CatchUpResult> {
  /** Limit of the wait until restarted replication runs; it may be far behind. */
  private static final Duration RUNNING = Duration.ofSeconds(10);

  @Override
  public String name() {
    return CatchUpResult.KIND;
  }

  @Override
  public void check() {
    order.check();
    if (order.outside() == null) {
      for (StartOptions start : order.starts()) {
        ServerRegistry.check(
            order.topology(),
            order.target(),
            start,
            "",
            bmt("catch-up"),
            List.of(Cluster.Replayable.class));
      }
    }
  }

  @Override
  public Experiment.Session<CatchUpResult> open(Context context) throws TargetException {
    CatchUpOrder.Outside outside = order.outside();
    if (outside != null) {
      Target replica = outside.replica().target();
      try {
        // Before the check that the replica applies: another catch-up may have stopped it.
        context
            .locks()
            .own(new Connector(replica, PsMode.DISABLE, 0), List.of(CommandLocks.APPLIER));
      } catch (SQLException e) {
        throw TargetErrors.target(replica, e);
      }
    }
    ReplicaPair pair = ReplicaPair.open(order, context.progress());
    try (CloseOnFailure opened = new CloseOnFailure(pair::close)) {
      Session session = new Session(context, pair);
      opened.succeeded();
      return session;
    } catch (SQLException e) {
      throw TargetErrors.target(pair.primary(), e);
    }
  }

  private final class Session implements Experiment.Session<CatchUpResult> {
    private final Context context;
    private final ReplicaPair pair;
    private final CatchUpTrial trial;
    private final CatchUpScenario scenario = order.scenario();
    private final Environment environment;
    private final List<String> warnings = new ArrayList<>();
    private final List<Case> cases = order.scenario().cases();
    private final List<CatchUp> catchUps = new ArrayList<>();
    private @Nullable Backlog kept;

    Session(Context context, ReplicaPair pair) throws TargetException, SQLException {
      this.context = context;
      this.pair = pair;
      this.trial = new CatchUpTrial(order, pair, context);
      Environment read;
      try (Connection primary = pair.connectPrimary();
          Connection replica = pair.connectReplica()) {
        warnings.addAll(Preflight.checkServer(primary, order.job().need()).warnings());
        read =
            EnvironmentReader.read(
                pair.replica(), ServerFacts.read(replica), pair.toReplica, replica);
      }
      warnings.addAll(EnvironmentReader.notes(pair.primary()));
      context.locks().use(pair.toPrimary, CommandLocks.names(order.job().tables()));
      FoundTables found =
          new TableCommands(context.clock(), context.progress(), context.stop())
              .prepare(order.job(), List.of(pair.primary()));
      warnings.addAll(found.warnings());
      environment = read.with(found.compared(order.job().tables()));
      try (Progress.Step step = waiting()) {
        pair.tryOut(order.scenario().replicaSettings());
        trial.prepare();
      }
    }

    private Progress.Step waiting() {
      return context.progress().begin("Waiting for the replica", -1, "");
    }

    @Override
    public Events.Started started() {
      return new Events.Started(
          scenario, environment, CatchUpReport.setup(scenario, environment).text());
    }

    @Override
    public boolean measure(Work work) throws TargetException {
      Case one = cases.get(catchUps.size());
      trial.series.into(work.folder().path());
      try {
        CatchUp done;
        try (Progress.Step step = context.progress().begin(CatchUpJudgement.name(one), -1, "")) {
          done = order.scenario().sameBacklog() ? replayed(one) : trial.perform(one);
        }
        catchUps.add(done);
        work.events().line(CatchUpReport.ended(scenario, done));
        work.events().partEnded(done);
        return done.counts()
            && !trial.isBehind()
            && !trial.surroundings.hasLostPrimary()
            && catchUps.size() < cases.size();
      } catch (TargetException e) {
        if (catchUps.isEmpty() || !context.stop().given()) {
          throw e;
        }
        return false; // The verdict says that it was interrupted.
      } catch (SQLException e) {
        throw TargetErrors.target(pair.replica(), e);
      }
    }

    private CatchUp replayed(Case one) throws TargetException, SQLException {
      Backlog backlog = kept;
      if (backlog == null) {
        backlog = trial.keptBacklog();
        kept = backlog;
      }
      return trial.replay(one, backlog);
    }

    @Override
    public CatchUpResult result(Head head) {
      Verdict verdict = CatchUpJudgement.judge(scenario, catchUps, context.stop().given());
      return new CatchUpResult(
          head.id(),
          head.startedAt(),
          verdict,
          Stream.of(warnings, trial.notes, trial.series.notes())
              .flatMap(Collection::stream)
              .toList(),
          scenario,
          environment,
          List.copyOf(catchUps),
          CatchUpJudgement.ranking(scenario, catchUps, verdict),
          trial.series.series());
    }

    /** Starts replication on the user's replica again, and drops the heartbeat's table. */
    @Override
    public Optional<String> end(Runnable keep) {
      if (pair.isOwn()) {
        return Optional.empty();
      }
      try (Connection replica = pair.connectReplica();
          Connection primary = pair.connectPrimary();
          Progress.Step step = waiting()) {
        pair.heartbeat.drop(primary);
        if (!pair.state(replica).runs()) {
          pair.startApplying(replica);
        }
        new ReplicaCheck(order, pair, context.clock(), new StopSignal()).awaitAll(replica, RUNNING);
        ReplicaState.Source state = pair.state(replica);
        return state.runs()
            ? Optional.empty()
            : Optional.of(notRunning(pair.error(replica, state)));
      } catch (SQLException e) {
        return Optional.of(notRunning(TargetErrors.words(e)));
      }
    }

    private String notRunning(String words) {
      return "replication does not run on the replica: fix the cause and execute "
          + pair.startStatement()
          + (words.isEmpty() ? "" : " (" + words + ")");
    }

    @Override
    public void close() {
      pair.close();
    }
  }
}
