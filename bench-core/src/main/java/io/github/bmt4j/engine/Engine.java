package io.github.bmt4j.engine;

import io.github.bmt4j.failure.TargetException;
import io.github.bmt4j.measure.Clock;
import io.github.bmt4j.preparation.TablePreparer;
import io.github.bmt4j.progress.Progress;
import io.github.bmt4j.progress.StopSignal;
import io.github.bmt4j.result.RunResult;
import io.github.bmt4j.result.SweepResult;
import io.github.bmt4j.target.Connector;
import io.github.bmt4j.target.Deal;
import io.github.bmt4j.target.DriverWish;
import io.github.bmt4j.target.LoadClient;
import io.github.bmt4j.target.LoadDriver;
import io.github.bmt4j.target.Target;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Prepares, runs and cleans up jobs on a target that is up. */
public final class Engine {
  private final Clock clock;
  private final Progress progress;
  private final StopSignal stop;
  private final LoadDriver driver;

  /**
   * @param progress who waits while tables are loaded
   * @param stop ends what is under way, and keeps what was measured
   */
  public Engine(Clock clock, Progress progress, StopSignal stop) {
    this(clock, progress, stop, LoadDriver.own(DriverWish.OWN));
  }

  private Engine(Clock clock, Progress progress, StopSignal stop, LoadDriver driver) {
    this.clock = clock;
    this.progress = progress;
    this.stop = stop;
    this.driver = driver;
  }

  /** The same with another driver for loads. Tables are made with bmt's own all the same. */
  public Engine with(LoadDriver other) {
    return new Engine(clock, progress, stop, other);
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
   * @return how many there were
   * @throws TargetException when the target cannot be reached or does not let us
   */
  public int cleanup(Job job, Target target) throws TargetException {
    RunServer server = EndpointTables.reach(job, List.of(target), patient()).get(0);
    return new TablePreparer(server.connector(), progress, stop).drop(job.tables());
  }

  /**
   * Makes the tables that are missing, runs the load and stores the result.
   *
   * @param runs folder that gets a folder of this run
   * @throws TargetException when the target cannot be reached or used; nothing is stored then
   */
  public RunResult run(Job job, Target target, Path runs, RunObserver observer)
      throws TargetException {
    return run(job, List.of(target), runs, observer);
  }

  /**
   * The same over several endpoints: connections are dealt over them in turn.
   *
   * @throws TargetException when one cannot be reached or used; nothing is stored then
   */
  public RunResult run(Job job, List<Target> targets, Path runs, RunObserver observer)
      throws TargetException {
    RunEndpoints reached = RunEndpoints.reach(job, targets, driver, patient());
    List<String> warnings = prepared(job, reached);
    try {
      return new Run(job, reached, clock, stop).execute(runs, warnings, observer);
    } catch (SQLException e) {
      throw stop.given() ? stopped(e) : Unusable.oneOf(targets, e);
    }
  }

  /**
   * Runs jobs that differ in threads and seed, one after the other on the same tables, and stores
   * one result.
   *
   * @param steps in the order in which they run
   * @param runs folder that gets a folder of the sweep
   * @throws TargetException when a target cannot be reached or used before the first step; nothing
   *     is stored then
   */
  public SweepResult sweep(List<Job> steps, List<Target> targets, Path runs, SweepObserver observer)
      throws TargetException {
    Job largest = Sweep.largest(steps);
    Deal deal = new Deal(targets.size());
    steps.forEach(step -> deal.check(step.scenario().threads()));
    RunEndpoints reached = RunEndpoints.reach(largest, targets, driver, patient());
    List<String> warnings = prepared(largest, reached);
    try {
      return new Sweep(steps, reached, clock, stop).execute(runs, warnings, observer);
    } catch (SQLException e) {
      throw stop.given() ? stopped(e) : Unusable.oneOf(targets, e);
    }
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

  private List<String> prepared(Job job, RunEndpoints reached) throws TargetException {
    List<String> warnings = new ArrayList<>(reached.warnings());
    warnings.addAll(reached.prepare(job, progress, stop, clock));
    if (stop.given()) {
      throw stopped(null);
    }
    return warnings;
  }

  private PatientLook patient() {
    return PatientLook.with(clock, stop);
  }

  private static TargetException stopped(@Nullable SQLException failure) {
    return new TargetException("stopped before the run began", failure);
  }

  /** How many threads load the tables of a job. */
  public static int loaders(Job job) {
    int cores = Runtime.getRuntime().availableProcessors();
    return Math.min(16, Math.max(job.scenario().threads(), cores));
  }
}
