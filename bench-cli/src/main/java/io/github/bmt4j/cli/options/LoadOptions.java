package io.github.bmt4j.cli.options;

import io.github.bmt4j.cli.options.Marked.Mark;
import io.github.bmt4j.cli.screen.Screen;
import io.github.bmt4j.jdbc.Dialect;
import io.github.bmt4j.load.EndpointPlan;
import io.github.bmt4j.load.LoadScenario;
import io.github.bmt4j.load.Stage;
import io.github.bmt4j.load.Stages;
import io.github.bmt4j.load.ThinkTime;
import io.github.bmt4j.load.nodes.NodesScenario;
import io.github.bmt4j.load.run.LoadTimes;
import io.github.bmt4j.load.run.RunCluster;
import io.github.bmt4j.load.run.RunScenario;
import io.github.bmt4j.sampling.ServerScenario;
import io.github.bmt4j.workload.KeyDistribution;
import io.github.bmt4j.workload.Params;
import io.github.bmt4j.workload.Terminals;
import io.github.bmt4j.workload.Workload;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Option;

/** The pace and the length of a load. */
@Section("Load")
public final class LoadOptions {
  public static final int MOST_THREADS = 20_000;
  private static final int MOST_RATE = 100_000_000;
  private static final Pattern NUMBER = Pattern.compile("\\d{1,9}(\\.\\d{1,9})?");
  private static final Duration SHORTEST_STEP = Duration.ofSeconds(1);

  private static final Duration LONG = Duration.ofHours(1);

  @Marked({Mark.MAKES_A_LOAD, Mark.SET_BY_STAGES})
  @Option(
      names = "--time",
      order = Section.USUAL,
      paramLabel = "<s>",
      defaultValue = "10",
      description =
          "length of the measurement: seconds (default ${DEFAULT-VALUE}), or 500ms, 2m, 1h; 0: no"
              + " limit, with --events")
  Duration time;

  @Marked(Mark.MAKES_A_LOAD)
  @Option(
      names = "--warmup",
      order = Section.USUAL,
      paramLabel = "<s>",
      defaultValue = "5",
      description = "length of the warm-up before the measurement (default ${DEFAULT-VALUE} s)")
  public Duration warmup;

  @Within(least = 0)
  @Marked({Mark.MAKES_A_LOAD, Mark.SET_BY_STAGES})
  @Option(
      names = "--events",
      paramLabel = "<n>",
      defaultValue = "0",
      description = "stop after this many measured operations (default 0: no limit)")
  long events;

  @Marked({Mark.MAKES_A_LOAD, Mark.SET_BY_STAGES})
  @Option(
      names = "--rate",
      order = Section.USUAL,
      paramLabel = "<n>",
      defaultValue = "0",
      description =
          "open loop: this many operations are due each second, however slow the server is (default"
              + " 0: closed loop); 100..5000: find the highest sustained rate")
  public String rate;

  @Marked(Mark.MAKES_A_LOAD)
  @Option(
      names = "--stage",
      order = Section.USUAL,
      paramLabel = "<time>:<n>",
      description =
          "a stage of the measurement, instead of --time: 30s:100/s is an open loop at that rate,"
              + " 30s:64 a closed loop with that many threads; 30s:100..500/s changes evenly; may"
              + " be repeated")
  List<String> stages = new ArrayList<>();

  @Marked(Mark.MAKES_A_LOAD)
  @Option(
      names = "--think",
      paramLabel = "<time>",
      description =
          "in a closed loop: pause of each thread after an operation, such as 100ms (default: none);"
              + " 100ms:exponential draws pauses with this mean")
  @Nullable String think;

  @Option(
      names = "--arrivals",
      paramLabel = "<kind>",
      description = "in an open loop: poisson (default) or uniform")
  @Nullable Arrivals arrivals;

  @Option(
      names = "--report-interval",
      paramLabel = "<s>",
      description =
          "print figures at this interval (default 1 s, or 60 s with --time of an hour or more; 0:"
              + " never)")
  @Nullable Duration reportInterval;

  @Option(
      names = "--live",
      description =
          "show charts of throughput and percentile during the run instead of interval"
              + " lines, if standard error is a terminal")
  boolean live;

  @Option(
      names = "--percentile",
      paramLabel = "<p>",
      defaultValue = "95",
      description = "percentile in the interval lines (default ${DEFAULT-VALUE})")
  double percentile;

  @Option(
      names = "--histogram",
      arity = "0..1",
      fallbackValue = "on",
      paramLabel = "on|off",
      description = "print the histogram of response times, as sysbench does (default off)")
  public boolean histogram;

