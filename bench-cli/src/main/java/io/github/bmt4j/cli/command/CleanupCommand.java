package io.github.bmt4j.cli.command;

import static io.github.bmt4j.report.Lines.counted;

import io.github.bmt4j.cli.options.Checks;
import io.github.bmt4j.cli.options.Servers;
import io.github.bmt4j.cli.options.TableOptions;
import io.github.bmt4j.cli.options.UrlKind;
import io.github.bmt4j.cli.screen.ExitCode;
import io.github.bmt4j.clock.Clock;
import io.github.bmt4j.failover.LeftTables;
import io.github.bmt4j.failure.BadInputException;
import io.github.bmt4j.failure.TargetException;
import io.github.bmt4j.jdbc.Connector;
import io.github.bmt4j.jdbc.JdbcUrl;
import io.github.bmt4j.jdbc.PsMode;
import io.github.bmt4j.jdbc.TargetSpec;
import io.github.bmt4j.tables.WorkloadTables;
import java.io.Console;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code bmt cleanup}: drops the tables of a workload. */
@Command(
    name = "cleanup",
    customSynopsis = "${COMMAND-FULL-NAME} <workload> [options]",
    description = {
      "Drops the tables of a workload, such as sbtest1 to sbtest<tables>, after a question.",
      "Tables that have other columns than bmt makes, or a comment, are left alone.",
      "",
      "${COMMAND-FULL-NAME} failover drops what killed commands left in a database: bmt_ledger_<run>,",
      "bmt_observer_<run> and bmt_heartbeat_<run>, older than an hour and no longer written to."
    },
    footer = {
      "  ${COMMAND-FULL-NAME} oltp_read_write --tables 4 --url jdbc:mariadb://db/sbtest",
      "  ${COMMAND-FULL-NAME} failover --url jdbc:mariadb://db/sbtest"
    })
public final class CleanupCommand extends WorkloadCommand {
  /** Option that suppresses the question. */
  public static final String YES = "--yes";

  private static final int ANSWER_MILLIS = 30_000;

  @Mixin TableOptions tables;

  @Option(
      names = YES,
      description = "do not ask before the tables are dropped; required without a terminal")
  boolean yes;

  @Override
  public Integer call() throws TargetException {
    TargetSpec spec = tables.target.spec(UrlKind.OF_A_DRIVER);
    if (tables.workload.equals("failover")) {
      return afterFailover(spec);
    }
    WorkloadTables wanted = tables.tables(workloadOptions);
    Servers servers = tables.servers(UrlKind.OF_A_DRIVER);
    Checks.check(
        !servers.endsWithCommand(),
        "cleanup would start a server, which has no tables: give --url, or the --data-dir of prepare");
    return context.look(
        servers,
        (server, engine) -> {
          int dropped = engine.cleanup(wanted, server.target(), this::ask);
          context.screen().line("Dropped " + counted(dropped, "table") + ".");
          return ExitCode.VALID;
        });
  }

  /**
   * Asks on a terminal. Until the answer, Ctrl-C need not wait for work.
   *
   * @throws BadInputException when there is no terminal, or the answer is no
   */
  @SuppressWarnings("SystemConsoleNull") // As for the password: see TargetOptions.
  private void ask(String tables) {
    Console console = yes || !context.screen().terminal().err() ? null : System.console();
    Checks.check(
        yes || console != null,
        "cleanup would drop " + tables + ": there is no terminal to ask on; give " + YES);
    context.screen().say("To be dropped: " + tables);
    String answer = console == null ? "y" : console.readLine("Drop them? [y/N] ");
    Checks.check(answer != null && answer.strip().matches("(?i)y(es)?"), "nothing was dropped");
    context.shutdown().workBegins();
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
