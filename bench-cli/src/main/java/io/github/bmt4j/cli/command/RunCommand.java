package io.github.bmt4j.cli.command;

import static io.github.bmt4j.report.Lines.counted;

import io.github.bmt4j.cli.options.Checks;
import io.github.bmt4j.cli.options.DriverChoice;
import io.github.bmt4j.cli.options.DriverNames;
import io.github.bmt4j.cli.options.JobOptions;
import io.github.bmt4j.cli.options.JobOptions.Wanted;
import io.github.bmt4j.cli.options.LoadOptions;
import io.github.bmt4j.cli.options.NodeOptions;
import io.github.bmt4j.cli.options.RunClusterOptions;
import io.github.bmt4j.cli.options.ScriptOptions;
import io.github.bmt4j.cli.options.ServerSeriesOptions;
import io.github.bmt4j.cli.options.StatementOptions;
import io.github.bmt4j.cli.options.StoreOptions;
import io.github.bmt4j.cli.options.Threads;
import io.github.bmt4j.cli.options.UrlKind;
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
import io.github.bmt4j.load.report.ResponseHistogram;
import io.github.bmt4j.load.run.ClusterLoad;
import io.github.bmt4j.load.run.Job;
import io.github.bmt4j.load.run.LoadExperiment;
import io.github.bmt4j.load.run.LoadTargets;
import io.github.bmt4j.load.run.RunResult;
import io.github.bmt4j.load.sweep.Knee;
import io.github.bmt4j.load.sweep.Search;
import io.github.bmt4j.load.sweep.SweepExperiment;
import io.github.bmt4j.load.sweep.SweepResult;
import io.github.bmt4j.server.ClusterServer;
import io.github.bmt4j.server.HaProxy;
import io.github.bmt4j.server.Server;
import io.github.bmt4j.workload.Params;
import io.github.bmt4j.workload.SessionContext;
import io.github.bmt4j.workload.StatementWorkload;
import io.github.bmt4j.workload.Workload;
import io.github.bmt4j.workload.script.ScriptWorkload;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code bmt run}: prepares missing tables, runs the load, shows and stores the result. */
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
  @Mixin LoadOptions load;
  @Mixin ServerSeriesOptions sampled;
  @Mixin public DriverChoice driver;
  @Mixin RunClusterOptions cluster;
  @Mixin NodeOptions nodes;

  @Mixin StatementOptions statements;

  @Mixin SeriesOptions series;

  @Mixin StoreOptions store;

  @Spec CommandSpec spec;

  /** The command in picocli's form: only a load has a report in sysbench's form. */
  @Override
  public CommandLine line(CommandLine.IFactory factory) {
    CommandLine line = super.line(factory);
    String forms =
        StoreOptions.FORMS + "; sysbench: the report of a load as sysbench 1.0.20 writes it";
    change(line.getCommandSpec(), "--output", usual -> usual.description(forms));
    return line;
  }

  @Override
  public Integer call() throws TargetException {
    if (found() instanceof ScriptWorkload own && (scripts.check || scripts.explain)) {
      return scripts.check ? check(own) : explain(own);
    }
    Optional<StatementTiming> timing = timing();
    if (timing.isPresent()) {
      Checks.check(
          !given("--against"),
          "--against",
          " requires a load: use compare for two stored results of statements");
      Checks.check(
          !scripts.check, "--check", " cannot be used with heavy statements; it needs a load");
      return timing.get().run(workloadOptions, store);
    }
    boolean repeated = given("--repeat");
    if (repeated || given("--against")) {
      Integer times = repeated ? (Integer) statements.repeat : null;
      return series.run(spec.commandLine(), context, store, times, List.of());
    }
    series.checkUnused();
    DriverWish wish = driver.wish(this::given);
    Wanted wanted = wanted(wish);
    called = wanted.job().scenario();
    boolean sweep = wanted.isSweep();
    if (store.sysbench()) {
      load.checkForSysbench();
      checkNoSweep(wanted, "--output=sysbench is the report of one run");
    }
    if (load.histogram) {
      checkNoSweep(wanted, "--histogram shows one run");
      Checks.check(
          !store.output.equals("json"),
          "--histogram",
          " requires --output=text or sysbench: intervals.hlog in the run's folder has"
              + " the histograms");
    }
    ReportWriter writer = store.writer(sweep ? SweepResult.KIND : RunResult.KIND, context.screen());
    Events events = events(writer);
    store.checkWritable();
    wanted.servers().check();
    LoadDriver loaded = DriverNames.open(wish, wanted.servers().specs(), context.screen());
    Wanted recorded =
        new Wanted(
            DriverChoice.recorded(wanted.job(), wish, loaded.parity()),
            wanted.threads(),
            wanted.search(),
            wanted.servers());
    String address = load.metricsPort;
    if (address == null) {
      return run(recorded, loaded, writer, events);
    }
    try (LoadMetrics metrics = LoadMetrics.open(address, events)) {
      context.screen().say("metrics  " + metrics.url());
      return run(recorded, loaded, writer, metrics);
    }
  }

  private int check(ScriptWorkload own) {
    Screen screen = context.screen();
    Params params = workloadOptions.params(own);
    own.notes(params).forEach(note -> screen.say("note     " + note));
    screen.line(
        counted(own.statementsPerConnection(params), "statement")
            + ": variables and meta commands have no errors; --explain lets a server check the SQL");
    return ExitCode.VALID;
  }

  private int explain(ScriptWorkload own) throws TargetException {
    Checks.check(
        job.target.serverUrls().stream().noneMatch(Dialect::isGeneric),
        "--explain",
        " reads the plans of MySQL and MariaDB, not those of other servers");
    Wanted wanted = wanted(own, UrlKind.OF_A_DRIVER);
    Job explained = wanted.job();
    return context.look(
        wanted.servers(),
        (server, engine) -> {
          Connector connector = new Connector(server.target(), PsMode.DISABLE, 0);
          try {
            engine.tried(connector);
            try (Connection connection = connector.connect()) {
              if (wanted.servers().endsWithCommand()) {
                own.prepare(connection, explained.params());
              }
              SessionContext first =
                  new SessionContext(
                      explained.params(),
                      0,
                      explained.threads(),
                      explained.scenario().load().seed());
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

  private int run(Wanted wanted, LoadDriver loaded, ReportWriter writer, Events events)
      throws TargetException {
    Threads threads = wanted.threads();
    return context.with(
        wanted.servers(),
        (server, engine) ->
            context.run(
                onAllNodes(
                    server,
                    experiment(
                        wanted,
                        new LoadTargets(wanted.servers().targets(server), nodes.watched(server)),
                        loaded)),
                store,
                threads.from() == null ? List.of() : List.of("--threads=" + threads.text()),
                writer,
                events,
                outcome -> ended(server, outcome)));
  }

  private static Experiment<?> onAllNodes(Server server, Experiment<?> load) {
    return server instanceof ClusterServer nodes ? new ClusterLoad<>(load, nodes) : load;
  }

  private Events events(ReportWriter writer) {
    Screen.Terminal terminal = context.screen().terminal();
    return load.draws(terminal) ? new LiveCharts(writer, terminal.footColumns()) : writer;
  }

  private void ended(Server server, Runner.Outcome<?> outcome) {
    Path folder = outcome.folder();
    if (folder == null) {
      return;
    }
    if (load.histogram) {
      context.screen().result(ResponseHistogram.of(folder));
    }
    if (server instanceof ClusterServer nodes) {
      nodes.haProxy().ifPresent(proxy -> keep(proxy, folder));
    }
  }

  private void keep(HaProxy proxy, Path folder) {
    try {
      proxy.keep(folder);
    } catch (IOException e) {
      context.screen().say("WARNING  the configuration of HAProxy is not stored: " + e);
    }
  }

  private Optional<StatementTiming> timing() {
    if (!StatementTiming.isWanted(found(), this::givenToStatements)) {
      return Optional.empty();
    }
    DriverChoice.noneIn(this::given);
    cluster.checkNone();
    return Optional.of(new StatementTiming(context, job, load, sampled, statements));
  }

  /** The requested load. */
  Wanted wanted(DriverWish wish) {
    Workload found = found();
    return wanted(
        found, found instanceof ScriptWorkload ? UrlKind.ofAnyServer(wish) : UrlKind.of(wish));
  }

  private Wanted wanted(Workload found, UrlKind kind) {
    return job.load(
        found,
        workloadOptions.params(found),
        job.threads.startsWith(KNEE) ? knee() : Threads.of(job.threads),
        load,
        new JobOptions.Around(
            cluster,
            nodes,
            scripts,
            sampled,
            kind,
            spec.commandLine().getParseResult().matchedOptions()));
  }

  private Workload found() {
    return scripts.found(job, files, workloadOptions, context.screen()::say);
  }

  private Threads knee() {
    String wanted = "=" + job.threads + ": ";
    Result result = store.runsDir.store().read(job.threads.substring(KNEE.length())).result();
    Knee knee = result instanceof SweepResult sweep ? sweep.knee() : null;
    String id = result.id();
    Checks.check(
        knee != null,
        "--threads",
        wanted + id + " is not a search for a knee, as with --threads 1..64");
    Checks.check(
        result.verdict().status() == Verdict.Status.VALID,
        "--threads",
        wanted + id + " is INVALID, and its knee must not be used");
    Integer threads = Objects.requireNonNull(knee).highest() == null ? null : knee.answer();
    Checks.check(
        threads != null,
        "--threads",
        wanted + id + " has no knee" + (knee.noKnee() == null ? "" : ": " + knee.noKnee()));
    return Threads.of(LoadOptions.threads("--threads", Objects.requireNonNull(threads)), KNEE + id);
  }

  boolean given(String option) {
    return spec.commandLine().getParseResult().hasMatchedOption(option);
  }

  /**
   * Returns true if an option was given for statements; {@code --repeat} of a load is a different
   * option.
   */
  private boolean givenToStatements(String option) {
    boolean ofSeries = option.equals("--repeat") && !(found() instanceof StatementWorkload);
    return !ofSeries && given(option);
  }

  private Experiment<?> experiment(Wanted wanted, LoadTargets targets, LoadDriver loaded) {
    boolean lines = load.intervalLines(context.screen().terminal());
    Job most = wanted.job();
    if (!wanted.isSweep()) {
      return new LoadExperiment(most, targets, loaded, lines);
    }
    Search search = wanted.search();
    return new SweepExperiment(
        search == null ? SweepExperiment.steps(most, wanted.threads().steps()) : search.ends(most),
        targets,
        loaded,
        given("--report-interval") && lines,
        search);
  }

  private void checkNoSweep(Wanted wanted, String why) {
    wanted.threads().one(", for " + why);
    Checks.check(
        load.rates().isEmpty(), "--rate", "=" + load.rate + ": give one number, for " + why);
  }
}
