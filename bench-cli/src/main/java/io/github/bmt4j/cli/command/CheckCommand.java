package io.github.bmt4j.cli.command;

import io.github.bmt4j.cli.options.Checks;
import io.github.bmt4j.cli.options.Servers;
import io.github.bmt4j.cli.options.TableOptions;
import io.github.bmt4j.cli.options.UrlKind;
import io.github.bmt4j.cli.screen.ExitCode;
import io.github.bmt4j.endpoint.CheckedTables;
import io.github.bmt4j.failure.TargetException;
import io.github.bmt4j.tables.WorkloadTables;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code bmt check}: checks the rules that a workload keeps in its tables. */
@Command(
    name = "check",
    customSynopsis = "${COMMAND-FULL-NAME} tpcc [options]",
    description = {
      "Checks that the tables of tpcc are consistent, and changes nothing.",
      "",
      "Checks the twelve conditions of clause 3.3.2 of TPC-C, and the other columns that its"
          + " transactions maintain: counters of customers and stock, amounts, dates. For each"
          + " violated rule, prints the number of violations and the first five keys with both"
          + " values. Reads one snapshot, so a load may run at the same time. Exits with code 1"
          + " when a rule is violated."
    },
    footer = "  ${COMMAND-FULL-NAME} tpcc --scale 10 --url jdbc:mariadb://db/tpcc")
public final class CheckCommand extends WorkloadCommand {

  @Mixin TableOptions tables;

  @Option(
      names = "--after-load",
      description =
          "no run has changed the tables since the load: also check condition 3.3.2.11, which holds"
              + " only then")
  boolean afterLoad;

  @Option(
      names = "--output",
      paramLabel = "<form>",
      defaultValue = "text",
      description = "text (default) or json")
  String output;

  @Override
  public Integer call() throws TargetException {
    boolean json = Checks.choice("--output", output, "text", "json").equals("json");
    WorkloadTables wanted = tables.tables(workloadOptions);
    wanted.consistencyCheck();
    Servers servers = tables.servers(UrlKind.OWN);
    servers.requireTables();
    if (json) {
      context.screen().keepOutputForResults();
    }
    return context.look(
        servers,
        (server, engine) -> {
          CheckedTables checked = engine.check(wanted, server.target(), afterLoad);
          context.screen().result(json ? checked.json() : checked.text());
          return checked.consistent() ? ExitCode.VALID : ExitCode.INVALID;
        });
  }
}
