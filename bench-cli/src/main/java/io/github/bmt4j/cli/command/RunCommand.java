package io.github.bmt4j.cli.command;

import static io.github.bmt4j.report.Lines.counted;

import io.github.bmt4j.cli.options.Checks;
import io.github.bmt4j.cli.options.DriverChoice;
import io.github.bmt4j.cli.options.DriverNames;
import io.github.bmt4j.cli.options.JobOptions;
import io.github.bmt4j.cli.options.LoadOptions;
import io.github.bmt4j.cli.options.NodeOptions;
import io.github.bmt4j.cli.options.RunClusterOptions;
import io.github.bmt4j.cli.options.ScriptOptions;
import io.github.bmt4j.cli.options.StatementOptions;
import io.github.bmt4j.cli.options.StoreOptions;
import io.github.bmt4j.cli.screen.ExitCode;
import io.github.bmt4j.cli.screen.Screen;
import io.github.bmt4j.cli.series.SeriesOptions;
import io.github.bmt4j.endpoint.TargetErrors;
import io.github.bmt4j.experiment.Events;
import io.github.bmt4j.experiment.Experiment;
import io.github.bmt4j.experiment.ReportWriter;
import io.github.bmt4j.experiment.Result;
import io.github.bmt4j.experiment.Runner;
import io.github.bmt4j.experiment.Verdict;
import io.github.bmt4j.failure.TargetException;
import io.github.bmt4j.jdbc.Connector;
import io.github.bmt4j.jdbc.Dialect;
import io.github.bmt4j.jdbc.DriverWish;
import io.github.bmt4j.jdbc.LoadDriver;
import io.github.bmt4j.jdbc.PsMode;
import io.github.bmt4j.load.live.LiveCharts;
import io.github.bmt4j.load.live.LoadMetrics;
import io.github.bmt4j.load.run.ClusterLoad;
import io.github.bmt4j.load.run.Job;
import io.github.bmt4j.load.run.Knee;
import io.github.bmt4j.load.run.LoadExperiment;
import io.github.bmt4j.load.run.LoadTargets;
import io.github.bmt4j.load.run.ResponseHistogram;
import io.github.bmt4j.load.run.RunResult;
import io.github.bmt4j.load.run.RunScenario;
import io.github.bmt4j.load.run.Search;
import io.github.bmt4j.load.run.SweepExperiment;
import io.github.bmt4j.load.run.SweepResult;
import io.github.bmt4j.server.ClusterServer;
import io.github.bmt4j.server.Server;
import io.github.bmt4j.workload.Params;
import io.github.bmt4j.workload.SessionContext;
import io.github.bmt4j.workload.StatementWorkload;
import io.github.bmt4j.workload.script.ScriptWorkload;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code bmt run}: prepares what is missing, runs the load, shows and stores the result. */
@Command(
    name = "run",
    customSynopsis = {
      "${COMMAND-FULL-NAME} <workload> [options]",
      "${COMMAND-FULL-NAME} <file.sql>[@<weight>]… [options]"
    },
    description = {
      "Runs a workload, and shows and stores the result.",
      "",
      "Missing tables are created first; existing tables are never recreated. Several numbers of"
          + " threads run as a sweep, one load after the other. The heavy workloads (local_storage,"
          + " statistics) are timed statement by statement; with --time, --events, --rate, --stage"
          + " or --warmup they run as a load."
    },
    footer = {
      "  ${COMMAND-FULL-NAME} oltp_read_write --threads 16 --time 1m",
      "  ${COMMAND-FULL-NAME} oltp_point_select --threads 1,2,4,8 --target container:mysql:8.4",
      "  ${COMMAND-FULL-NAME} oltp_read_write --threads 1..256 --limit p99=20ms",
      "  ${COMMAND-FULL-NAME} oltp_write_only \\",
      "      --against '--server-option innodb_flush_log_at_trx_commit=2'",
      "  ${COMMAND-FULL-NAME} oltp_read_write --rate 500 --url jdbc:mariadb://db/sbtest",
      "  ${COMMAND-FULL-NAME} statistics --table-size 1m --while oltp_read_write",
      "  ${COMMAND-FULL-NAME} order.sql@3 report.sql -D customers=1000 \\",
      "      --url jdbc:mariadb://db/shop"
    })
