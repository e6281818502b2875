package io.github.bmt4j.cli;

import io.github.bmt4j.failure.TargetException;
import io.github.bmt4j.load.run.Job;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code bmt cleanup}: drops the tables of a workload. */
@Command(
    name = "cleanup",
    customSynopsis = "${COMMAND-FULL-NAME} <workload> [options]",
    description = "Drops the tables of a workload, such as sbtest1 to sbtest<tables>.",
    footerHeading = "%nExample:%n",
    footer = "  ${COMMAND-FULL-NAME} oltp_read_write --tables 4 --url jdbc:mariadb://db/sbtest",
    sortOptions = false)
@SuppressWarnings("NullAway.Init")
final class CleanupCommand implements Callable<Integer> {
  private final CommandContext context;
  private final WorkloadOptions workloadOptions;

  @Mixin JobOptions job;

  CleanupCommand(CommandContext context, WorkloadOptions workloadOptions) {
    this.context = context;
    this.workloadOptions = workloadOptions;
  }

  @Override
  public Integer call() throws TargetException {
    job.target.takeAllUrls();
    job.target.spec();
    Job wanted = job.job(workloadOptions, LoadOptions.defaults());
    return context.with(
        job,
        (server, engine) -> {
          int dropped = engine.cleanup(wanted, server.target());
          context.screen().line("Dropped " + dropped + (dropped == 1 ? " table." : " tables."));
          return ExitCode.VALID;
        });
  }
}
