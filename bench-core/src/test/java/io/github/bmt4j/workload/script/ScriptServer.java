package io.github.bmt4j.workload.script;

import io.github.bmt4j.jdbc.Connector;
import io.github.bmt4j.jdbc.PsMode;
import io.github.bmt4j.jdbc.Target;
import io.github.bmt4j.server.ItServers;
import io.github.bmt4j.server.Queries;
import io.github.bmt4j.server.Server;
import io.github.bmt4j.workload.Consume;
import io.github.bmt4j.workload.Params;
import io.github.bmt4j.workload.SessionContext;
import io.github.bmt4j.workload.Stopwatch;
import io.github.bmt4j.workload.WorkloadInfo;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** A server with tables for scripts, and what tests of them share. */
final class ScriptServer implements AutoCloseable {
  private final Server lab;

  /** Starts it. */
  ScriptServer() throws Exception {
    lab = ItServers.open(ItServers.embedded());
    Queries.execute(
        lab.target(),
        "CREATE TABLE accounts (id INT PRIMARY KEY, balance INT NOT NULL)",
        "CREATE TABLE history (n BIGINT AUTO_INCREMENT PRIMARY KEY, account INT, delta INT)",
        "CREATE TABLE texts (n BIGINT AUTO_INCREMENT PRIMARY KEY, a TEXT, b TEXT)"
            + " CHARACTER SET utf8mb4",
        "CREATE PROCEDURE one() INSERT INTO history (delta) VALUES (1)",
        "CREATE PROCEDURE two() BEGIN SELECT 1; SELECT 2 UNION SELECT 3; END");
  }

  /** A hundred accounts without money, and nothing else. */
  void fill() throws SQLException {
    Queries.execute(
        lab.target(),
        "REPLACE INTO accounts WITH RECURSIVE q AS (SELECT 1 i UNION ALL SELECT i + 1 FROM q WHERE"
            + " i < 100) SELECT i, 0 FROM q",
        "TRUNCATE history",
        "TRUNCATE texts");
  }

  Target target() {
    return lab.target();
  }

  Connection connect() throws SQLException {
    return new Connector(lab.target(), PsMode.AUTO, 20).connect();
  }

  long number(String query) throws SQLException {
    return Long.parseLong(Queries.one(lab.target(), query));
  }

  static Script parse(String file, String text, String... defined) {
    return Scripts.parse(file, text, Set.of(defined));
  }

  static SessionContext context(int worker, int workers) {
    Params none = Params.resolve(new WorkloadInfo("sql", 1, "", List.of()), Map.of());
    return new SessionContext(none, worker, workers, 7, Consume.ALL, Stopwatch.OFF);
  }

  @Override
  public void close() {
    lab.close();
  }
}
