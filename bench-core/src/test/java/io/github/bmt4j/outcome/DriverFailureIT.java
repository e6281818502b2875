package io.github.bmt4j.outcome;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.github.bmt4j.failure.TargetException;
import io.github.bmt4j.jdbc.Connector;
import io.github.bmt4j.jdbc.LoadDriver;
import io.github.bmt4j.jdbc.PsMode;
import io.github.bmt4j.jdbc.TargetSpec;
import io.github.bmt4j.jdbc.Wishes;
import io.github.bmt4j.server.ItServers;
import io.github.bmt4j.server.Queries;
import io.github.bmt4j.server.Server;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What real drivers throw when a real server fails them, and how it is classed. */
@SuppressWarnings("NullAway.Init")
@Tag("extended")
class DriverFailureIT {
  private static Server mariadb;
  private static @Nullable Server mysql;

  @BeforeAll
  static void start() throws Exception {
    mariadb = open(ItServers.embedded());
  }

  @AfterAll
  static void stop() {
    for (Server lab : new @Nullable Server[] {mariadb, mysql}) {
      if (lab != null) {
        lab.close();
      }
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "mariadb:4.0.0",
        "mariadb:3.5.11",
        "mariadb:2.7.15",
        "mysql:9.7.0",
        "aws:4.3.0 mysql:9.7.0",
        "aws:4.3.0 mariadb:3.5.11"
      })
  void everyDriversFailuresAreClassedAlike(String names) throws Exception {
    check(names, mariadb, "SET innodb_lock_wait_timeout = 0");
  }

  @ParameterizedTest
  @ValueSource(strings = {"mysql:9.7.0", "mariadb:3.5.11"})
  void onMysqlToo(String names) throws Exception {
    Server open = mysql;
    if (open == null) {
      open = open(ItServers.anyMysql());
      mysql = open;
    }
    check(names, open, "SET innodb_lock_wait_timeout = 1");
  }

  private static Server open(TargetSpec spec) throws TargetException {
    Server lab = ItServers.open(spec, "max_connections=20");
    try {
      Queries.execute(
          lab.target(),
          "CREATE TABLE f (id INT PRIMARY KEY, n INT)",
          "INSERT INTO f VALUES (1, 1), (2, 2)");
    } catch (SQLException e) {
      throw new AssertionError(e);
    }
    return lab;
  }

  private static void check(String names, Server lab, String impatient) throws Exception {
    LoadDriver driver = ItServers.driver(Wishes.of(names, true));
    // It counts for the login too, on a machine that may be busy.
    LoadDriver hasty = ItServers.driver(Wishes.of(names, true, Map.of("socketTimeout", "3000")));
    try (Connection control = new Connector(lab.target(), PsMode.DISABLE, 0).connect()) {
      Connector connector = driver.connector(lab.target(), PsMode.AUTO, 1);
      Failures failures = new Failures(connector, control);
      failures.of("INSERT INTO f VALUES (1, 9)").is(1062, false);
      failures.of("SELECT * FROM nowhere").is(1146, false);
      failures.whileLocked(impatient).is(1205, false);
      failures.deadlock().is(1213, false);
      failures.killed("KILL QUERY ").is(1317, false);
      failures.killed("KILL ").isLost();
      failures.idleKilled().isLost();
      new Failures(hasty.connector(lab.target(), PsMode.AUTO, 1), control)
          .of("SELECT SLEEP(30)")
          .isLost();
      // Connector/J 2.7 keeps the code of a refused connection to itself.
      failures.tooMany().is(names.startsWith("mariadb:2.7") ? 0 : 1040, true);
    }
  }

  /** A failure of a real driver. */
  private record Met(String what, Failure failure) {
    void is(int code, boolean lost) {
      assertThat(failure.code()).as("%s", this).isEqualTo(code);
      assertThat(failure.connectionLost()).as("%s", this).isEqualTo(lost);
      assertThat(failure.outcome()).as("%s", this).isEqualTo(Outcome.FAILED);
    }

    /** Drivers give different codes, or none. */
    void isLost() {
      assertThat(failure.connectionLost()).as("%s", this).isTrue();
      Failure atCommit =
          new Failure(
              ErrorPhase.COMMIT,
              failure.code(),
              failure.sqlState(),
              failure.message(),
              true,
              "",
              true);
      assertThat(atCommit.outcome()).as("%s", this).isEqualTo(Outcome.UNKNOWN);
    }
  }

  /** Makes statements fail, each on a connection of its own. */
  private record Failures(Connector connector, Connection control) {
    Met of(String sql) throws SQLException {
      try (Connection connection = connector.connect();
          Statement statement = connection.createStatement()) {
        return met(sql, () -> drain(statement, sql));
      }
    }

