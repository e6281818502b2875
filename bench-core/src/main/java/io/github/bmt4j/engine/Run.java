package io.github.bmt4j.engine;

import io.github.bmt4j.analysis.Figures;
import io.github.bmt4j.analysis.Judgement;
import io.github.bmt4j.load.ArrivalSchedule;
import io.github.bmt4j.load.LoadGenerator;
import io.github.bmt4j.load.LoadPlan;
import io.github.bmt4j.load.LoadProfile;
import io.github.bmt4j.load.RetryPolicy;
import io.github.bmt4j.load.StopSignal;
import io.github.bmt4j.measure.Clock;
import io.github.bmt4j.measure.Counter;
import io.github.bmt4j.measure.Counts;
import io.github.bmt4j.measure.Interval;
import io.github.bmt4j.measure.Measurement;
import io.github.bmt4j.result.Environment;
import io.github.bmt4j.result.RunResult;
import io.github.bmt4j.result.RunResult.Client;
import io.github.bmt4j.result.RunResult.IntervalResult;
import io.github.bmt4j.result.RunResult.ServerCounts;
import io.github.bmt4j.sampler.ClientUsage;
import io.github.bmt4j.sampler.ServerCounters;
import io.github.bmt4j.scenario.Scenario;
import io.github.bmt4j.target.ConnectionSource;
import io.github.bmt4j.target.Connector;
import io.github.bmt4j.target.HikariConnections;
import io.github.bmt4j.target.JdbcUrl;
import io.github.bmt4j.target.PlainConnections;
import io.github.bmt4j.target.ServerFacts;
import io.github.bmt4j.target.Target;
import io.github.bmt4j.workload.SessionContext;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** One run of a job whose tables are there. */
final class Run {
  private static final Duration GRACE = Duration.ofSeconds(10);
  private static final Duration GIVE_UP = Duration.ofSeconds(30);

  /** A server that hangs must not keep us from storing the result. */
  private static final int CONTROL_TIMEOUT_MILLIS = 5_000;

  /**
   * HikariCP renews connections after 30 minutes, and the server then sees statements that are not
   * ours.
   */
  private static final double QUIET_SECONDS = 25 * 60;

  private final Job job;
  private final Scenario scenario;
  private final Target target;
  private final Connector connector;
  private final Clock clock;
  private final StopSignal stop;
  private final List<IntervalResult> intervals = new ArrayList<>();
  private ClientUsage usageBefore = ClientUsage.now();
  private @Nullable ServerCounters serverBefore;

  Run(Job job, Target target, Connector connector, Clock clock, StopSignal stop) {
    this.job = job;
    this.scenario = job.scenario();
    this.target = target;
    this.connector = connector;
    this.clock = clock;
    this.stop = stop;
  }

  RunResult execute(Path runs, List<String> warnings, RunObserver observer) throws SQLException {
    String id = UUID.randomUUID().toString().substring(0, 8);
    try (Connection control = connector.connect();
        ConnectionSource source = connections()) {
      control.setNetworkTimeout(Runnable::run, CONTROL_TIMEOUT_MILLIS);
      Environment environment =
          EnvironmentReader.read(target, ServerFacts.read(control), connector, control);
      List<String> allWarnings = new ArrayList<>(warnings);
      if (target.ours() || JdbcUrl.namesThisMachine(target.url())) {
        allWarnings.add(
            "client and server share this machine's processors: compare with runs on the same machine only");
      }
      LoadGenerator load =
          new LoadGenerator(
              plan(), clock, source, i -> job.workload().newSession(context(i)), stop);
      Storing storing = new Storing(control, runs, id, environment, allWarnings, observer);
      Measurement measured = load.run(storing);
      try (RunFolder folder = storing.folder()) {
        RunResult result = result(id, storing, measured, serverCounts(control, measured));
        folder.result(result);
        return result;
      }
    }
  }

  private ConnectionSource connections() {
    return scenario.pool().equals("none")
        ? new PlainConnections(connector)
        : new HikariConnections(connector, scenario.threads());
  }

  private SessionContext context(int worker) {
    return new SessionContext(job.params(), worker, scenario.threads(), scenario.seed());
  }

  private LoadPlan plan() {
    boolean all = scenario.ignoreErrors().contains("all");
    return new LoadPlan(
        scenario.threads(),
        profile(),
        seconds(scenario.warmupSeconds()),
        seconds(scenario.timeSeconds()),
        scenario.events(),
        seconds(scenario.intervalSeconds()),
        new RetryPolicy(
            scenario.ignoreErrors().stream()
                .filter(code -> !code.equals("all"))
                .map(Integer::valueOf)
                .collect(Collectors.toSet()),
            all,
            scenario.maxRetries()),
        GRACE,
        GIVE_UP);
  }

  private LoadProfile profile() {
    if (!job.openLoop()) {
      return new LoadProfile.ClosedLoop();
    }
    double rate = Objects.requireNonNull(scenario.rate(), "an open loop has a rate");
    return new LoadProfile.OpenLoop(
        "uniform".equals(scenario.arrivals())
            ? ArrivalSchedule.uniform(rate)
            : ArrivalSchedule.poisson(rate, scenario.seed()));
  }

