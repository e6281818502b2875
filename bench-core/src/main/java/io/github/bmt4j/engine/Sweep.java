package io.github.bmt4j.engine;

import io.github.bmt4j.measure.Clock;
import io.github.bmt4j.progress.StopSignal;
import io.github.bmt4j.result.Environment;
import io.github.bmt4j.result.ResultJson;
import io.github.bmt4j.result.RunResult;
import io.github.bmt4j.result.RunResult.Verdict;
import io.github.bmt4j.result.SweepResult;
import io.github.bmt4j.result.SweepResult.Step;
import io.github.bmt4j.scenario.Scenario;
import io.github.bmt4j.scenario.SweepScenario;
import io.github.bmt4j.target.JdbcUrl;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The steps of a sweep: runs on tables that are there, one after the other. What is done is stored
 * after each.
 */
final class Sweep {
  private final List<Job> steps;
  private final RunEndpoints reached;
  private final Clock clock;
  private final StopSignal stop;
  private final String id = UUID.randomUUID().toString().substring(0, 8);
  private final List<Step> done = new ArrayList<>();
  private final List<String> problems = new ArrayList<>();

  Sweep(List<Job> steps, RunEndpoints reached, Clock clock, StopSignal stop) {
    this.steps = List.copyOf(steps);
    this.reached = reached;
    this.clock = clock;
    this.stop = stop;
  }

  /** The step with the most threads. */
  static Job largest(List<Job> steps) {
    return steps.stream()
        .max(Comparator.comparingInt(step -> step.scenario().threads()))
        .orElseThrow(() -> new IllegalArgumentException("a sweep has steps"));
  }

  /**
   * Runs them. One that cannot connect is INVALID, and the next one is tried; where the server does
   * not answer at all any more, the sweep ends. One that the user ended before it began counts as
   * not done.
   */
  SweepResult execute(Path runs, List<String> warnings, SweepObserver observer)
      throws SQLException {
    Environment environment = environment();
    List<String> all = new ArrayList<>(warnings);
    all.addAll(reached.notes());
    if (!steps.get(0).workload().keepsRows()) {
      all.add(
          "each step finds the tables as the one before it left them, and "
              + steps.get(0).scenario().workload()
              + " changes how many rows they have: the steps do not do the same work");
    }
    Instant startedAt = clock.now();
    ResultFolder folder =
        ResultFolder.create(runs, steps.get(0).scenario().workload() + "-sweep", id, startedAt);
    observer.started(environment, folder.path());
    for (Job job : steps) {
      if (stop.given() || !answers()) {
        break;
      }
      Step step = step(job, folder.path(), observer.begins(job));
      if (step == null) {
        break;
      }
      done.add(step);
      store(folder, result(startedAt, environment, all));
      observer.ended(step, SweepResult.base(done));
    }
    return store(folder, result(startedAt, environment, all));
  }

  /** One step; nothing when the user ended it while it connected. */
  private @Nullable Step step(Job job, Path folder, RunObserver observer) {
    Scenario scenario = job.scenario();
    try {
      RunResult run = new Run(job, reached, clock, stop).execute(folder, List.of(), observer);
      return new Step(scenario.threads(), scenario.seed(), run.verdict(), run);
    } catch (SQLException e) {
      if (stop.given()) {
        return null;
      }
      String where = Unusable.endpoint(reached.targets(), e);
      return new Step(
          scenario.threads(),
          scenario.seed(),
          Verdict.of(
              List.of(
                  "it could not begin: "
                      + (where.isEmpty() ? "" : where + ": ")
                      + Unusable.words(e))),
          null);
    }
  }

  private Environment environment() throws SQLException {
    return patient()
        .at(
            () -> {
              try (Connection connection = reached.servers().get(0).connector().connect()) {
                return reached.environment(connection);
              }
            });
  }

  /** Whether every server still takes a connection; otherwise that is the end of the sweep. */
  private boolean answers() {
    for (RunServer server : reached.servers()) {
      try {
        patient().at(() -> RunServer.loggedIn(server.connector()));
      } catch (SQLException e) {
        if (!stop.given()) {
          problems.add(
              JdbcUrl.redacted(server.target().url())
                  + " does not take connections any more: "
                  + Unusable.words(e));
        }
        return false;
      }
    }
    return true;
  }

  private PatientLook patient() {
    return PatientLook.with(clock, stop);
  }

  private SweepResult result(Instant startedAt, Environment environment, List<String> warnings) {
    return new SweepResult(
        SweepResult.SCHEMA,
        id,
        startedAt,
        verdict(),
        warnings,
        new SweepScenario(
            steps.stream().map(step -> step.scenario().threads()).toList(),
            largest(steps).scenario().step(largest(steps).scenario().threads(), seed())),
        environment,
        done);
  }

  private long seed() {
    return steps.get(0).scenario().seed();
  }

  private Verdict verdict() {
    List<String> reasons = new ArrayList<>(problems);
    if (done.size() < steps.size()) {
      reasons.add(
          String.format(
              Locale.ROOT,
              "%s%d of %d steps were done",
              stop.given() ? "interrupted: " : "ended early: ",
              done.size(),
              steps.size()));
    }
    for (Step step : done) {
      for (String reason : step.verdict().reasons()) {
        reasons.add(
            String.format(
                Locale.ROOT,
                "%,d thread%s: %s",
                step.threads(),
                step.threads() == 1 ? "" : "s",
                reason));
      }
    }
    return Verdict.of(reasons);
  }

  /** Stores what is done; what cannot be stored makes the sweep INVALID, and says why. */
  private SweepResult store(ResultFolder folder, SweepResult result) {
    try {
      folder.result(ResultJson.write(result));
      return result;
    } catch (IOException e) {
      return result.invalid("the sweep could not be stored: " + e.getMessage());
    }
  }
}
