package io.github.bmt4j.endpoint;

import static io.github.bmt4j.report.Lines.words;

import io.github.bmt4j.clock.Clock;
import io.github.bmt4j.failure.BadInputException;
import io.github.bmt4j.failure.TargetException;
import io.github.bmt4j.jdbc.Connector;
import io.github.bmt4j.jdbc.DriverWish;
import io.github.bmt4j.jdbc.LoadClient;
import io.github.bmt4j.jdbc.LoadDriver;
import io.github.bmt4j.jdbc.Target;
import io.github.bmt4j.progress.Progress;
import io.github.bmt4j.progress.StopSignal;
import io.github.bmt4j.tables.CommandLocks;
import io.github.bmt4j.tables.FoundTables;
import io.github.bmt4j.tables.TablePreparer;
import io.github.bmt4j.tables.WorkloadTables;
import io.github.bmt4j.workload.TableReset;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.function.Consumer;

/** Commands that create, check, reset and drop the tables of a workload on a target that is up. */
public final class TableCommands {
  private final Clock clock;
  private final Progress progress;
  private final StopSignal stop;

  public TableCommands(Clock clock, Progress progress, StopSignal stop) {
    this.clock = clock;
    this.progress = progress;
    this.stop = stop;
  }

  /**
   * Creates missing tables over the first of several endpoints, and looks for them over the others.
   *
   * @throws TargetException when one cannot be reached, or lacks the tables
   */
  public FoundTables prepare(WorkloadTables wanted, List<Target> targets) throws TargetException {
    return new EndpointTables(reach(wanted, targets), clock, stop).prepare(wanted, progress);
  }

  /**
   * Drops the tables, and the procedures of their workload.
   *
   * @param consent receives the tables with their rows, the database and the server before the
   *     first table is dropped; throws to keep them
   * @return number of tables that existed
   * @throws BadInputException when one differs from bmt's definition; then nothing was dropped
   */
  public int cleanup(WorkloadTables wanted, Target target, Consumer<String> consent)
      throws TargetException {
    EndpointServer server = reach(wanted, List.of(target)).get(0);
    try (CommandLocks locks = new CommandLocks(progress);
        Connection connection = server.connector().connect()) {
      locks.own(server.connector(), CommandLocks.names(wanted.tables()));
      TablePreparer preparer = new TablePreparer(server.connector(), progress, stop);
      List<String> found = preparer.found(wanted.tables());
      if (!found.isEmpty()) {
        String where = words(" of database %s on %s, ", server.database(), server.description());
        consent.accept(String.join(", ", found) + where + target.description());
      }
      int dropped = preparer.drop(wanted.tables());
      wanted.workload().drop(connection, wanted.params());
      return dropped;
    } catch (SQLException e) {
      throw TargetErrors.target(target, e);
    }
  }

  /**
   * Checks that the tables are consistent. Changes nothing.
   *
   * @param afterLoad true if nothing has changed since they were loaded
   * @throws BadInputException when the workload has no such check, or a table is missing or
   *     different
   * @throws TargetException when the target cannot be reached, or the user ended the command
   */
  public CheckedTables check(WorkloadTables wanted, Target target, boolean afterLoad)
      throws TargetException {
    wanted.consistencyCheck();
    EndpointServer server = reach(wanted, List.of(target)).get(0);
    progress.say("Checking the tables of " + wanted.workload().info().name() + " …");
    try (CommandLocks locks = new CommandLocks(progress)) {
      locks.use(server.connector(), CommandLocks.names(wanted.tables()));
      return CheckedTables.check(wanted, server, afterLoad, clock, stop);
    } catch (SQLException e) {
      throw stop.given()
          ? new TargetException("interrupted before the check was complete", e)
          : TargetErrors.target(target, e);
    }
  }

  /** Restores the tables to their state after loading. */
  public void reset(WorkloadTables wanted, Target target) throws TargetException {
    TableReset reset = wanted.tableReset();
    EndpointServer server = reach(wanted, List.of(target)).get(0);
    try (CommandLocks locks = new CommandLocks(progress)) {
      locks.own(server.connector(), CommandLocks.names(wanted.tables()));
      new TablePreparer(server.connector(), progress, stop).reset(wanted.tables(), reset);
    } catch (SQLException e) {
      throw TargetErrors.target(target, e);
    }
  }

  /** Opens a connection of a load within a limit, reads its properties, and closes it. */
  public LoadClient tried(Connector connector) throws SQLException {
    return patient().at(() -> LoadClient.tried(connector));
  }

  private TimedQuery patient() {
    return TimedQuery.with(clock, stop);
  }

  private List<EndpointServer> reach(WorkloadTables tables, List<Target> targets)
      throws TargetException {
    return EndpointServer.reach(
        tables.psMode(), targets, patient(), LoadDriver.own(DriverWish.OWN));
  }
}
