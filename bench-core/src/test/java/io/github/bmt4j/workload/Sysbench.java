package io.github.bmt4j.workload;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The real sysbench 1.0.20, on a server. */
record Sysbench(Path program, PrivateMariadb server, Path folder) {
  /** Runs one command of a script on a database, and gives its report. */
  String run(String script, String command, String database, String... options) throws Exception {
    List<String> line = new ArrayList<>(List.of(program.toString(), script));
    line.addAll(
        List.of(
            "--mysql-host=127.0.0.1",
            "--mysql-port=" + server.port(),
            "--mysql-user=" + PrivateMariadb.USER,
            "--mysql-password=" + PrivateMariadb.PASSWORD,
            "--mysql-db=" + database,
            "--time=0",
            "--rand-seed=1"));
    line.addAll(List.of(options));
    line.add(command);
    return PrivateMariadb.run(line, log());
  }

  /** A figure of a report, such as "read:". */
  static long figure(String report, String label) {
    Matcher matcher = Pattern.compile("\\s" + label + "\\s+(\\d+)").matcher(report);
    if (!matcher.find()) {
      throw new IllegalStateException("no " + label + " in:\n" + report);
    }
    return Long.parseLong(matcher.group(1));
  }

  private Path log() {
    return folder.resolve("sysbench.log");
  }
}