  @Option(
      names = "--fail-if",
      paramLabel = "<limit>",
      description =
          "exit with code 1 when a figure of the run breaks this limit, or could not be measured:"
              + " 'p99>20ms', 'errors>0.1%%', 'tps<500'; may be repeated")
  List<String> failIf = new ArrayList<>();

  @Option(
      names = "--limit",
      paramLabel = "<figure>=<n>",
      description =
          "with a range of --threads or --rate: find the highest within this limit, such"
              + " as p99=20ms")
  @Nullable String limit;

  @Option(
      names = "--metrics-port",
      paramLabel = "[<host>:]<port>",
      description =
          "serve the figures of the running load to Prometheus, at http://127.0.0.1:<port>/metrics"
              + " (0: any free port); another host, as in 0.0.0.0:9400, lets other machines read"
              + " them")
  public @Nullable String metricsPort;

  @Mixin ConnectionOptions connections;

  @Mixin ClientOptions client;

  @Mixin AgentOptions agents;

  /**
   * Endpoints of a load.
   *
   * @param target target in the form that may be shown
   * @param serverOptions of a server that bmt starts
   * @param cluster cluster that bmt starts; absent without one
   * @param dealt threads and operations of each endpoint
   * @param watch nodes that are watched; absent if the user chose none
   * @param sampled series of the servers; absent for the default ones
   */
  record Endpoints(
      String target,
      List<String> serverOptions,
      @Nullable RunCluster cluster,
      EndpointPlan dealt,
      @Nullable NodesScenario watch,
      @Nullable ServerScenario sampled) {}

  /** Distribution of the arrivals of an open loop. */
  enum Arrivals {
    POISSON,
    UNIFORM
  }

  /** All options at their defaults, for commands that put no load on the server. */
  public static LoadOptions defaults() {
    LoadOptions options = new LoadOptions();
    Converters.register(new CommandLine(options)).parseArgs();
    return options;
  }

  /**
   * The scenario with the largest number of threads of a step, checked.
   *
   * @param check true if the tables are checked after the load
   */
  RunScenario scenario(
      Workload workload, Params params, Threads threads, Endpoints endpoints, boolean check) {
    LoadScenario pace = pace(workload, params, threads, endpoints.dealt);
    return new RunScenario(
        workload.info().name(),
        workload.info().version(),
        params.asMap(),
        endpoints.target,
        endpoints.serverOptions,
        endpoints.cluster,
        pace,
        times(pace, threads.range() != null),
        client.scenario(
            workload.psMode(params), Dialect.isGeneric(endpoints.target), threads.most()),
        endpoints.watch,
        endpoints.sampled,
        agents.scenario(),
        check,
        failIf);
  }

  private LoadScenario pace(Workload workload, Params params, Threads threads, EndpointPlan dealt) {
    double perSecond = perSecond();
    List<Stage> parts = parts();
    Terminals terminals = workload.terminals(params).orElse(null);
    Checks.check(
        (perSecond == 0 && parts.isEmpty()) || terminals == null,
        perSecond == 0 ? "--stage" : "--rate",
        " cannot be combined with --pacing: the number of terminals and their pacing set the"
            + " rate");
    boolean open = perSecond > 0 || (!parts.isEmpty() && parts.get(0).ofRate());
    Checks.check(open || arrivals == null, "--arrivals", " requires --rate");
    Checks.check(
        think == null || !(open || terminals != null),
        "--think",
        " is the pause of a closed loop: leave it out, or "
            + (terminals != null ? "--pacing" : perSecond > 0 ? "--rate" : "--stage with a rate"));
    return new LoadScenario(
        threads.most(),
        threads.from(),
        terminals != null ? "terminals" : open ? "open" : "closed",
        perSecond > 0 ? (Double) perSecond : null,
        open ? Converters.word(arrivals == null ? Arrivals.POISSON : arrivals) : null,
        terminals == null ? null : (Integer) terminals.count(),
        parts,
        think == null ? null : ThinkTime.parse(think),
        client.reconnect(),
        connections.scenario(),
        dealt,
        KeyDistribution.seed(params));
  }

