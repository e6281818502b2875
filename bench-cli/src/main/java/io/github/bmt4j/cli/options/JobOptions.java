package io.github.bmt4j.cli.options;

import io.github.bmt4j.cli.options.Marked.Mark;
import io.github.bmt4j.failure.TargetException;
import io.github.bmt4j.jdbc.Grammar;
import io.github.bmt4j.jdbc.RoundRobin;
import io.github.bmt4j.jdbc.Target;
import io.github.bmt4j.jdbc.TargetSpec;
import io.github.bmt4j.load.run.Job;
import io.github.bmt4j.load.run.RunCluster;
import io.github.bmt4j.load.run.RunScenario;
import io.github.bmt4j.load.run.Search;
import io.github.bmt4j.progress.Progress;
import io.github.bmt4j.server.ClusterServer;
import io.github.bmt4j.server.Server;
import io.github.bmt4j.server.ServerRegistry;
import io.github.bmt4j.server.StartOptions;
import io.github.bmt4j.server.Topology;
import io.github.bmt4j.workload.Catalogue;
import io.github.bmt4j.workload.Params;
import io.github.bmt4j.workload.Workload;
import io.github.bmt4j.workload.script.ScriptWorkload;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/**
 * The workload, its threads and its server: what {@code run}, {@code prepare} and {@code cleanup}
 * share.
 */
@Section("Load")
public final class JobOptions implements CommandContext.Opening {
  private static final Pattern NUMBER = Pattern.compile("-?\\d{1,9}");

  @Parameters(index = "0", paramLabel = "<workload>", description = "see ${ROOT-COMMAND-NAME} list")
  public String workload;

  @Marked(Mark.SET_BY_STAGES_OF_THREADS)
  @Option(
      names = "--threads",
      order = Section.USUAL,
      paramLabel = "<n>",
      defaultValue = "1",
      description =
          "threads, each with one connection at a time (default ${DEFAULT-VALUE}); 1,2,4,8: a"
              + " sweep; 1..2048: find where the rate stops growing; knee:<run>: the number that"
              + " such a search found")
  public String threads;

  @Mixin public TargetOptions target;

  /** Files of the user's own SQL; absent in commands that take none. */
  @Nullable ScriptOptions scripts;

  /** A cluster in place of a single server; absent in commands that take none. */
  public @Nullable RunClusterOptions cluster;

  /** Nodes that are watched; absent in commands that watch none. */
  @Nullable NodeOptions nodes;

  private @Nullable RunCluster described;

  /** Takes files of SQL, a cluster, and nodes to watch. */
  public void takes(ScriptOptions files, RunClusterOptions servers, NodeOptions watched) {
    scripts = files;
    cluster = servers;
    nodes = watched;
  }

  boolean onCluster() {
    return cluster != null && cluster.wanted();
  }

  /** Refuses a cluster. */
  public void checkOneServer() {
    Checks.check(!onCluster(), "--topology requires a load: statements are timed on one server");
  }

  /** The cluster that was asked for, or the first server, which may be one of the user's. */
  @Override
  public Server open(Progress progress) throws TargetException {
    StartOptions start = target.start(mostThreads());
    return onCluster()
        ? ClusterServer.open(
            wantedTopology(), target.spec(), start, described().endpoints(), progress)
        : ServerRegistry.open(target.specs().get(0), start, progress);
  }

  @Override
  public void check() {
    StartOptions start = target.start(mostThreads());
    if (onCluster()) {
      ServerRegistry.check(wantedTopology(), target.spec(), start, "--topology", List.of());
    } else {
      ServerRegistry.check(target.specs().get(0), start);
    }
  }

  private Topology wantedTopology() {
    return Objects.requireNonNull(cluster).cluster.topology();
  }

  private RunCluster described() {
    return Objects.requireNonNull(described, "the job was made");
  }

  /** The workload that is named, of the catalogue or of the user's files. */
  public Workload found() {
    ScriptOptions own = scripts;
    if (own != null && ScriptOptions.isFile(workload)) {
      return own.workload(workload, Grammar.of(target.serverUrls(), target.serverOptions));
    }
    if (own != null) {
      own.checkNoFiles();
    }
    return Catalogue.byName(workload);
  }

