package io.github.bmt4j.cli;

import io.github.bmt4j.engine.Job;
import io.github.bmt4j.target.JdbcUrl;
import io.github.bmt4j.target.TargetSpec;
import io.github.bmt4j.workload.Catalogue;
import io.github.bmt4j.workload.Params;
import io.github.bmt4j.workload.Workload;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** What to run and where: the words that {@code run}, {@code prepare} and {@code cleanup} share. */
@SuppressWarnings("NullAway.Init")
final class JobOptions {
  @Parameters(index = "0", paramLabel = "<workload>", description = "one of ./bmt list")
  String workload;

  @Option(
      names = "--threads",
      paramLabel = "<n>",
      defaultValue = "1",
      description = "workers, each with one connection at a time (default ${DEFAULT-VALUE})")
  int threads;

  @Mixin TargetOptions target;

  /** The job, checked. */
  Job job(WorkloadOptions options, LoadOptions load) {
    Workload found = Catalogue.byName(workload);
    Params params = options.params(found);
    return new Job(
        found,
        params,
        load.scenario(found.info(), params, LoadOptions.threads(threads), shownTarget()));
  }

  /** What the user asked for; a URL without its passwords. */
  String shownTarget() {
    return shown(target.spec());
  }

  /** A target as it may be shown. */
  static String shown(TargetSpec spec) {
    if (spec instanceof TargetSpec.External external) {
      return JdbcUrl.redacted(external.url());
    }
    if (spec instanceof TargetSpec.Container container) {
      return "container:" + container.image();
    }
    return spec instanceof TargetSpec.Local ? "local" : "embedded";
  }
}
