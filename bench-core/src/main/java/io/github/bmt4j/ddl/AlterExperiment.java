package io.github.bmt4j.ddl;

import static io.github.bmt4j.report.Lines.words;

import io.github.bmt4j.ddl.AlterResult.Alter;
import io.github.bmt4j.ddl.AlterScenario.Case;
import io.github.bmt4j.endpoint.TargetErrors;
import io.github.bmt4j.experiment.Context;
import io.github.bmt4j.experiment.Environment;
import io.github.bmt4j.experiment.EnvironmentReader;
import io.github.bmt4j.experiment.Events;
import io.github.bmt4j.experiment.Experiment;
import io.github.bmt4j.experiment.Head;
import io.github.bmt4j.experiment.Work;
import io.github.bmt4j.failure.TargetException;
import io.github.bmt4j.jdbc.Connector;
import io.github.bmt4j.jdbc.ServerFacts;
import io.github.bmt4j.jdbc.ServerKey;
import io.github.bmt4j.jdbc.Sql;
import io.github.bmt4j.jdbc.Target;
import io.github.bmt4j.load.run.Job;
import io.github.bmt4j.preflight.Need;
import io.github.bmt4j.preflight.Preflight;
import io.github.bmt4j.server.Server;
import io.github.bmt4j.statement.ServerConnections;
import io.github.bmt4j.tables.CommandLocks;
import io.github.bmt4j.tables.FoundTables;
import io.github.bmt4j.tables.TablePreparer;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * ALTERs of one table on a server that is up.
 *
 * @param nodes whose lag behind it is watched
 */
public record AlterExperiment(AlterOrder order, Server owned, List<Target> nodes)
    implements Experiment<AlterResult> {
  /**
   * Connections of bmt in addition to the workers: the ALTER's, two that look at it, one that kills
   * or counts, and one of the series.
   */
  private static final int CONNECTIONS_BESIDE = 5;

  @Override
  public String name() {
    return AlterResult.KIND;
  }

  @Override
  public void check() {
    order.check();
  }

  @Override
  public Experiment.Session<AlterResult> open(Context context) throws TargetException {
    Connector first = new Connector(owned.target(), order.job().psMode(), order.job().statements());
    try (Connection control = first.connect()) {
      return new Session(context, first, control);
    } catch (SQLException e) {
      throw TargetErrors.target(owned.target(), e);
    }
  }

  private final class Session implements Experiment.Session<AlterResult> {
    private final Context context;
    private final Environment environment;
    private final AlteredTable table;
    private final AlterCase alterCase;
    private final List<String> warnings;
    private final List<Case> cases = order.scenario().cases();
    private final List<Alter> alters = new ArrayList<>();
    private @Nullable Alter unlooked;
    private boolean dropped;
    private boolean interrupted;

    Session(Context context, Connector first, Connection control)
        throws SQLException, TargetException {
      this.context = context;
      Target target = owned.target();
      Job job = order.job();
      ServerFacts server = ServerFacts.read(control);
      Preflight.Findings findings =
          Preflight.check(
              first,
              control,
              target,
              Need.ofConnections(job.scenario().load().threads() + CONNECTIONS_BESIDE)
                  .withStatements(job.statements(), job.psMode())
                  .writing(true));
      Connector connector = new Connector(target, findings.psMode(), job.statements());
      ServerConnections connections =
          new ServerConnections(connector, context.stop(), ServerKey.read(control).server());
      connections.open().close();
      String name = CommandLocks.name(order.scenario().table());
      if (order.scenario().onExisting()) {
        context.locks().use(connector, List.of(name));
        context.locks().own(connector, List.of("ALTERs of " + name));
      } else {
        context.locks().own(connector, List.of(name));
      }
      TablePreparer preparer = new TablePreparer(connector, context.progress(), context.stop());
      table = new AlteredTable(order, connections, preparer);
      warnings = new ArrayList<>(findings.warnings());
      FoundTables found = table.check(control);
      warnings.addAll(found.warnings());
      warnings.addAll(table.unseen(control));
      warnings.addAll(EnvironmentReader.notes(target));
      if (target.ours() && !server.product().isMariaDb()) {
        showStages(control);
      }
      environment =
          EnvironmentReader.read(target, server, connector, control)
              .with(
                  order.scenario().onExisting() && found.deviations().isEmpty()
                      ? null
                      : found.deviations());
      Job own = order.own();
      if (own != null) {
        own.workload().prepare(control, own.params());
      }
      AlterNodes watched = AlterNodes.reach(target, nodes, context);
      alterCase =
          new AlterCase(order, owned, connections, table, context, server.product(), watched);
    }

    @Override
    public Events.Started started() {
      AlterScenario scenario = order.scenario();
      String setup = AlterReport.setup(scenario, environment).text();
      return new Events.Started(scenario, environment, setup);
    }

    @Override
    public boolean measure(Work work) {
      Case one = cases.get(alters.size());
      context
          .progress()
          .say(
              words(
                  "%d of %d: %s",
                  alters.size() + 1,
                  cases.size(),
                  one.change().shown() + ", algorithm " + one.algorithm().word()));
      Alter alter = alterCase.perform(one, work, early -> keep(early, work));
      // Nothing is measured after the last ALTER.
      interrupted = context.stop().given();
      boolean more =
          alter != null
              && alters.size() + 1 < cases.size()
              && !interrupted
              && !alterCase.isSilent();
      if (alter != null) {
        alters.add(alter);
        work.events().line(AlterReport.ended(alter));
        work.events().partEnded(alter);
      }
      if (!more) {
        if (alter != null) {
          // Dropping the table may take long, or fail.
          work.keep();
        }
        drop();
      }
      return more;
    }

    /** Stores an ALTER before its table is examined: the server may not answer any more. */
    private void keep(Alter early, Work work) {
      unlooked = early;
      work.keep();
      unlooked = null;
    }

    @Override
    public AlterResult result(Head head) {
      List<Alter> all = new ArrayList<>(alters);
      if (unlooked != null) {
        all.add(unlooked);
      }
      boolean stopped = interrupted || (all.size() < cases.size() && context.stop().given());
      return new AlterResult(
          head.id(),
          head.startedAt(),
          AlterJudgement.judge(
              all, cases.size(), stopped || unlooked != null, alterCase.isSilent()),
          Stream.concat(warnings.stream(), alterCase.series.notes().stream()).toList(),
          order.scenario(),
          environment,
          all,
          AlterFigures.ratios(all, order.scenario().repeat()),
          alterCase.series.series());
    }

    private void drop() {
      if (dropped) {
        return;
      }
      dropped = true;
      try {
        table.drop();
      } catch (SQLException e) {
        warnings.add(
            order.scenario().table()
                + " could not be dropped: drop it yourself ("
                + e.getMessage()
                + ")");
      }
    }

    @Override
    public void close() {
      drop();
    }
  }

  /**
   * MySQL reports the progress of an ALTER only where this consumer is on; bmt turns it on where it
   * started the server.
   */
  private static void showStages(Connection control) {
    try {
      Sql.execute(
          control,
          "UPDATE performance_schema.setup_consumers SET enabled = 'YES' WHERE name ="
              + " 'events_stages_current'");
    } catch (SQLException e) {
      // Then no progress is shown.
    }
  }
}
