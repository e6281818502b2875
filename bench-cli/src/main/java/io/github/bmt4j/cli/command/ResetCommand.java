package io.github.bmt4j.cli.command;

import static io.github.bmt4j.report.Lines.counted;

import io.github.bmt4j.cli.options.JobOptions;
import io.github.bmt4j.cli.options.LoadOptions;
import io.github.bmt4j.cli.screen.ExitCode;
import io.github.bmt4j.failure.TargetException;
import io.github.bmt4j.load.run.Job;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code bmt reset}: brings tables that runs have changed back to what they were. */
@Command(
    name = "reset",
    customSynopsis = "${COMMAND-FULL-NAME} tpcc [options]",
    description = {
      "Restores the tables of tpcc to their state after the load, without a reload.",
      "",
      "Deletes the rows that runs added and rewrites those they changed, so that the next run"
          + " starts from the same rows. Give the --tables, --scale, --mode and --rand-seed of the"
          + " load. After an interrupted reset, run it again."
    },
    footer = "  ${COMMAND-FULL-NAME} tpcc --scale 10 --url jdbc:mariadb://db/tpcc")
public final class ResetCommand extends WorkloadCommand {

  @Mixin JobOptions job;

  @Override
  public Integer call() throws TargetException {
    Job wanted = job.jobOfTables(workloadOptions, LoadOptions.defaults());
    wanted.tableReset();
    job.target.requireTables();
    return context.with(
        job,
        (server, engine) -> {
          engine.reset(wanted, server.target());
          context.screen().line("Reset " + counted(wanted.tables().size(), "table") + ".");
          return ExitCode.VALID;
        });
  }
}