  private LoadTimes times(LoadScenario pace, boolean searchesThreads) {
    Duration time = time();
    Checks.check(
        !time.isZero() || events > 0 || !pace.dealt().endpointEvents().isEmpty(),
        "--time",
        "=0 never ends: give --events too");
    boolean search = searchesThreads || rates().isPresent();
    Checks.check(
        percentile >= 0 && percentile < 100,
        "--percentile",
        "=" + percentile + ": give a number from 0 to below 100");
    double interval = reportInterval == null ? 0 : Converters.seconds(reportInterval);
    double usual = time.compareTo(LONG) < 0 ? 1 : 60;
    interval = interval == 0 ? usual : Math.max(interval, 0.1);
    Checks.check(
        search || limit == null,
        "--limit",
        " requires a range: --threads 1..64 or --rate 100..5000");
    if (search) {
      checkSearch(pace, searchesThreads);
      // Rates are compared by their means over at least six pieces of the step.
      interval = Math.min(interval, Converters.seconds(time) / 6);
    }
    return new LoadTimes(
        Converters.seconds(warmup), Converters.seconds(time), events, interval, percentile);
  }

  private List<Stage> parts() {
    return stages.stream().map(Stage::parse).toList();
  }

  private Duration time() {
    return stages.isEmpty() ? time : Duration.ofNanos(new Stages(parts()).nanos());
  }

  /**
   * The threads of the stages, if stages have numbers of threads; otherwise the requested threads.
   *
   * @param given options that were given
   */
  Threads threads(Threads asked, List<OptionSpec> given) {
    List<Stage> parts = parts();
    if (parts.isEmpty()) {
      return asked;
    }
    boolean ofRate = parts.get(0).ofRate();
    Checks.check(
        parts.stream().allMatch(one -> one.ofRate() == ofRate),
        "--stage",
        ": give a rate in every stage, as in 30s:100/s, or threads in every stage");
    for (OptionSpec other : given) {
      Checks.check(
          !Mark.SET_BY_STAGES.isOf(other) && (ofRate || !Mark.SET_BY_STAGES_OF_THREADS.isOf(other)),
          other.longestName(),
          " cannot be combined with --stage="
              + parts.get(0).text()
              + ": stages have a time and "
              + (ofRate ? "a rate each" : "threads each; a rate is written 30s:100/s"));
    }
    if (ofRate) {
      Checks.check(
          parts.stream().anyMatch(one -> one.most() > 0), "--stage", ": all rates are 0: give one");
      if (asked.range() == null) {
        asked.one(" with --stage");
      }
      return asked;
    }
    parts.forEach(
        one -> {
          threads("--stage", (int) one.from());
          threads("--stage", (int) one.to());
        });
    return Threads.of(
        (int) parts.stream().mapToDouble(Stage::most).max().orElseThrow(), asked.from());
  }

  /** The range of rates for a search; empty if a single rate or none was given. */
  public Optional<Range> rates() {
    return Range.of("--rate", rate, MOST_RATE);
  }

  private double perSecond() {
    Optional<Range> range = rates();
    if (range.isPresent()) {
      return range.get().from();
    }
    boolean number = NUMBER.matcher(rate).matches() && Double.parseDouble(rate) <= MOST_RATE;
    Checks.check(
        number,
        "--rate",
        "="
            + rate
            + ": give operations per second, 0 for a closed loop, or a range of whole numbers:"
            + " 100..5000");
    return Double.parseDouble(rate);
  }

  private void checkSearch(LoadScenario pace, boolean searchesThreads) {
    String what = "a range of " + (searchesThreads ? "--threads" : "--rate");
    Checks.check(
        !searchesThreads || !pace.scheduled(),
        what
            + " is searched in a closed loop: leave out "
            + (pace.terminals() != null ? "--pacing" : perSecond() > 0 ? "--rate" : "--stage"));
    Checks.check(
        events == 0
            && pace.dealt().endpointEvents().isEmpty()
            && time.compareTo(SHORTEST_STEP) >= 0,
        what + " requires --time of 1 s or more, and no --events");
  }

  /** Refuses options that sysbench's form cannot show. */
  public void checkForSysbench() {
    Checks.check(
        percentile == Math.rint(percentile),
        "--percentile",
        "="
            + percentile
            + " with --output=sysbench: give a whole number, as in sysbench, or 0 for none");
  }

  /** Returns true if interval lines are printed. */
  public boolean intervalLines(Screen.Terminal terminal) {
    return !Duration.ZERO.equals(reportInterval) && !(draws(terminal) && terminal.out());
  }

  /** Returns true if charts are drawn while the load runs. */
  public boolean draws(Screen.Terminal terminal) {
    return live && terminal.err();
  }

  /** Checks the number of threads that an option gave. */
  public static int threads(String option, int threads) {
    return Checks.between(option, threads, 1, MOST_THREADS);
  }
}
