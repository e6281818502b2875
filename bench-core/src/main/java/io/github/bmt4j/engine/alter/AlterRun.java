package io.github.bmt4j.engine.alter;

import io.github.bmt4j.analysis.AlterFigures;
import io.github.bmt4j.analysis.AlterJudgement;
import io.github.bmt4j.doctor.Need;
import io.github.bmt4j.doctor.Preflight;
import io.github.bmt4j.engine.Engine;
import io.github.bmt4j.engine.EnvironmentReader;
import io.github.bmt4j.engine.Unusable;
import io.github.bmt4j.engine.alter.AlterOrder.Case;
import io.github.bmt4j.experiment.Environment;
import io.github.bmt4j.experiment.Head;
import io.github.bmt4j.experiment.ResultFolder;
import io.github.bmt4j.failure.BadInputException;
import io.github.bmt4j.failure.TargetException;
import io.github.bmt4j.lab.Lab;
import io.github.bmt4j.measure.Clock;
import io.github.bmt4j.preparation.TablePreparer;
import io.github.bmt4j.progress.Progress;
import io.github.bmt4j.progress.StopSignal;
import io.github.bmt4j.result.AlterResult;
import io.github.bmt4j.result.AlterResult.Alter;
import io.github.bmt4j.scenario.AlterScenario;
import io.github.bmt4j.target.Connector;
import io.github.bmt4j.target.ServerFacts;
import io.github.bmt4j.target.Target;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.UUID;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** ALTERs of one table on a target that is up, and their result. */
public final class AlterRun {
  /** Ours beside the workers: the ALTER's, two that look at it, one that kills or counts. */
  private static final int CONNECTIONS_BESIDE = 4;

  private final AlterOrder order;
  private final Clock clock;
  private final Progress progress;
  private final StopSignal stop;
  private final String id = UUID.randomUUID().toString().substring(0, 8);

  /**
   * @param progress who waits while the table is made
   * @param stop ends what is under way, and keeps what was measured
   */
  public AlterRun(AlterOrder order, Clock clock, Progress progress, StopSignal stop) {
    this.order = order;
    this.clock = clock;
    this.progress = progress;
    this.stop = stop;
  }

  /** What is the same for all ALTERs of a run. */
  private record Frame(
      Instant startedAt,
      Environment environment,
      ResultFolder folder,
      AlteredTable table,
      AlterPlay play,
      List<String> warnings) {}

  /**
   * Checks what can be checked before anything is touched.
   *
   * @throws BadInputException when it makes no sense
   */
  public static void check(AlterOrder order) {
    boolean usual = order.table().equals(order.job().tables().get(0).name());
    if (!usual && order.besides().contains(true)) {
      throw new BadInputException(
          "--table="
              + order.table()
              + " goes with --while none: the load beside works on "
              + order.job().tables().get(0).name());
    }
    if (!usual && !order.onExisting()) {
      throw new BadInputException(
          "--table=" + order.table() + " is a table of yours: it goes with --on-existing only");
    }
    if (!usual && !order.changes().stream().allMatch(AlterChange::fitsAnyTable)) {
      throw new BadInputException(
          "--table="
              + order.table()
              + ": choose --change add-column, optimize or convert-charset; the others are made for sysbench's tables");
    }
    if (order.onExisting() && order.cases().size() > 1) {
      throw new BadInputException(
          "--on-existing alters a table once, because nothing is undone: give one --change, one --algorithm, one --while and no --repeat");
    }
  }

  /**
   * Alters and stores the result.
   *
   * @param runs folder that gets a folder of this run
   * @throws BadInputException when the table that is there does not fit; nothing was touched
   * @throws TargetException when the target cannot be used; nothing is stored then
   */
  public AlterResult execute(Lab lab, Path runs, AlterObserver watcher) throws TargetException {
    Frame frame = frame(lab, runs);
    watcher.started(scenario(), frame.environment(), frame.folder().path());
    return play(frame, watcher);
  }

