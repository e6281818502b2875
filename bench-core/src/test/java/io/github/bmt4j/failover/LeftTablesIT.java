package io.github.bmt4j.failover;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.bmt4j.clock.Clock;
import io.github.bmt4j.failover.client.Ledger;
import io.github.bmt4j.jdbc.Sql;
import io.github.bmt4j.server.ItServers;
import io.github.bmt4j.server.Queries;
import io.github.bmt4j.server.Server;
import java.sql.Connection;
import java.sql.DriverManager;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** Which tables are dropped that killed commands left on a real server. */
@Execution(ExecutionMode.CONCURRENT)
class LeftTablesIT {
  @Test
  void onlyTablesOfThatNameToWhichNothingWritesAreDropped() throws Exception {
    try (Server server = ItServers.open(ItServers.embedded());
        Connection connection =
            DriverManager.getConnection(
                server.target().url(),
                server.target().user(),
                server.target().password().reveal())) {
      Queries.execute(
          server.target(),
          new Ledger("bmt_ledger_0a1b2c3d").createSql(),
          new Ledger("bmt_ledger_89abcdef").createSql(),
          "CREATE TABLE bmt_observer_0a1b2c3d (node VARCHAR(190), looks BIGINT)",
          "CREATE TABLE bmt_heartbeat_0a1b2c3d (id INT, beat BIGINT)",
          "CREATE TABLE bmt_ledger_00000001 (id INT, amount INT)",
          "CREATE TABLE bmt_observer_00000001 (id INT)",
          "CREATE TABLE bmt_ledger_customers (id INT)",
          "CREATE TABLE xbmt_ledger_0a1b2c3d (id INT)",
          "CREATE VIEW bmt_observer_89abcdef AS SELECT * FROM bmt_ledger_customers");
      assertThat(LeftTables.drop(connection, LeftTables.OLD, Clock.SYSTEM, () -> false))
          .hasSize(4)
          .allMatch(line -> line.startsWith("Kept "));
      AtomicBoolean over = new AtomicBoolean();
      Thread run =
          new Thread(
              () -> {
                while (!over.get()) {
                  execute(server, "INSERT INTO bmt_ledger_89abcdef VALUES (NULL, 1, 1, 1, 'x')");
                }
              });
      run.start();
      try {
        assertThat(LeftTables.drop(connection, Duration.ZERO, Clock.SYSTEM, () -> false))
            .containsExactlyInAnyOrder(
                "Dropped bmt_heartbeat_0a1b2c3d.",
                "Dropped bmt_ledger_0a1b2c3d.",
                "Dropped bmt_observer_0a1b2c3d.",
                "Kept bmt_ledger_89abcdef: a run writes to it.");
      } finally {
        over.set(true);
        run.join();
      }
      assertThat(Sql.texts(connection, "SHOW TABLES"))
          .containsExactlyInAnyOrder(
              "bmt_ledger_00000001",
              "bmt_ledger_89abcdef",
              "bmt_observer_00000001",
              "bmt_ledger_customers",
              "bmt_observer_89abcdef",
              "xbmt_ledger_0a1b2c3d");
    }
  }

  private static void execute(Server server, String sql) {
    try {
      Queries.execute(server.target(), sql);
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }
}