    Met whileLocked(String impatient) throws SQLException {
      try (Connection holder = connector.connect();
          Statement holding = holder.createStatement();
          Connection waiter = connector.connect();
          Statement waiting = waiter.createStatement()) {
        holding.execute("BEGIN");
        holding.execute("UPDATE f SET n = n + 1 WHERE id = 1");
        waiting.execute(impatient);
        Met met = met("lock", () -> waiting.execute("UPDATE f SET n = n + 1 WHERE id = 1"));
        holding.execute("ROLLBACK");
        return met;
      }
    }

    Met deadlock() throws Exception {
      try (Connection one = connector.connect();
          Statement first = one.createStatement();
          Connection other = connector.connect();
          Statement second = other.createStatement()) {
        first.execute("BEGIN");
        // More to undo, so that the other one is the victim.
        first.execute("INSERT INTO f SELECT seq + 100, 0 FROM (SELECT 1 seq UNION SELECT 2) s");
        first.execute("UPDATE f SET n = n + 1 WHERE id = 1");
        second.execute("BEGIN");
        second.execute("UPDATE f SET n = n + 1 WHERE id = 2");
        Thread waiting = new Thread(() -> quietly(first, "UPDATE f SET n = n + 2 WHERE id = 2"));
        waiting.start();
        awaitSeen("UPDATE f SET n = n + 2 WHERE id = 2");
        Met met = met("deadlock", () -> second.execute("UPDATE f SET n = n + 3 WHERE id = 1"));
        waiting.join();
        first.execute("ROLLBACK");
        return met;
      }
    }

    Met killed(String kill) throws Exception {
      String sql = "UPDATE f SET n = n + 4 WHERE id = 1";
      try (Connection holder = connector.connect();
          Statement holding = holder.createStatement();
          Connection connection = connector.connect();
          Statement statement = connection.createStatement()) {
        holding.execute("BEGIN");
        holding.execute("UPDATE f SET n = n + 1 WHERE id = 1");
        long id = id(statement);
        Thread killer =
            new Thread(
                () -> {
                  awaitSeen(sql);
                  execute(kill + id);
                });
        killer.start();
        Met met = met(kill, () -> statement.execute(sql));
        killer.join();
        holding.execute("ROLLBACK");
        return met;
      }
    }

    Met idleKilled() throws Exception {
      try (Connection connection = connector.connect();
          Statement statement = connection.createStatement()) {
        long id = id(statement);
        execute("KILL " + id);
        await("SELECT COUNT(*) = 0 FROM information_schema.PROCESSLIST WHERE ID = " + id);
        return met("idle, killed", () -> statement.execute("SELECT 1"));
      }
    }

    Met tooMany() throws SQLException {
      List<Connection> all = new ArrayList<>();
      try {
        return met(
            "too many connections",
            () -> {
              while (all.size() < 30) {
                all.add(connector.connect());
              }
            });
      } finally {
        for (Connection connection : all) {
          connection.close();
        }
      }
    }

    private void awaitSeen(String sql) {
      await("SELECT COUNT(*) > 0 FROM information_schema.PROCESSLIST WHERE INFO = '" + sql + "'");
    }

    private void await(String condition) {
      long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(30);
      while (!holds(condition)) {
        if (System.nanoTime() > end) {
          throw new AssertionError("never: " + condition);
        }
        LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(2));
      }
    }

    private boolean holds(String condition) {
      try (Statement statement = control.createStatement();
          ResultSet row = statement.executeQuery(condition)) {
        row.next();
        return row.getBoolean(1);
      } catch (SQLException e) {
        throw new AssertionError(e);
      }
    }

    private void execute(String sql) {
      try (Statement statement = control.createStatement()) {
        statement.execute(sql);
      } catch (SQLException e) {
        throw new AssertionError(e);
      }
    }

    private static void quietly(Statement statement, String sql) {
      try {
        statement.execute(sql);
      } catch (SQLException e) {
        throw new AssertionError(e);
      }
    }

    private static long id(Statement statement) throws SQLException {
      try (ResultSet row = statement.executeQuery("SELECT CONNECTION_ID()")) {
        row.next();
        return row.getLong(1);
      }
    }

    private static Met met(String what, Executable executable) {
      return new Met(
          what, Failure.of(assertThrows(SQLException.class, executable), ErrorPhase.STATEMENT));
    }

    private static void drain(Statement statement, String sql) throws SQLException {
      if (statement.execute(sql)) {
        try (ResultSet rows = statement.getResultSet()) {
          while (rows.next()) {
            rows.getString(1);
          }
        }
      }
    }
  }
}
