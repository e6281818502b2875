package io.github.bmt4j.cli.options;

import io.github.bmt4j.cli.options.Marked.Mark;
import io.github.bmt4j.jdbc.RoundRobin;
import io.github.bmt4j.jdbc.TargetSpec;
import io.github.bmt4j.load.run.Job;
import io.github.bmt4j.load.run.RunCluster;
import io.github.bmt4j.load.run.RunScenario;
import io.github.bmt4j.load.sweep.Search;
import io.github.bmt4j.server.Topology;
import io.github.bmt4j.workload.Params;
import io.github.bmt4j.workload.Workload;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The workload of a load, its threads and its servers. */
@Section("Load")
public final class JobOptions {
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

  @Mixin public KeptTarget target;

  /**
   * Options in addition to a load.
   *
   * @param kind kind of URLs that the load takes
   * @param given options of the command line
   */
  public record Around(
      RunClusterOptions cluster,
      NodeOptions nodes,
      ScriptOptions scripts,
      ServerSeriesOptions sampled,
      UrlKind kind,
      List<OptionSpec> given) {}

  /**
   * A requested load, checked.
   *
   * @param job with the largest number of threads of a step
   * @param search that finds the steps; absent if they were given
   */
  public record Wanted(Job job, Threads threads, @Nullable Search search, Servers servers) {
    public boolean isSweep() {
      return threads.steps().size() > 1 || search != null;
    }
  }

  /** The load that the options describe, checked. */
  public Wanted load(
      Workload found, Params params, Threads asked, LoadOptions load, Around around) {
    Threads threads = around.nodes.threads(load.threads(asked, around.given));
    Checks.check(
        load.rates().isEmpty() || threads.steps().size() == 1,
        "--rate",
        "=" + load.rate + ": give one number of --threads with it");
    List<TargetSpec> specs = target.specs(around.kind);
    RunCluster cluster = around.cluster.described(target, specs.get(0), found.writes(params));
    Topology topology = cluster == null ? null : around.cluster.cluster.topology();
    int endpoints = cluster == null ? specs.size() : cluster.endpoints().size();
    String shown = TargetOptions.shown(specs);
    String url = specs.get(0).isStarted() ? null : shown;
    RunScenario scenario =
        load.scenario(
                found,
                params,
                threads,
                new LoadOptions.Endpoints(
                    shown,
                    target.serverOptions(),
                    cluster,
                    around.nodes.endpoints(endpoints),
                    around.nodes.scenario(url, cluster != null),
                    around.sampled.scenario()),
                around.scripts.check)
            .with(around.scripts.described(params));
    around.nodes.check(scenario);
    Job job = new Job(found, params, scenario);
    if (scenario.check()) {
      job.consistencyCheck();
    }
    job.checkLimits();
    Search search = search(threads, load);
    if (search != null) {
      search.check(job);
    }
    RoundRobin roundRobin = new RoundRobin(endpoints);
    threads.steps().forEach(number -> roundRobin.check("--threads", number));
    int connections = threads.most() + scenario.others().most();
    return new Wanted(
        job, threads, search, new Servers(specs, target.start(connections), topology, cluster));
  }

  /** The search that a range of threads or rates requests; absent without a range. */
  static @Nullable Search search(Threads threads, LoadOptions load) {
    return Optional.ofNullable(threads.range())
        .or(load::rates)
        .map(
            range ->
                new Search(
                    range.from(),
                    range.to(),
                    Search.TOLERANCE,
                    load.limit,
                    load.rates().isPresent()))
        .orElse(null);
  }
}