public final class RunCommand extends WorkloadCommand implements SeriesOptions.Compared {
  private static final String KNEE = "knee:";

  @Mixin public JobOptions job;

  @Parameters(
      index = "1..*",
      arity = "0..*",
      paramLabel = "<file.sql>",
      description = "more files of your own SQL; @3 after a file name is its weight")
  List<String> files = new ArrayList<>();

  @Mixin ScriptOptions scripts;
  @Mixin public LoadOptions load;
  @Mixin public DriverChoice driver;
  @Mixin RunClusterOptions cluster;
  @Mixin NodeOptions nodes;

  @Mixin StatementOptions statements;

  @Mixin SeriesOptions series;

  @Mixin StoreOptions store;

  @Spec CommandSpec spec;

  private @Nullable Record scenario;

  @Override
  public Integer call() throws TargetException {
    scripts.screen = context.screen();
    scripts.more = files;
    job.takes(scripts, cluster, nodes);
    if (job.found() instanceof ScriptWorkload own) {
      if (scripts.check) {
        Params params = workloadOptions.params(own);
        own.notes(params).forEach(note -> context.screen().say("note     " + note));
        context
            .screen()
            .line(counted(own.statementsPerConnection(params), "statement") + ", no errors found");
        return ExitCode.VALID;
      }
      if (scripts.explain) {
        return explain(own);
      }
    }
    Optional<StatementTiming> timing = timing();
    if (timing.isPresent()) {
      Checks.check(
          !given("--against"),
          "--against requires a load: use compare for two stored results of statements");
      Checks.check(!scripts.check, "--check cannot be used with heavy statements; it needs a load");
      return timing.get().run(workloadOptions);
    }
    boolean repeated = given("--repeat");
    if (repeated || given("--against")) {
      Integer times = repeated ? (Integer) statements.repeat : null;
      return series.run(spec.commandLine(), context, store, times, List.of());
    }
    series.checkUnused();
    DriverWish wish = driver.wish(this::given);
    Job wanted = wanted(wish);
    boolean sweep = isSweep();
    if (store.sysbench()) {
      load.checkForSysbench();
      checkNoSweep("--output=sysbench is the report of one run");
    }
    if (load.histogram) {
      checkNoSweep("--histogram shows one run");
      Checks.check(
          !store.output.equals("json"),
          "--histogram requires --output=text or sysbench: intervals.hlog in the run's folder has"
              + " the histograms");
    }
    ReportWriter writer = store.writer(sweep ? SweepResult.KIND : RunResult.KIND, context.screen());
    Events events = events(writer);
    store.checkWritable();
    job.check();
    LoadDriver loaded = DriverNames.open(wish, job.target.specs(), context.screen());
    Job recorded = DriverChoice.recorded(wanted, wish, loaded.parity());
    String address = load.metricsPort;
    if (address == null) {
      return run(recorded, loaded, writer, events);
    }
    try (LoadMetrics metrics = LoadMetrics.open(address, events)) {
      context.screen().say("metrics  " + metrics.url());
      return run(recorded, loaded, writer, metrics);
    }
  }

  @Override
  public Record scenario() {
    return Objects.requireNonNull(scenario, "called");
  }

  private int explain(ScriptWorkload own) throws TargetException {
    Checks.check(
        job.target.serverUrls().stream().noneMatch(Dialect::isGeneric),
        "--explain reads the plans of MySQL and MariaDB, not those of other servers");
    job.target.takeAllUrls();
    Job wanted = job.jobOfTables(workloadOptions, load);
    RunScenario scenario = wanted.scenario();
    return context.look(
        job,
        (server, engine) -> {
          Connector connector = new Connector(server.target(), PsMode.DISABLE, 0);
          try {
            engine.tried(connector);
            try (Connection connection = connector.connect()) {
              if (job.target.endsWithCommand()) {
                own.prepare(connection, wanted.params());
              }
              SessionContext first =
                  new SessionContext(
                      wanted.params(), 0, scenario.load().threads(), scenario.load().seed());
              context
                  .screen()
                  .result(
                      PlanReport.text(own.plans(connection, first), context.screen().columns()));
            }
          } catch (SQLException e) {
            throw TargetErrors.target(server.target(), e);
          }
          return ExitCode.VALID;
        });
  }

