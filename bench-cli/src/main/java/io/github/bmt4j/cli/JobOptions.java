package io.github.bmt4j.cli;

import io.github.bmt4j.jdbc.RoundRobin;
import io.github.bmt4j.jdbc.Target;
import io.github.bmt4j.jdbc.TargetSpec;
import io.github.bmt4j.load.run.Job;
import io.github.bmt4j.load.run.RunScenario;
import io.github.bmt4j.workload.Catalogue;
import io.github.bmt4j.workload.Params;
import io.github.bmt4j.workload.Workload;
import io.github.bmt4j.workload.script.ScriptWorkload;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
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
@SuppressWarnings("NullAway.Init")
final class JobOptions {
  /** Of any size that an int can hold. */
  private static final Pattern NUMBER = Pattern.compile("-?\\d{1,9}");

  @Parameters(index = "0", paramLabel = "<workload>", description = "see ${ROOT-COMMAND-NAME} list")
  String workload;

  @Option(
      names = "--threads",
      order = UsageHelp.USUAL,
      paramLabel = "<n>",
      defaultValue = "1",
      description =
          "threads, each with one connection at a time (default ${DEFAULT-VALUE}); several run as a"
              + " sweep: 1,2,4,8")
  String threads;

  @Mixin TargetOptions target;

  /** Files of the user's own SQL; absent in commands that take none. */
  @Nullable ScriptOptions scripts;

  /** The workload that is named, of the catalogue or of the user's files. */
  Workload found() {
    ScriptOptions own = scripts;
    if (own != null && ScriptOptions.isFile(workload)) {
      return own.workload(workload);
    }
    if (own != null) {
      own.checkNoFiles();
    }
    return Catalogue.byName(workload);
  }

  /** The job with the most threads, checked. */
  Job job(WorkloadOptions options, LoadOptions load) {
    RoundRobin roundRobin = new RoundRobin(target.specs().size());
    steps().forEach(threads -> roundRobin.check("--threads", threads));
    return jobOfTables(options, load);
  }

  /** The same where threads have no connections of a load: they fill the tables of one server. */
  Job jobOfTables(WorkloadOptions options, LoadOptions load) {
    Workload found = found();
    Params params = options.params(found);
    RunScenario scenario =
        load.scenario(found, params, mostThreads(), shownTarget(), target.serverOptions);
    return new Job(
        found,
        params,
        scripts == null || !(found instanceof ScriptWorkload)
            ? scenario
            : scenario.with(scripts.described(params)));
  }

  /** The number of threads, where there is but one. */
  int threads() {
    return only(": statements are timed with 1, 2, 4 and so on up to it");
  }

  /** Refuses several numbers of threads. */
  void checkNoSweep(String why) {
    only(why);
  }

  private int only(String why) {
    List<Integer> steps = steps();
    Checks.check(steps.size() == 1, "--threads=" + threads + ": give one number" + why);
    return steps.get(0);
  }

  /** The numbers of threads of each step, in the order given. */
  List<Integer> steps() {
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

  /** The most threads of any step: what servers, tables and limits are made for. */
  int mostThreads() {
    return Collections.max(steps());
  }

  /** The servers, given the first, which may have been started. */
  List<Target> targets(Target first) {
    List<Target> targets = new ArrayList<>(List.of(first));
    target.specs().stream()
        .skip(1)
        .map(TargetSpec.External.class::cast)
        .map(TargetSpec.External::target)
        .forEach(targets::add);
    return targets;
  }

  /** What the user asked for; a URL without its passwords, and a space between several. */
  String shownTarget() {
    return target.specs().stream().map(TargetSpec::word).collect(Collectors.joining(" "));
  }
}
