package io.github.bmt4j.heavy;

import io.github.bmt4j.endpoint.TargetErrors;
import io.github.bmt4j.experiment.Context;
import io.github.bmt4j.experiment.Environment;
import io.github.bmt4j.experiment.EnvironmentReader;
import io.github.bmt4j.experiment.Events;
import io.github.bmt4j.experiment.Experiment;
import io.github.bmt4j.experiment.Head;
import io.github.bmt4j.experiment.Verdict;
import io.github.bmt4j.experiment.Work;
import io.github.bmt4j.failure.TargetException;
import io.github.bmt4j.heavy.StatementResult.Step;
import io.github.bmt4j.heavy.StatementResult.Timing;
import io.github.bmt4j.jdbc.Connector;
import io.github.bmt4j.jdbc.PsMode;
import io.github.bmt4j.jdbc.ServerFacts;
import io.github.bmt4j.jdbc.ServerProduct;
import io.github.bmt4j.jdbc.Target;
import io.github.bmt4j.load.concurrent.ConcurrentPhase;
import io.github.bmt4j.outcome.OutcomeKind;
import io.github.bmt4j.preflight.Preflight;
import io.github.bmt4j.report.Reason;
import io.github.bmt4j.report.Reason.Code;
import io.github.bmt4j.sampling.PartSeries;
import io.github.bmt4j.server.Server;
import io.github.bmt4j.statement.RestartWatch;
import io.github.bmt4j.tables.CommandLocks;
import io.github.bmt4j.tables.FoundTables;
import io.github.bmt4j.tables.TablePreparer;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** Heavy statements, timed one by one on a server that is up. */
public record StatementExperiment(StatementOrder order, Server owned)
    implements Experiment<StatementResult> {
  private static final int PATIENCE_MILLIS = 5_000;

  @Override
  public String name() {
    return order.scenario().workload();
  }

  @Override
  public Experiment.Session<StatementResult> open(Context context) throws TargetException {
    Connector connector = new Connector(owned.target(), PsMode.DISABLE, 0);
    try (Connection first = connector.connect()) {
      return new Session(context, connector, first);
    } catch (SQLException e) {
      throw TargetErrors.target(owned.target(), e);
    }
  }

  private final class Session implements Experiment.Session<StatementResult> {
    private final StatementScenario scenario = order.scenario();
    private final Context context;
    private final Connector connector;
    private final ServerProduct server;
    private final Environment environment;
    private final List<String> warnings;
    private final PartSeries series;
    private List<Timing> timings = new ArrayList<>();
    private final List<Step> steps = new ArrayList<>();
    private List<ConcurrentPhase> baseline = List.of();
    private List<Reason> known = List.of();
    private boolean ended;

    Session(Context context, Connector connector, Connection first)
        throws SQLException, TargetException {
      this.context = context;
      this.connector = connector;
      this.series = new PartSeries(scenario.sampled(), context);
      Target target = owned.target();
      ServerFacts facts = ServerFacts.read(first);
      server = facts.product();
      warnings =
          new ArrayList<>(Preflight.check(connector, first, target, order.need()).warnings());
      TablePreparer preparer = new TablePreparer(connector, context.progress(), context.stop());
      context.locks().own(connector, CommandLocks.names(order.ladderTables()));
      context.locks().use(connector, CommandLocks.names(order.usedTables()));
      Ladder.check(order, preparer);
      FoundTables found = FoundTables.NONE;
      if (scenario.ladder().isEmpty()) {
        found = preparer.prepare(order.tables(), order.threads());
      }
      if (order.concurrent() != null) {
        found = found.plus(preparer.prepare(order.concurrent().tables(), order.threads()), "");
      }
      warnings.addAll(found.warnings());
      warnings.addAll(StatementWarnings.before(order, server, target));
      warnings.addAll(StatementWarnings.room(order, first, owned.pid().isPresent()));
      environment =
          EnvironmentReader.read(target, facts, connector, first)
              .with(found.compared(order.tables()));
    }

    @Override
    public Events.Started started() {
      return new Events.Started(
          scenario, environment, StatementReport.setup(scenario, environment).text() + "\n");
    }

    /** Measures all timings; each is stored when it ends. */
    @Override
    public boolean measure(Work work) {
      series.into(work.folder().path());
      Batch batch = new Batch(connector, server, scenario, context, series);
      StatementEvents events = new StatementEvents(work);
      Timings timed = new Timings(order, owned, batch, context, events, timings);
      List<Reason> problems = new ArrayList<>();
      batch.rehearse();
      RestartWatch restarts = watched();
      if (scenario.ladder().isEmpty()) {
        timed.baseline(server);
        if (scenario.timed().cold()) {
          restarts = watched();
        }
        baseline = timed.withLoad(server);
      } else {
        new Ladder(order, connector, batch, context, events, steps, problems).climb();
      }
      if (!context.stop().given() && isSilentlyRestarted(restarts)) {
        problems.add(
            Code.SERVER_RESTARTED.of(
                "the server was restarted while statements were timed: its caches were cold"));
      }
      timings = timed.checked();
      problems.addAll(timed.problems());
      known = problems;
      ended = true;
      return false;
    }

    private RestartWatch watched() {
      RestartWatch restarts = new RestartWatch(context.clock());
      try (Connection connection = connector.connect(PATIENCE_MILLIS)) {
        restarts.begin(connection);
      } catch (SQLException e) {
        // The executions show that the server does not answer.
      }
      return restarts;
    }

    private boolean isSilentlyRestarted(RestartWatch restarts) {
      if (Stream.concat(
              timings.stream().flatMap(timing -> timing.executions().stream()),
              steps.stream().map(Step::execution))
          .anyMatch(one -> one.ending().outcome() == OutcomeKind.CONNECTION_LOST)) {
        return false;
      }
      try (Connection connection = connector.connect(PATIENCE_MILLIS)) {
        return restarts.isRestarted(connection);
      } catch (SQLException e) {
        return false;
      }
    }

    @Override
    public StatementResult result(Head head) {
      boolean interrupted = context.stop().given();
      List<Reason> problems =
          StatementJudgement.problems(
              ended && scenario.timed().verify() && !interrupted ? order.statements() : List.of(),
              timings,
              steps,
              known,
              interrupted);
      List<String> all = new ArrayList<>(warnings);
      all.addAll(StatementWarnings.after(timings, baseline));
      all.addAll(series.notes());
      return new StatementResult(
          head.id(),
          head.startedAt(),
          Verdict.of(problems),
          List.copyOf(all),
          scenario,
          environment,
          StatementFigures.of(timings),
          timings,
          steps,
          StatementFigures.spills(steps),
          baseline,
          series.series());
    }
  }
}
