package io.github.bmt4j.cli.command;

import io.github.bmt4j.cli.options.Servers;
import io.github.bmt4j.cli.options.TableOptions;
import io.github.bmt4j.cli.options.UrlKind;
import io.github.bmt4j.cli.screen.ExitCode;
import io.github.bmt4j.failure.TargetException;
import io.github.bmt4j.jdbc.Target;
import io.github.bmt4j.tables.WorkloadTables;
import java.util.List;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code bmt prepare}: creates the missing tables of a workload. */
@Command(
    name = "prepare",
    customSynopsis = "${COMMAND-FULL-NAME} <workload> [options]",
    description = {
      "Creates and fills the tables of a workload that are missing.",
      "",
      "A table whose load was interrupted is completed; other existing tables are never changed."
    },
    footer = {
      "  ${COMMAND-FULL-NAME} oltp_read_write --tables 4 --table-size 1m \\",
      "      --url jdbc:mariadb://db/sbtest"
    })
public final class PrepareCommand extends WorkloadCommand {

  @Mixin TableOptions tables;

  @Override
  public Integer call() throws TargetException {
    WorkloadTables wanted = tables.tables(workloadOptions);
    Servers servers = tables.servers(UrlKind.OF_A_DRIVER);
    return context.with(
        servers,
        (server, engine) -> {
          List<Target> targets = servers.targets(server);
          engine
              .prepare(wanted, targets)
              .warnings()
              .forEach(warning -> context.screen().say("note     " + warning));
          context
              .screen()
              .line(
                  wanted.workload().info().name()
                      + " is prepared on "
                      + targets.stream().map(Target::description).collect(Collectors.joining(", "))
                      + ".");
          if (servers.endsWithCommand()) {
            context
                .screen()
                .say(
                    "This server and its data end with this command; --data-dir keeps the"
                        + " data.");
          }
          return ExitCode.VALID;
        });
  }
}
