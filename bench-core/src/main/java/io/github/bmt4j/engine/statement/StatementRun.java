package io.github.bmt4j.engine.statement;

import io.github.bmt4j.analysis.StatementFigures;
import io.github.bmt4j.analysis.StatementJudgement;
import io.github.bmt4j.doctor.Need;
import io.github.bmt4j.doctor.Preflight;
import io.github.bmt4j.engine.Engine;
import io.github.bmt4j.engine.EnvironmentReader;
import io.github.bmt4j.engine.Unusable;
import io.github.bmt4j.experiment.Environment;
import io.github.bmt4j.experiment.Head;
import io.github.bmt4j.experiment.Result;
import io.github.bmt4j.experiment.ResultFolder;
import io.github.bmt4j.failure.TargetException;
import io.github.bmt4j.lab.Lab;
import io.github.bmt4j.measure.Clock;
import io.github.bmt4j.preparation.TablePreparer;
import io.github.bmt4j.progress.Progress;
import io.github.bmt4j.progress.StopSignal;
import io.github.bmt4j.result.Beside;
import io.github.bmt4j.result.StatementResult;
import io.github.bmt4j.result.StatementResult.Step;
import io.github.bmt4j.result.StatementResult.Timing;
import io.github.bmt4j.result.StatementResult.Way;
import io.github.bmt4j.scenario.StatementScenario;
import io.github.bmt4j.target.Connector;
import io.github.bmt4j.target.PsMode;
import io.github.bmt4j.target.ServerFacts;
import io.github.bmt4j.target.Target;
import io.github.bmt4j.workload.ServerKind;
import io.github.bmt4j.workload.Table;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Times the statements of an order on a server that is up, and stores what came out. */
public final class StatementRun {
  private final StatementOrder order;
  private final StatementScenario scenario;
  private final Lab lab;
  private final Clock clock;
  private final Progress progress;
  private final StopSignal stop;
  private final String id = UUID.randomUUID().toString().substring(0, 8);
  private Instant startedAt = Instant.EPOCH;

  /**
   * @param progress who waits while tables are loaded
   * @param stop ends what is under way, and keeps what was timed
   */
  public StatementRun(
      StatementOrder order, Lab lab, Clock clock, Progress progress, StopSignal stop) {
    this.order = order;
    this.scenario = order.scenario();
    this.lab = lab;
    this.clock = clock;
    this.progress = progress;
    this.stop = stop;
  }

  /**
   * Makes the tables that are missing, times the statements and stores the result.
   *
   * @param runs folder that gets a folder of this run
   * @throws TargetException when the server cannot be used; nothing is stored then
   */
  public StatementResult execute(Path runs, StatementObserver observer) throws TargetException {
    Target target = lab.target();
    Connector connector = new Connector(target, PsMode.DISABLE, 0);
    try (Connection first = connector.connect()) {
      ServerFacts facts = ServerFacts.read(first);
      List<String> warnings = new ArrayList<>(checkLimits(first, target));
      Ladder.check(order, new TablePreparer(connector, progress, stop));
      if (scenario.ladder().isEmpty()) {
        warnings.addAll(prepare(connector, order.job().tables()));
      }
      if (order.beside() != null) {
        warnings.addAll(prepare(connector, order.beside().tables()));
      }
      if (stop.given()) {
        throw new TargetException("stopped before the first statement began");
      }
      ServerKind server = ServerKind.of(first);
      warnings.addAll(Notes.before(order, server, target));
      warnings.addAll(Notes.room(order, first, lab.pid().isPresent()));
      Environment environment =
          EnvironmentReader.read(target.description(), facts, connector.url(), "text", first);
      return timed(runs, observer, new Found(connector, server, environment, warnings));
    } catch (SQLException e) {
      throw Unusable.target(target, e);
    }
  }

  private record Found(
      Connector connector, ServerKind server, Environment environment, List<String> warnings) {}

  private List<String> checkLimits(Connection first, Target target)
      throws SQLException, TargetException {
    int most = scenario.connections().stream().mapToInt(Integer::intValue).max().orElse(1);
    int beside = scenario.beside() == null ? 0 : scenario.beside().load().threads();
    return Preflight.check(first, target, Need.ofConnections(2 * most + beside)).warnings();
  }

  private List<String> prepare(Connector connector, List<Table> tables) throws TargetException {
    return new TablePreparer(connector, progress, stop)
        .prepare(tables, Engine.loaders(order.job()));
  }

  private StatementResult timed(Path runs, StatementObserver observer, Found found) {
    startedAt = clock.now();
    ResultFolder folder = ResultFolder.create(runs, scenario.workload(), new Head(id, startedAt));
    observer.started(found.environment(), folder.path());
    Batch batch = new Batch(found.connector(), found.server(), scenario, clock, stop);
    Keeper keeper = new Keeper(observer);
    Timings timings = new Timings(order, lab, batch, stop, keeper);
    Ladder ladder = new Ladder(order, found.connector(), batch, progress, stop, keeper);
    keeper.keep =
        () ->
            store(
                folder,
                Result.invalid(
                    result(found, timings.soFar(), ladder.steps(), List.of(), null),
                    "cut off before its end"));
    batch.rehearse();
    List<Beside> alone = List.of();
    if (scenario.ladder().isEmpty()) {
      timings.alone(found.server());
      alone = timings.besideLoad(found.server(), clock);
    } else {
      ladder.climb();
    }
    List<Timing> checked = timings.checked();
    List<String> known = new ArrayList<>(ladder.problems());
    known.addAll(timings.problems());
    return store(folder, result(found, checked, ladder.steps(), alone, known));
  }

  /**
   * The result.
   *
   * @param known what the run itself found; absent before its end
   */
  private StatementResult result(
      Found found,
      List<Timing> timings,
      List<Step> steps,
      List<Beside> alone,
      @Nullable List<String> known) {
    boolean ended = known != null;
    List<String> problems =
        StatementJudgement.problems(
            ended && scenario.verify() && !stop.given() ? order.statements() : List.of(),
            timings,
            steps,
            known == null ? List.of() : known,
            stop.given());
    return new StatementResult(
        StatementResult.SCHEMA,
        id,
        startedAt,
        StatementJudgement.verdict(problems),
        warnings(found.warnings(), timings, alone),
        scenario,
        found.environment(),
        StatementFigures.of(timings),
        timings,
        steps,
        StatementFigures.spills(steps),
        alone);
  }

  private static List<String> warnings(
      List<String> before, List<Timing> timings, List<Beside> alone) {
    List<String> warnings = new ArrayList<>(before);
    warnings.addAll(Notes.after(timings, alone));
    return List.copyOf(warnings);
  }

  private static StatementResult store(ResultFolder folder, StatementResult result) {
    return folder.store(result).result();
  }

  /** Stores what there is after every timing, so that it is kept whatever happens. */
  private static final class Keeper implements StatementObserver {
    private final StatementObserver watching;
    private Runnable keep = () -> {};

    Keeper(StatementObserver watching) {
      this.watching = watching;
    }

    @Override
    public void started(Environment environment, Path folder) {
      watching.started(environment, folder);
    }

    @Override
    public void begins(Way way) {
      watching.begins(way);
    }

    @Override
    public void timed(Timing timing) {
      keep.run();
      watching.timed(timing);
    }

    @Override
    public void climbed(Step step) {
      keep.run();
      watching.climbed(step);
    }

    @Override
    public void says(String what) {
      watching.says(what);
    }
  }
}