  private Frame frame(Lab lab, Path runs) throws TargetException {
    Target target = lab.target();
    Connector first = new Connector(target, order.job().psMode(), order.job().statements());
    try (Connection control = first.connect()) {
      ServerFacts server = ServerFacts.read(control);
      Preflight.Findings findings =
          Preflight.check(
              control,
              target,
              Need.ofConnections(order.job().scenario().threads() + CONNECTIONS_BESIDE)
                  .withStatements(order.job().statements(), order.job().psMode()));
      Connector connector = new Connector(target, findings.psMode(), order.job().statements());
      AlterConnections connections = new AlterConnections(connector, stop);
      TablePreparer preparer = new TablePreparer(connector, progress, stop);
      AlteredTable table =
          new AlteredTable(order, connections, preparer, Engine.loaders(order.job()));
      List<String> warnings = new ArrayList<>(findings.warnings());
      warnings.addAll(table.check(control));
      warnings.addAll(table.unseen(control));
      warnings.addAll(EnvironmentReader.notes(target));
      boolean mariaDb = server.product().equals("MariaDB");
      if (target.ours() && !mariaDb) {
        showStages(control);
      }
      Instant now = clock.now();
      return new Frame(
          now,
          EnvironmentReader.read(target, server, connector, control),
          ResultFolder.create(runs, "alter", new Head(id, now)),
          table,
          new AlterPlay(order, lab, connections, table, clock, stop, mariaDb),
          warnings);
    } catch (SQLException e) {
      throw Unusable.target(target, e);
    }
  }

  private AlterResult play(Frame frame, AlterObserver watcher) {
    List<Alter> alters = new ArrayList<>();
    List<Case> cases = order.cases();
    try {
      for (Case one : cases) {
        progress.say(
            String.format(
                Locale.ROOT, "%d of %d: %s", alters.size() + 1, cases.size(), one.words()));
        Alter alter =
            frame
                .play()
                .perform(
                    one,
                    watcher,
                    unlooked -> store(frame, result(frame, plus(alters, unlooked), true)));
        if (alter == null) {
          break;
        }
        alters.add(alter);
        watcher.ended(alter);
        store(frame, result(frame, alters, true));
        if (stop.given()) {
          break;
        }
      }
    } finally {
      drop(frame);
    }
    return store(frame, result(frame, alters, stop.given()));
  }

  private static AlterResult store(Frame frame, AlterResult result) {
    return frame.folder().store(result).result();
  }

  private static List<Alter> plus(List<Alter> alters, Alter last) {
    return Stream.concat(alters.stream(), Stream.of(last)).toList();
  }

  private AlterResult result(Frame frame, List<Alter> alters, boolean unfinished) {
    return new AlterResult(
        AlterResult.SCHEMA,
        id,
        frame.startedAt(),
        AlterJudgement.judge(alters, order.cases().size(), unfinished),
        List.copyOf(frame.warnings()),
        scenario(),
        frame.environment(),
        List.copyOf(alters),
        AlterFigures.ratios(alters));
  }

  private void drop(Frame frame) {
    try {
      frame.table().drop();
    } catch (SQLException e) {
      frame
          .warnings()
          .add(order.table() + " could not be dropped: drop it yourself (" + e.getMessage() + ")");
    }
  }

  /** MySQL tells how far an ALTER is only where this is on, and servers of ours may have it on. */
  private static void showStages(Connection control) {
    try (Statement statement = control.createStatement()) {
      statement.execute(
          "UPDATE performance_schema.setup_consumers SET enabled = 'YES' WHERE name = 'events_stages_current'");
    } catch (SQLException e) {
      // It tells nothing then.
    }
  }

  private AlterScenario scenario() {
    var load = order.job().scenario();
    return new AlterScenario(
        load.target(),
        order.table(),
        order.onExisting(),
        order.job().tables().get(0).rows(),
        order.changes().stream().map(AlterChange::word).toList(),
        order.algorithms(),
        order.lock(),
        order.besides().stream().map(order::beside).toList(),
        load.parameters(),
        load.threads(),
        load.seed(),
        order.repeat(),
        seconds(order.before()),
        seconds(order.after()),
        limitSeconds(order.limits().statement()),
        order.limits().lockWaitSeconds());
  }

  private static double seconds(Duration time) {
    return time.toNanos() / 1e9;
  }

  private static @Nullable Double limitSeconds(@Nullable Duration limit) {
    return limit == null ? null : (Double) seconds(limit);
  }
}
