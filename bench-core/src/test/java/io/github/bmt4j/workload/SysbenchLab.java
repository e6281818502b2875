package io.github.bmt4j.workload;

import io.github.bmt4j.jdbc.Sql;
import io.github.bmt4j.jdbc.Target;
import io.github.bmt4j.os.Launch;
import io.github.bmt4j.server.ItServers;
import io.github.bmt4j.server.Queries;
import io.github.bmt4j.server.Server;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The real sysbench, and the installed MariaDB with a database for it and one for bmt. */
final class SysbenchLab implements AutoCloseable {
  private static final Pattern NUMBER = Pattern.compile("-?\\b\\d+\\b");

  private final Path sysbench = ItServers.sysbench();
  private final Server server;

  SysbenchLab() throws Exception {
    List<String> fast = List.of("innodb_flush_log_at_trx_commit=0");
    server = ItServers.open(ItServers.local(), fast);
    Queries.execute(server.target(), "CREATE DATABASE sysbench", "SET GLOBAL log_output = 'TABLE'");
  }

  Connection connect(String database, String options) throws SQLException {
    Target target = server.target();
    return DriverManager.getConnection(
        target.url().replaceFirst("/bmt", "/" + database) + "&useAffectedRows=true" + options,
        target.user(),
        target.password().reveal());
  }

  /** Runs one command of a script on a database, and returns its report. */
  String run(String script, String command, String database, String... options) throws Exception {
    Target target = server.target();
    List<String> line =
        new ArrayList<>(
            List.of(
                sysbench.toString(),
                script,
                "--mysql-host=127.0.0.1",
                "--mysql-port=" + target.url().replaceAll(".*:(\\d+)/.*", "$1"),
                "--mysql-user=" + target.user(),
                "--mysql-password=" + target.password().reveal(),
                "--mysql-db=" + database,
                "--time=0",
                "--rand-seed=1"));
    line.addAll(List.of(options));
    line.add(command);
    Launch.Answer answer = Launch.ask(line, Duration.ofMinutes(5));
    if (answer.code() != 0) {
      throw new IllegalStateException(line + " failed:\n" + answer.text());
    }
    return answer.text();
  }

  /** A figure of a report, such as "read:". */
  static long figure(String report, String label) {
    Matcher matcher = Pattern.compile("\\s" + label + "\\s+(\\d+)").matcher(report);
    if (!matcher.find()) {
      throw new IllegalStateException("no " + label + " in:\n" + report);
    }
    return Long.parseLong(matcher.group(1));
  }

  /** The statements that some work sends. */
  Log logOf(Work work) throws Exception {
    try (Connection admin = connect("bmt", "")) {
      Sql.execute(admin, "TRUNCATE mysql.general_log", "SET GLOBAL general_log = 1");
      work.run();
      Sql.execute(admin, "SET GLOBAL general_log = 0");
      String sent =
          "SELECT argument FROM mysql.general_log WHERE command_type IN ('Query', 'Execute')";
      return new Log(
          Sql.texts(admin, sent).stream()
              .map(sql -> sql.replaceAll("\\s+", " ").strip())
              .filter(sql -> sql.contains(" sbtest") || sql.matches("BEGIN|COMMIT"))
              .toList());
    }
  }

  @Override
  public void close() {
    server.close();
  }

  /** Work on the server. */
  interface Work {
    void run() throws Exception;
  }

  /**
   * Statements on {@code sbtest} tables, BEGIN and COMMIT: those that were sent as text, and
   * executions of prepared ones, with their values filled in.
   */
  record Log(List<String> statements) {
    /** The statements with N for every number and 'S' for every string. */
    List<String> shapes() {
      return statements.stream()
          .map(sql -> NUMBER.matcher(sql.replaceAll("'[^']*'", "'S'")).replaceAll("N"))
          .toList();
    }

    /** All numbers in the statements, without those of table names and of strings. */
    List<Integer> numbers() {
      return statements.stream()
          .flatMap(sql -> NUMBER.matcher(sql.replaceAll("'[^']*'", "")).results())
          .map(match -> Integer.valueOf(match.group()))
          .toList();
    }
  }
}
