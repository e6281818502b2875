package io.github.bmt4j.cli.command;

import static io.github.bmt4j.report.Lines.counted;

import io.github.bmt4j.cli.options.JobOptions;
import io.github.bmt4j.cli.options.LoadOptions;
import io.github.bmt4j.cli.screen.ExitCode;
import io.github.bmt4j.clock.Clock;
import io.github.bmt4j.failover.LeftTables;
import io.github.bmt4j.failure.BadInputException;
import io.github.bmt4j.failure.TargetException;
import io.github.bmt4j.jdbc.Connector;
import io.github.bmt4j.jdbc.JdbcUrl;
import io.github.bmt4j.jdbc.PsMode;
import io.github.bmt4j.jdbc.TargetSpec;
import io.github.bmt4j.load.run.Job;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code bmt cleanup}: drops the tables of a workload. */
@Command(
    name = "cleanup",
    customSynopsis = "${COMMAND-FULL-NAME} <workload> [options]",
    description = {
      "Drops the tables of a workload, such as sbtest1 to sbtest<tables>.",
      "${COMMAND-FULL-NAME} failover drops what killed commands left in a database: bmt_ledger_<run>,",
      "bmt_observer_<run> and bmt_heartbeat_<run>, older than an hour and no longer written to."
    },
    footer = {
      "  ${COMMAND-FULL-NAME} oltp_read_write --tables 4 --url jdbc:mariadb://db/sbtest",
      "  ${COMMAND-FULL-NAME} failover --url jdbc:mariadb://db/sbtest"
    })
public final class CleanupCommand extends WorkloadCommand {
  private static final int ANSWER_MILLIS = 30_000;

  @Mixin JobOptions job;

  @Override
  public Integer call() throws TargetException {
    job.target.takeAllUrls();
    TargetSpec spec = job.target.spec();
    if (job.workload.equals("failover")) {
      return afterFailover(spec);
    }
    Job wanted = job.job(workloadOptions, LoadOptions.defaults());
    return context.with(
        job,
        (server, engine) -> {
          int dropped = engine.cleanup(wanted, server.target());
          context.screen().line("Dropped " + counted(dropped, "table") + ".");
          return ExitCode.VALID;
        });
  }

  private int afterFailover(TargetSpec spec) throws TargetException {
    if (!(spec instanceof TargetSpec.External external)) {
      throw new BadInputException("cleanup failover is for your own server: give --url");
    }
    try (Connection connection =
        new Connector(external.target(), PsMode.DISABLE, 1).connect(ANSWER_MILLIS)) {
      List<String> lines =
          LeftTables.drop(
              connection, LeftTables.OLD, Clock.SYSTEM, context.shutdown().stop()::given);
      lines.forEach(context.screen()::line);
      if (lines.isEmpty()) {
        context.screen().line("Nothing was left.");
      }
      return ExitCode.VALID;
    } catch (SQLException e) {
      throw new TargetException(
          "cannot clean up: " + JdbcUrl.redacted(String.valueOf(e.getMessage())), e);
    }
  }
}
