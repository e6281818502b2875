package io.github.bmt4j.outcome;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.github.bmt4j.jdbc.Connector;
import io.github.bmt4j.jdbc.PsMode;
import io.github.bmt4j.jdbc.TargetSpec;
import io.github.bmt4j.server.ItServers;
import io.github.bmt4j.server.Server;
import io.github.bmt4j.server.SharedServers;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** How statements end on real servers: the codes and words that they really give. */
class OutcomeKindIT {
  private static final String LONG =
      "SELECT COUNT(*) FROM n a JOIN n b JOIN n c WHERE a.id + b.id + c.id < 0";
  private static final String LONG_SORT =
      "SELECT a.id + b.id AS x, RAND() r FROM n a JOIN n b ORDER BY r, x";

  static Stream<Supplier<TargetSpec>> servers() {
    return Stream.of(ItServers::embedded, ItServers::local, ItServers::anyMysql);
  }

  @ParameterizedTest
  @MethodSource("servers")
  void isToldByTheCode(Supplier<TargetSpec> server) throws Exception {
    try (Server lab = SharedServers.use(server.get());
        Connection control = connect(lab);
        Statement statement = control.createStatement()) {
      boolean mariaDb = control.getMetaData().getDatabaseProductName().equals("MariaDB");
      statement.execute("CREATE TABLE n (id INT PRIMARY KEY, s CHAR(50) NOT NULL)");
      statement.execute(
          "INSERT INTO n WITH RECURSIVE q AS (SELECT 1 i UNION ALL SELECT i + 1 FROM q WHERE i <"
              + " 999) SELECT i, REPEAT('y', 50) FROM q");
      Ends ends = new Ends(lab, statement);
      ends.killed("KILL QUERY", LONG).is(OutcomeKind.INTERRUPTED, 1317);
      ends.killed("KILL QUERY", LONG_SORT).is(OutcomeKind.INTERRUPTED, 1317);
      ends.killed("KILL", LONG_SORT).is(OutcomeKind.CONNECTION_LOST);
      ends.killed("KILL", LONG).is(OutcomeKind.CONNECTION_LOST);
      ends.of(mariaDb ? "SET max_statement_time = 0.2" : "SET max_execution_time = 200", LONG)
          .is(OutcomeKind.TIME_LIMIT, mariaDb ? 1969 : 3024);
      ends.of(mariaDb ? "SET max_statement_time = 0.2" : "SET max_execution_time = 200", LONG_SORT)
          .is(OutcomeKind.TIME_LIMIT, mariaDb ? 1969 : 3024);
      ends.of(
              "SET max_heap_table_size = 16384",
              "CREATE TEMPORARY TABLE z ENGINE = MEMORY AS SELECT * FROM n")
          .is(OutcomeKind.TABLE_FULL, 1114);
      if (mariaDb) {
        ends.of(
                "SET tmp_memory_table_size = 0, tmp_disk_table_size = 16384",
                "SELECT COUNT(*) FROM (SELECT DISTINCT a.id + b.id, a.s FROM n a JOIN n b LIMIT"
                    + " 90000) q")
            .is(OutcomeKind.TABLE_FULL, 1114);
      }
      ends.of("DO 1", "ALTER TABLE n MODIFY s VARCHAR(99), ALGORITHM = INSTANT")
          .is(OutcomeKind.REFUSED, 1846);
      ends.of("DO 1", "ALTER TABLE n MODIFY id BIGINT, ALGORITHM = INPLACE")
          .is(OutcomeKind.REFUSED, 1846);
      statement.execute("CREATE TABLE part (id INT) PARTITION BY HASH (id) PARTITIONS 2");
      ends.of("DO 1", "ALTER TABLE part ADD FOREIGN KEY (id) REFERENCES n (id)")
          .is(OutcomeKind.REFUSED, 1506);
      ends.of("DO 1", "ALTER TABLE n ADD FULLTEXT INDEX (s), ENGINE = MEMORY")
          .is(OutcomeKind.REFUSED, 1214);
      if (mariaDb) {
        statement.execute("CREATE TABLE versioned (id INT) WITH SYSTEM VERSIONING");
        ends.of("DO 1", "ALTER TABLE versioned ADD COLUMN x INT").is(OutcomeKind.REFUSED, 4119);
      }
      if (!mariaDb) {
        // MariaDB copies online from 11.2 on.
        ends.of("DO 1", "ALTER TABLE n MODIFY id BIGINT, ALGORITHM = COPY, LOCK = NONE")
            .is(OutcomeKind.REFUSED, 1846);
      }
      ends.of("DO 1", "ALTER TABLE n ADD INDEX k (s), ALGORITHM = INSTANT")
          .is(OutcomeKind.REFUSED, mariaDb ? 1846 : 1845);
      ends.of("DO 1", "SELECT * FROM nowhere").is(OutcomeKind.FAILED, 1146);
      ends.of("DO 1", "CREATE TABLE n (a INT)").is(OutcomeKind.FAILED, 1050);
      locks(lab, ends, mariaDb ? 0 : 1);
    }
  }

