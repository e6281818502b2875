package io.github.bmt4j.load.run;

import io.github.bmt4j.clock.Clock;
import io.github.bmt4j.failure.BadInputException;
import io.github.bmt4j.failure.TargetException;
import io.github.bmt4j.jdbc.Connector;
import io.github.bmt4j.jdbc.LoadClient;
import io.github.bmt4j.jdbc.Target;
import io.github.bmt4j.progress.Progress;
import io.github.bmt4j.progress.StopSignal;
import io.github.bmt4j.tables.TablePreparer;
import io.github.bmt4j.workload.TableReset;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;

/** Makes, checks, resets and drops the tables of jobs on a target that is up. */
public final class Engine {
  private final Clock clock;
  private final Progress progress;
  private final StopSignal stop;

  /**
   * @param progress progress that is shown while tables are loaded
   * @param stop ends what is under way, and keeps what was measured
   */
  public Engine(Clock clock, Progress progress, StopSignal stop) {
    this.clock = clock;
    this.progress = progress;
    this.stop = stop;
  }

  /**
   * Makes the tables that are missing, over the first of several endpoints, and looks for them over
   * the others.
   *
   * @return warnings about those that were there
   * @throws TargetException when one cannot be reached, or lacks the tables
   */
  public List<String> prepare(Job job, List<Target> targets) throws TargetException {
    return new EndpointTables(EndpointTables.reach(job, targets, patient()), clock, stop)
        .prepare(job, progress);
  }

  /**
   * Drops the job's tables.
   *
   * @return number of tables that existed
   * @throws TargetException when the target cannot be reached or does not let us
   */
  public int cleanup(Job job, Target target) throws TargetException {
    RunServer server = EndpointTables.reach(job, List.of(target), patient()).get(0);
    int dropped = new TablePreparer(server.connector(), progress, stop).drop(job.tables());
    try (Connection connection = server.connector().connect()) {
      job.workload().drop(connection, job.params());
      return dropped;
    } catch (SQLException e) {
      throw TargetErrors.target(target, e);
    }
  }

  /**
   * Checks that the job's tables are consistent. Changes nothing.
   *
   * @param afterLoad true if nothing was done since they were loaded
   * @throws BadInputException when the workload has no such check, or a table is missing or another
   * @throws TargetException when the target cannot be reached, or the user ended the command
   */
  public CheckedTables check(Job job, Target target, boolean afterLoad) throws TargetException {
    job.consistencyCheck();
    RunServer server = EndpointTables.reach(job, List.of(target), patient()).get(0);
    progress.say("Checking the tables of " + job.scenario().workload() + " …");
    try {
      return CheckedTables.check(job, server, afterLoad, clock, stop);
    } catch (SQLException e) {
      throw stop.given()
          ? new TargetException("interrupted before the check was complete", e)
          : TargetErrors.target(target, e);
    }
  }

  /**
   * Brings the job's tables back to what they were when they had been loaded.
   *
   * @throws BadInputException when the workload has no such reset, or a table is missing or another
   * @throws TargetException when the target cannot be reached, or the user ended the command
   */
  public void reset(Job job, Target target) throws TargetException {
    TableReset reset = job.tableReset();
    RunServer server = EndpointTables.reach(job, List.of(target), patient()).get(0);
    new TablePreparer(server.connector(), progress, stop).reset(job.tables(), reset);
  }

  /**
   * Opens a connection of a load, looks, and closes it.
   *
   * @throws SQLException as the driver throws it, or when it does not come in time, or the user
   *     ends the command
   */
  public LoadClient tried(Connector connector) throws SQLException {
    return patient().at(() -> LoadClient.tried(connector));
  }

  private TimedQuery patient() {
    return TimedQuery.with(clock, stop);
  }
}
