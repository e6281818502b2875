package io.github.bmt4j.engine;

import io.github.bmt4j.analysis.Figures;
import io.github.bmt4j.analysis.Judgement;
import io.github.bmt4j.load.LoadGenerator;
import io.github.bmt4j.load.LoadPlan;
import io.github.bmt4j.measure.Clock;
import io.github.bmt4j.measure.Counter;
import io.github.bmt4j.measure.Counts;
import io.github.bmt4j.measure.Measurement;
import io.github.bmt4j.measure.StatementClocks;
import io.github.bmt4j.progress.StopSignal;
import io.github.bmt4j.result.Environment;
import io.github.bmt4j.result.RunResult;
import io.github.bmt4j.result.RunResult.Client;
import io.github.bmt4j.result.RunResult.ServerCounts;
import io.github.bmt4j.scenario.Scenario;
import io.github.bmt4j.target.ConnectionSource;
import io.github.bmt4j.target.Deal;
import io.github.bmt4j.workload.Stopwatch;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;

/** One run of a job whose tables are there. */
final class Run {
  /**
   * From when on the server's counters are not held against ours any more: HikariCP renews
   * connections from 22.5 minutes on (30 minutes, less a quarter at most), and the server then sees
   * statements that are not ours.
   */
  private static final double QUIET_SECONDS = 20 * 60;

  private final Job job;
  private final Scenario scenario;
  private final RunEndpoints reached;
  private final Clock clock;
  private final StopSignal stop;
  private final String id = UUID.randomUUID().toString().substring(0, 8);

  Run(Job job, RunEndpoints reached, Clock clock, StopSignal stop) {
    this.job = job;
    this.scenario = job.scenario();
    this.reached = reached;
    this.clock = clock;
    this.stop = stop;
  }

  RunResult execute(Path runs, List<String> warnings, RunObserver observer) throws SQLException {
    List<ConnectionSource> sources = new ArrayList<>();
    try {
      open(sources);
      return execute(sources, runs, warnings, observer);
    } finally {
      sources.forEach(BoundedClose::of);
    }
  }

  private RunResult execute(
      List<ConnectionSource> sources, Path runs, List<String> warnings, RunObserver observer)
      throws SQLException {
    try (CounterReader counters = CounterReader.open(reached.servers())) {
      Environment environment = reached.environment(counters.first());
      List<String> all = new ArrayList<>(warnings);
      all.addAll(reached.notes());
      try (RunRecorder recorder =
          new RunRecorder(job, counters, runs, id, clock, environment, all, observer)) {
        Measurement measured = generator(sources).run(recorder);
        observer.measured(measured);
        Client usage = recorder.client();
        return recorder.store(result(recorder, environment, all, measured, usage));
      }
    }
  }

  private LoadGenerator generator(List<ConnectionSource> sources) {
    StatementClocks clocks =
        scenario.client().byStatement() ? new StatementClocks(clock, scenario.threads()) : null;
    return new LoadGenerator(
        LoadPlans.of(scenario, reached.preparesOnServer()),
        clock,
        sources,
        worker -> job.session(worker, clocks == null ? Stopwatch.OFF : clocks.worker(worker)),
        stop,
        clocks);
  }

  /** Makes the source of each endpoint; those that it made are to be closed whatever happens. */
  private void open(List<ConnectionSource> sources) {
    List<RunEndpoint> endpoints = reached.endpoints();
    Deal deal = new Deal(endpoints.size());
    for (int i = 0; i < endpoints.size(); i++) {
      int workers = deal.threadsOf(i, scenario.threads());
      sources.add(job.connections(endpoints.get(i).client().connector(), workers));
    }
  }

  private RunResult result(
      RunRecorder recorder,
      Environment environment,
      List<String> warnings,
      Measurement measured,
      Client usage) {
    RunResult.Totals totals = Figures.totals(measured, job.openLoop());
    List<RunResult.ErrorCount> errors = Figures.errors(measured.errors());
    ServerCounts server = recorder.serverCounts(measured);
    List<String> problems = new ArrayList<>(measured.problems());
    Judgement.failingTime(recorder.failingSeconds(), totals.elapsedSeconds())
        .ifPresent(problems::add);
    Counts all = measured.counts().plus(measured.warmup());
    RunResult.Latency latency = Figures.latency(measured.latencies(), totals);
    Judgement.Evidence evidence =
        new Judgement.Evidence(
            totals,
            errors,
            usage,
            server,
            problems,
            measured.interrupted(),
            reached.ours() && scenario.warmupSeconds() + totals.elapsedSeconds() < QUIET_SECONDS,
            all.of(Counter.ERRORS) + all.of(Counter.RECONNECTS),
            latency.response().max(),
            measured.warmupOverrunNanos() / 1e6,
            LoadPlan.isCrowd(scenario.threads()));
    return new RunResult(
        RunResult.SCHEMA,
        id,
        recorder.startedAt(),
        Judgement.judge(evidence),
        warnings(warnings, measured, recorder),
        scenario,
        environment,
        totals,
        Figures.throughput(measured),
        latency,
        errors,
        recorder.intervals(),
        usage,
        server,
        Figures.fairness(measured.workers()),
        scenario.client().byStatement() ? Figures.statements(measured.statements()) : null,
        reached.figures(measured));
  }

  private List<String> warnings(List<String> before, Measurement measured, RunRecorder recorder) {
    List<String> warnings = new ArrayList<>(before);
    warnings.addAll(
        RunNotes.of(job, reached.preparesOnServer(), measured, recorder.backlogOfWarmup()));
    return List.copyOf(warnings);
  }
}