  private static void locks(Server lab, Ends ends, int seconds) throws Exception {
    try (Connection holder = connect(lab);
        Statement holding = holder.createStatement()) {
      holder.setAutoCommit(false);
      holding.execute("UPDATE n SET s = 'z' WHERE id = 1");
      ends.of("SET innodb_lock_wait_timeout = " + seconds, "UPDATE n SET s = 'w' WHERE id = 1")
          .is(OutcomeKind.LOCK_TIMEOUT, 1205);
      ends.of("SET lock_wait_timeout = " + seconds, "ALTER TABLE n ADD COLUMN c INT")
          .is(OutcomeKind.LOCK_TIMEOUT, 1205);
      holder.rollback();
    }
  }

  private static Connection connect(Server lab) throws SQLException {
    return new Connector(lab.target(), PsMode.AUTO, 0).connect();
  }

  /** A failure of a real server. */
  private record Met(String sql, Failure failure) {
    void is(OutcomeKind end, int code) {
      is(end);
      assertThat(failure.code()).as("%s", this).isEqualTo(code);
    }

    void is(OutcomeKind end) {
      assertThat(OutcomeKind.of(failure)).as("%s", this).isEqualTo(end);
    }
  }

  /** Makes statements fail, each on a connection of its own. */
  private record Ends(Server lab, Statement control) {
    Met of(String setting, String sql) throws SQLException {
      try (Connection connection = connect(lab);
          Statement statement = connection.createStatement()) {
        statement.execute(setting);
        return new Met(sql, failure(() -> drain(statement, sql)));
      }
    }

    Met killed(String kill, String sql) throws Exception {
      try (Connection connection = connect(lab);
          Statement statement = connection.createStatement()) {
        long id;
        try (ResultSet row = statement.executeQuery("SELECT CONNECTION_ID()")) {
          row.next();
          id = row.getLong(1);
        }
        Thread killer = new Thread(() -> kill(kill, id, sql));
        killer.start();
        Failure failure = failure(() -> drain(statement, sql));
        killer.join();
        return new Met(kill + ": " + sql, failure);
      }
    }

    /** Waits until the statement is seen. */
    private void kill(String kill, long id, String sql) {
      try {
        String seen =
            "SELECT COUNT(*) FROM information_schema.PROCESSLIST WHERE ID = "
                + id
                + " AND INFO = '"
                + sql.replace("'", "''")
                + "'";
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(30);
        while (!isSeen(seen)) {
          if (System.nanoTime() > end) {
            // The whole connection, so that nobody waits for its statement.
            control.execute("KILL " + id);
            throw new AssertionError("never seen: " + sql);
          }
          LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(1));
        }
        control.execute(kill + " " + id);
      } catch (SQLException e) {
        throw new AssertionError(e);
      }
    }

    private boolean isSeen(String query) throws SQLException {
      try (ResultSet row = control.executeQuery(query)) {
        row.next();
        return row.getInt(1) > 0;
      }
    }

    private static Failure failure(Executable executable) {
      return Failure.of(assertThrows(SQLException.class, executable), ErrorPhase.STATEMENT);
    }

    private static void drain(Statement statement, String sql) throws SQLException {
      statement.setFetchSize(100);
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