  /** The job with the most threads, checked. */
  public Job job(WorkloadOptions options, LoadOptions load) {
    Job job = jobOfTables(options, load);
    job.checkLimits();
    search(load).ifPresent(search -> search.check(job));
    RoundRobin roundRobin = new RoundRobin(endpoints());
    steps().forEach(threads -> roundRobin.check("--threads", threads));
    return job;
  }

  private int endpoints() {
    return onCluster() ? described().endpoints().size() : target.specs().size();
  }

  /** The same where threads have no connections of a load: they fill the tables of one server. */
  public Job jobOfTables(WorkloadOptions options, LoadOptions load) {
    Workload found = found();
    Params params = options.params(found);
    load.searchesThreads = range().isPresent();
    Checks.check(
        load.rates().isEmpty() || steps().size() == 1,
        "--rate=" + load.rate + ": give one number of --threads with it");
    if (onCluster()) {
      Checks.check(target.dataDir == null, "--data-dir is for one server: a cluster keeps no data");
      described = Objects.requireNonNull(cluster).described(target.spec(), found.writes(params));
      load.cluster = described;
    }
    if (nodes != null) {
      String url = target.specs().get(0).isStarted() ? null : shownTarget();
      load.dealt = nodes.endpoints(endpoints());
      load.watch = nodes.scenario(url, onCluster());
    }
    ScriptOptions own = scripts;
    load.check = own != null && own.check;
    RunScenario scenario =
        load.scenario(found, params, mostThreads(), shownTarget(), target.serverOptions);
    if (nodes != null) {
      nodes.check(scenario);
    }
    Job job =
        new Job(
            found,
            params,
            own != null && found instanceof ScriptWorkload
                ? scenario.with(own.described(params))
                : scenario);
    if (scenario.check()) {
      job.consistencyCheck();
    }
    return job;
  }

  /** The number of threads up to which statements are timed. */
  public int threads() {
    return oneNumber(": statements are timed with 1, 2, 4 and so on up to it");
  }

  /**
   * The number of threads.
   *
   * @param why reason why there may be only one, as the end of a message
   */
  public int oneNumber(String why) {
    List<Integer> steps = steps();
    Checks.check(steps.size() == 1, "--threads=" + threads + ": give one number" + why);
    return steps.get(0);
  }

  /** The numbers of threads of each step, in the order given; of a range its ends. */
  public List<Integer> steps() {
    if (nodes != null && !nodes.endpointThreads.isEmpty()) {
      return List.of(nodes.allThreads(threads));
    }
    Optional<Range> range = range();
    if (range.isPresent()) {
      return List.of(range.get().from(), range.get().to());
    }
    List<Integer> steps = new ArrayList<>();
    for (String step : threads.split(",", -1)) {
      Checks.check(
          NUMBER.matcher(step.strip()).matches(),
          "--threads="
              + threads
              + ": give a whole number"
              + (threads.contains(",") ? " between commas, as in 1,2,4" : ""));
      int number = LoadOptions.threads("--threads", Integer.parseInt(step.strip()));
      Checks.check(
          !steps.contains(number),
          "--threads=" + threads + ": " + number + " is in it twice; give each once");
      steps.add(number);
    }
    return steps;
  }

  /** The search that a range of threads, or of rates, asks for; empty without a range. */
  public Optional<Search> search(LoadOptions load) {
    return range()
        .or(load::rates)
        .map(
            range ->
                new Search(
                    range.from(),
                    range.to(),
                    Search.TOLERANCE,
                    load.limit,
                    load.rates().isPresent()));
  }

  private Optional<Range> range() {
    return Range.of("--threads", threads, LoadOptions.MOST_THREADS);
  }

  /** The most threads of any step: what servers, tables and limits are made for. */
  int mostThreads() {
    return Collections.max(steps());
  }

  /** The servers, given the first or the cluster, which may have been started. */
  public List<Target> targets(Server first) {
    if (first instanceof ClusterServer nodes) {
      return nodes.targets();
    }
    List<Target> targets = new ArrayList<>(List.of(first.target()));
    target.specs().stream()
        .skip(1)
        .map(TargetSpec.External.class::cast)
        .map(TargetSpec.External::target)
        .forEach(targets::add);
    return targets;
  }

  /** Target as the user gave it: URLs without passwords, separated by spaces. */
  public String shownTarget() {
    return target.specs().stream().map(TargetSpec::word).collect(Collectors.joining(" "));
  }
}
