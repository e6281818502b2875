package io.github.bmt4j.engine;

import io.github.bmt4j.failure.TargetException;
import io.github.bmt4j.measure.Clock;
import io.github.bmt4j.preparation.TablePreparer;
import io.github.bmt4j.progress.Progress;
import io.github.bmt4j.progress.StopSignal;
import io.github.bmt4j.result.RunResult;
import io.github.bmt4j.scenario.Scenario;
import io.github.bmt4j.target.Connector;
import io.github.bmt4j.target.DriverWish;
import io.github.bmt4j.target.JdbcUrl;
import io.github.bmt4j.target.LoadClient;
import io.github.bmt4j.target.LoadDriver;
import io.github.bmt4j.target.Preflight;
import io.github.bmt4j.target.ServerFacts;
import io.github.bmt4j.target.Target;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

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
   * Makes the tables that are missing.
   *
   * @return warnings about those that were there
   * @throws TargetException when the target cannot be reached or does not let us
   */
  public List<String> prepare(Job job, Target target) throws TargetException {
    Connector connector = new Connector(target, job.psMode(), job.statements());
    tryOut(connector, target);
    return new TablePreparer(connector, progress, stop).prepare(job.tables(), loaders(job));
  }

  /**
   * Drops the job's tables.
   *
   * @return how many there were
   * @throws TargetException when the target cannot be reached or does not let us
   */
  public int cleanup(Job job, Target target) throws TargetException {
    Connector connector = new Connector(target, job.psMode(), job.statements());
    tryOut(connector, target);
    return new TablePreparer(connector, progress, stop).drop(job.tables());
  }

  /**
   * Makes the tables that are missing, runs the load and stores the result.
   *
   * @param runs folder that gets a folder of this run
   * @throws TargetException when the target cannot be reached or used; nothing is stored then
   */
  public RunResult run(Job job, Target target, Path runs, RunObserver observer)
      throws TargetException {
    Connector first = new Connector(target, job.psMode(), job.statements());
    Preflight.Findings findings;
    try (Connection connection = open(first, target)) {
      findings =
          Preflight.check(
              ServerFacts.read(connection),
              job.scenario().threads(),
              job.statements(),
              driver.wanted(job.psMode()));
    } catch (SQLException e) {
      throw unusable(target, e);
    }
    Connector connector = new Connector(target, findings.psMode(), job.statements());
    LoadClient client =
        tryOut(driver.connector(target, findings.psMode(), job.statements()), job.scenario());
    List<String> warnings = new ArrayList<>(findings.warnings());
    warnings.addAll(driver.notes());
    warnings.addAll(
        new TablePreparer(connector, progress, stop).prepare(job.tables(), loaders(job)));
    if (stop.given()) {
      throw new TargetException("stopped before the run began");
    }
    try {
      return new Run(job, target, connector, client, clock, stop).execute(runs, warnings, observer);
    } catch (SQLException e) {
      throw unusable(target, e);
    }
  }

  /** How many threads load the tables of a job. */
  public static int loaders(Job job) {
    int cores = Runtime.getRuntime().availableProcessors();
    return Math.min(16, Math.max(job.scenario().threads(), cores));
  }

  private static void tryOut(Connector connector, Target target) throws TargetException {
    try (Connection connection = open(connector, target)) {
      ServerFacts.read(connection);
    } catch (SQLException e) {
      throw unusable(target, e);
    }
  }

  private static LoadClient tryOut(Connector load, Scenario scenario) throws TargetException {
    try {
      return LoadClient.tried(load);
    } catch (SQLException e) {
      String driver = scenario.client().driver();
      throw new TargetException(
          (driver == null ? "" : "driver " + driver + ": ") + unusable(load.url(), e).getMessage(),
          e);
    }
  }

  private static Connection open(Connector connector, Target target) throws TargetException {
    try {
      return connector.connect();
    } catch (SQLException e) {
      throw unusable(target, e);
    }
  }

  /** That a target cannot be used, and why, in words that hold no password. */
  public static TargetException unusable(Target target, SQLException failure) {
    return unusable(target.url(), failure);
  }

  private static TargetException unusable(String url, SQLException failure) {
    String message = String.valueOf(failure.getMessage()).strip().replaceAll("\\s+", " ");
    String lower = message.toLowerCase(Locale.ROOT);
    boolean tls =
        !lower.contains("sslmode")
            && (lower.contains("ssl") || lower.contains("tls") || lower.contains("certificat"));
    String hint = tls ? " (a server without TLS takes sslMode=disable in the URL)" : "";
    return new TargetException(
        "cannot use " + JdbcUrl.redacted(url) + ": " + message + hint, failure);
  }
}
