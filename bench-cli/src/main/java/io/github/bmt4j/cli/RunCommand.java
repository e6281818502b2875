package io.github.bmt4j.cli;

import io.github.bmt4j.engine.Job;
import io.github.bmt4j.engine.RunObserver;
import io.github.bmt4j.failure.TargetException;
import io.github.bmt4j.report.TextReport;
import io.github.bmt4j.result.Environment;
import io.github.bmt4j.result.ResultJson;
import io.github.bmt4j.result.RunResult;
import io.github.bmt4j.result.RunResult.IntervalResult;
import io.github.bmt4j.scenario.Scenario;
import io.github.bmt4j.target.DriverWish;
import io.github.bmt4j.target.LoadDriver;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.function.Predicate;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code bmt run}: prepares what is missing, runs the load, shows and stores the result. */
@Command(
    name = "run",
    customSynopsis = "${COMMAND-FULL-NAME} <workload> [options]",
    description = {
      "Runs a workload, and shows and stores the result.",
      "",
      "Missing tables are created first; existing tables are never recreated. Several numbers of threads run as a sweep, one load after the other. The heavy workloads (local_storage, statistics) are timed statement by statement; with --time, --events, --rate or --warmup they run as a load."
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  ${COMMAND-FULL-NAME} oltp_read_write --threads 16 --time 1m",
      "  ${COMMAND-FULL-NAME} oltp_point_select --threads 1,2,4,8 --target container:mysql:8.4",
      "  ${COMMAND-FULL-NAME} oltp_read_write --rate 500 --url jdbc:mariadb://db/sbtest",
      "  ${COMMAND-FULL-NAME} statistics --table-size 1m --while oltp_read_write"
    },
    sortOptions = false)
@SuppressWarnings("NullAway.Init")
final class RunCommand implements Callable<Integer> {
  private final Workshop workshop;
  private final WorkloadOptions workloadOptions;

  @Mixin JobOptions job;
  @Mixin LoadOptions load;
  @Mixin DriverChoice driver;

  @Mixin StatementOptions statements;

  @Mixin StoreOptions store;

  @Spec CommandSpec spec;

  RunCommand(Workshop workshop, WorkloadOptions workloadOptions) {
    this.workshop = workshop;
    this.workloadOptions = workloadOptions;
  }

  @Override
  public Integer call() throws TargetException {
    Predicate<String> given = spec.commandLine().getParseResult()::hasMatchedOption;
    if (StatementTiming.isWanted(job.workload, given)) {
      DriverChoice.noneIn(given);
      return new StatementTiming(workshop, job, load, statements, store).run(workloadOptions);
    }
    DriverWish wish = driver.wish(given);
    job.target.takeUrlsOf(wish);
    Job wanted = DriverChoice.recorded(job.job(workloadOptions, load), wish);
    if (store.sysbench()) {
      load.checkForSysbench();
      job.checkNoSweep(", for --output=sysbench is the report of one run");
    } else {
      store.checkForm();
    }
    store.checkWritable();
    return load(wanted, DriverChoice.open(wish, workshop.screen()));
  }

  private int load(Job wanted, LoadDriver loaded) throws TargetException {
    if (store.sysbench()) {
      return sysbench(wanted, loaded);
    }
    boolean json = store.json();
    if (job.steps().size() > 1) {
      boolean asked = spec.commandLine().getParseResult().hasMatchedOption("--report-interval");
      return new ThreadSweep(workshop, job, store)
          .run(wanted, loaded, asked && load.intervalLines());
    }
    Screen screen = workshop.screen();
    if (json) {
      screen.keepOutputForResults();
    }
    return workshop.with(
        job,
        (lab, engine) -> {
          Watch watch = new Watch(screen, wanted.scenario(), load.intervalLines());
          RunResult result;
          try (watch) {
            result =
                engine.with(loaded).run(wanted, job.targets(lab.target()), store.runs(), watch);
          }
          screen.result(json ? ResultJson.write(result) + "\n" : TextReport.result(result));
          screen.say("stored   " + watch.folder);
          return ExitCode.of(result.verdict());
        });
  }

  /** Runs the load, and shows it as sysbench does. */
  private int sysbench(Job wanted, LoadDriver loaded) throws TargetException {
    Screen screen = workshop.screen();
    screen.keepOutputForResults();
    return workshop.with(
        job,
        (lab, engine) -> {
          SysbenchWatch watch = new SysbenchWatch(screen, wanted.scenario(), load.intervalLines());
          RunResult result =
              engine.with(loaded).run(wanted, job.targets(lab.target()), store.runs(), watch);
          watch.result(result);
          return ExitCode.of(result.verdict());
        });
  }

  /** Shows how the run goes. */
  private static final class Watch implements RunObserver, AutoCloseable {
    private final Screen screen;
    private final Scenario scenario;
    private final boolean showLines;
    private final LoadLines lines;
    private Path folder = Path.of("");

    Watch(Screen screen, Scenario scenario, boolean showLines) {
      this.screen = screen;
      this.scenario = scenario;
      this.showLines = showLines;
      this.lines = new LoadLines(screen, scenario, showLines);
    }

    @Override
    public void started(Environment environment, List<String> warnings, Path into) {
      folder = into;
      TextReport.head(scenario, environment).lines().forEach(screen::line);
      if (showLines) {
        screen.line("");
      }
      lines.begin(scenario.workload());
    }

    @Override
    public void interval(IntervalResult interval, boolean warmup) {
      lines.interval(interval, warmup);
    }

    @Override
    public void close() {
      lines.close();
    }
  }
}
