package io.github.bmt4j.cli.command;

import static io.github.bmt4j.report.Lines.counted;

import io.github.bmt4j.cli.options.Servers;
import io.github.bmt4j.cli.options.TableOptions;
import io.github.bmt4j.cli.options.UrlKind;
import io.github.bmt4j.cli.screen.ExitCode;
import io.github.bmt4j.failure.TargetException;
import io.github.bmt4j.tables.WorkloadTables;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code bmt reset}: restores tables that runs have changed. */
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

  @Mixin TableOptions tables;

  @Override
  public Integer call() throws TargetException {
    WorkloadTables wanted = tables.tables(workloadOptions);
    wanted.tableReset();
    Servers servers = tables.servers(UrlKind.OWN);
    servers.requireTables();
    return context.with(
        servers,
        (server, engine) -> {
          engine.reset(wanted, server.target());
          context.screen().line("Reset " + counted(wanted.tables().size(), "table") + ".");
          return ExitCode.VALID;
        });
  }
}