  private int run(Job wanted, LoadDriver loaded, ReportWriter writer, Events events)
      throws TargetException {
    return context.with(
        job,
        (server, engine) ->
            context.run(
                onAllNodes(
                    server,
                    experiment(
                        wanted,
                        new LoadTargets(job.targets(server), nodes.watched(server)),
                        loaded)),
                store,
                writer,
                events,
                this::histogram));
  }

  private static Experiment<?> onAllNodes(Server server, Experiment<?> load) {
    return server instanceof ClusterServer nodes ? new ClusterLoad<>(load, nodes) : load;
  }

  private Events events(ReportWriter writer) {
    Screen.Terminal terminal = context.screen().terminal();
    return load.draws(terminal) ? new LiveCharts(writer, terminal.footColumns()) : writer;
  }

  private void histogram(Runner.Outcome<?> outcome) {
    if (load.histogram && outcome.folder() != null) {
      context.screen().result(ResponseHistogram.of(outcome.folder()));
    }
  }

  private Optional<StatementTiming> timing() {
    if (!StatementTiming.isWanted(job.found(), this::givenToStatements)) {
      return Optional.empty();
    }
    DriverChoice.noneIn(this::given);
    job.checkOneServer();
    return Optional.of(new StatementTiming(context, job, load, statements, store));
  }

  /** The load that is wanted, with the most threads of any step. */
  Job wanted(DriverWish wish) {
    if (job.found() instanceof ScriptWorkload) {
      job.target.takeUrlsOfAnyServer(wish);
    } else {
      job.target.takeUrlsOf(wish);
    }
    takeKnee();
    load.takeStages(spec.commandLine().getParseResult().matchedOptions())
        .ifPresent(threads -> job.threads = Integer.toString(threads));
    Job wanted = job.job(workloadOptions, load);
    Checks.check(
        load.stages.isEmpty() || job.steps().size() == 1,
        "--threads=" + job.threads + ": give one number with --stage");
    scenario = wanted.scenario();
    return wanted;
  }

  private void takeKnee() {
    if (!job.threads.startsWith(KNEE)) {
      return;
    }
    String wanted = "--threads=" + job.threads + ": ";
    Result result = store.runsDir.store().read(job.threads.substring(KNEE.length())).result();
    Knee knee = result instanceof SweepResult sweep ? sweep.knee() : null;
    String id = result.id();
    Checks.check(
        knee != null, wanted + id + " is not a search for a knee, as with --threads 1..64");
    Checks.check(
        result.verdict().status() == Verdict.Status.VALID,
        wanted + id + " is INVALID, and its knee must not be used");
    Integer threads = Objects.requireNonNull(knee).highest() == null ? null : knee.answer();
    Checks.check(
        threads != null,
        wanted + id + " has no knee" + (knee.noKnee() == null ? "" : ": " + knee.noKnee()));
    job.threads = Objects.requireNonNull(threads).toString();
    load.threadsFrom = KNEE + id;
    store.resolved.add("--threads=" + threads);
  }

  boolean given(String option) {
    return spec.commandLine().getParseResult().hasMatchedOption(option);
  }

  /** The same, where {@code --repeat} of a load is another one than that of statements. */
  private boolean givenToStatements(String option) {
    boolean ofSeries = option.equals("--repeat") && !(job.found() instanceof StatementWorkload);
    return !ofSeries && given(option);
  }

  private Experiment<?> experiment(Job wanted, LoadTargets targets, LoadDriver loaded) {
    boolean lines = load.intervalLines(context.screen().terminal());
    if (!isSweep()) {
      return new LoadExperiment(wanted, targets, loaded, lines);
    }
    Search search = job.search(load).orElse(null);
    return new SweepExperiment(
        search == null ? SweepExperiment.steps(wanted, job.steps()) : search.ends(wanted),
        targets,
        loaded,
        given("--report-interval") && lines,
        search);
  }

  private boolean isSweep() {
    return job.steps().size() > 1 || load.rates().isPresent();
  }

  private void checkNoSweep(String why) {
    job.oneNumber(", for " + why);
    Checks.check(load.rates().isEmpty(), "--rate=" + load.rate + ": give one number, for " + why);
  }
}