  private static Duration seconds(double seconds) {
    return Duration.ofNanos(Math.round(seconds * 1e9));
  }

  private @Nullable ServerCounts serverCounts(Connection control, Measurement measured) {
    ServerCounters before = serverBefore;
    if (before == null) {
      return null;
    }
    try {
      ServerCounters growth = ServerCounters.read(control).minus(before);
      long counted = measured.counts().queries() + measured.warmup().queries();
      return new ServerCounts(growth.statements(), counted, new TreeMap<>(growth.values()));
    } catch (SQLException e) {
      return null;
    }
  }

  private RunResult result(
      String id, Storing storing, Measurement measured, @Nullable ServerCounts server) {
    RunResult.Totals totals = Figures.totals(measured, job.openLoop());
    List<RunResult.ErrorCount> errors = Figures.errors(measured.errors());
    Client client = client(measured);
    RunResult.Verdict verdict =
        Judgement.judge(
            new Judgement.Evidence(
                totals,
                errors,
                client,
                server,
                problems(measured, storing.failingSeconds),
                measured.interrupted(),
                target.ours() && totals.elapsedSeconds() < QUIET_SECONDS,
                calm(measured)));
    return new RunResult(
        RunResult.SCHEMA,
        id,
        storing.startedAt,
        verdict,
        warnings(storing.warnings, totals),
        scenario,
        storing.environment,
        totals,
        Figures.throughput(measured),
        Figures.latency(measured.latencies()),
        errors,
        List.copyOf(intervals),
        client,
        server);
  }

  private List<String> warnings(List<String> before, RunResult.Totals totals) {
    List<String> warnings = new ArrayList<>(before);
    long ended = totals.transactions() + totals.failed() + totals.unknown();
    if (ended < scenario.events()) {
      warnings.add(
          String.format(
              Locale.ROOT, "ended by time: %,d of %,d events were done", ended, scenario.events()));
    }
    return List.copyOf(warnings);
  }

  private static List<String> problems(Measurement measured, double failingSeconds) {
    List<String> problems = new ArrayList<>(measured.problems());
    Judgement.failingTime(failingSeconds, measured.elapsedNanos() / 1e9).ifPresent(problems::add);
    return problems;
  }

  private static boolean calm(Measurement measured) {
    Counts all = measured.counts().plus(measured.warmup());
    return all.of(Counter.ERRORS) == 0 && all.of(Counter.RECONNECTS) == 0;
  }

  private Client client(Measurement measured) {
    ClientUsage used = ClientUsage.now().minus(usageBefore);
    long queries = measured.counts().queries();
    double wallNanos = Math.max(1, measured.elapsedNanos());
    int cores = Runtime.getRuntime().availableProcessors();
    return new Client(
        Math.round(used.cpuNanos() / 1e6) / 1e3,
        queries == 0 ? null : (Double) (Math.round(used.cpuNanos() / 10.0 / queries) / 100.0),
        used.gcPauseMillis(),
        Math.round(used.cpuNanos() / wallNanos / cores * 1e4) / 1e4);
  }

  /** Stores what the load gives, as it gives it. */
  private final class Storing implements LoadGenerator.Observer {
    private final Connection control;
    private final Path runs;
    private final String id;
    private final Environment environment;
    private final List<String> warnings;
    private final RunObserver observer;
    private @Nullable RunFolder folder;
    private Instant startedAt = Instant.EPOCH;
    private double failingSeconds;

    Storing(
        Connection control,
        Path runs,
        String id,
        Environment environment,
        List<String> warnings,
        RunObserver observer) {
      this.control = control;
      this.runs = runs;
      this.id = id;
      this.environment = environment;
      this.warnings = List.copyOf(warnings);
      this.observer = observer;
    }

    RunFolder folder() {
      return Objects.requireNonNull(folder, "the load has begun");
    }

    @Override
    public void connected() throws SQLException {
      startedAt =
          clock
              .now()
              .plusNanos(
                  TimeUnit.MILLISECONDS.toNanos(Math.round(scenario.warmupSeconds() * 1000)));
      RunFolder made =
          RunFolder.create(runs, scenario.workload().toLowerCase(Locale.ROOT), id, startedAt);
      folder = made;
      observer.started(environment, warnings, made.path());
      serverBefore = ServerCounters.read(control);
      usageBefore = ClientUsage.now();
    }

    @Override
    public void interval(Interval interval) {
      IntervalResult figures = Figures.interval(interval, scenario.percentile(), job.openLoop());
      if (!interval.warmup()) {
        intervals.add(figures);
        folder().interval(interval, figures);
        if (allFailed(interval.counts())) {
          failingSeconds += interval.seconds();
        }
      } else if (interval.toNanos() == 0) {
        usageBefore = ClientUsage.now();
      }
      observer.interval(figures, interval.warmup());
    }

    private static boolean allFailed(Counts counts) {
      return counts.of(Counter.TRANSACTIONS) == 0
          && counts.of(Counter.FAILED) + counts.of(Counter.UNKNOWN) > 0;
    }
  }
}
