package io.github.bmt4j.workload.script;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.github.bmt4j.failure.BadInputException;
import io.github.bmt4j.jdbc.Grammar;
import io.github.bmt4j.jdbc.LoadDriver;
import io.github.bmt4j.jdbc.ProcessList;
import io.github.bmt4j.jdbc.PsMode;
import io.github.bmt4j.jdbc.Sql;
import io.github.bmt4j.jdbc.Wishes;
import io.github.bmt4j.outcome.Failure;
import io.github.bmt4j.outcome.Outcome;
import io.github.bmt4j.server.ItServers;
import io.github.bmt4j.server.Queries;
import io.github.bmt4j.workload.Params;
import io.github.bmt4j.workload.Session;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The user's own SQL on a real server: what its sessions repeat, read, and refuse. */
@Timeout(60)
@SuppressWarnings("NullAway.Init")
class ScriptIT extends OnScriptServer {
  @TempDir Path folder;

  @Test
  void aRetryAfterADeadlockRepeatsTheSameValuesAndRows() throws Exception {
    Path csv = folder.resolve("ids.csv");
    Files.writeString(csv, "id\n7\n8\n9\n");
    Script script =
        Scripts.parse(
            folder.resolve("a.sql").toString(),
            """
            \\file id = ids.csv sequential
            \\set again :again + 1
            \\set x debug(:again * 1000000 + random(1, 100000) * 10 + :id)
            BEGIN;
            UPDATE accounts SET balance = :x WHERE id = 1;
            UPDATE accounts SET balance = :x WHERE id = 2;
            COMMIT;
            """,
            Set.of("again"));
    CountDownLatch held = new CountDownLatch(1);
    try (Connection ours = server.connect();
        Connection other = server.connect();
        Statement blocker = other.createStatement()) {
      Session session = session(workload(Map.of("again", "0"), new WeightedScript(script, 1)));
      session.attach(ours);
      session.next();
      session.execute(counts);
      session.next();
      // More rows of the other one, so that ours is the victim.
      blocker.execute("BEGIN");
      blocker.execute("UPDATE accounts SET balance = -1 WHERE id BETWEEN 2 AND 90");
      Thread breaker =
          new Thread(
              () -> {
                held.countDown();
                awaitLockWait();
                try {
                  blocker.execute("UPDATE accounts SET balance = -1 WHERE id = 1");
                  blocker.execute("ROLLBACK");
                } catch (SQLException e) {
                  throw new AssertionError(e);
                }
              });
      breaker.start();
      held.await();
      SQLException deadlock =
          catchThrowableOfType(SQLException.class, () -> session.execute(counts));
      breaker.join();
      assertThat(deadlock.getErrorCode()).isEqualTo(1213);
      assertThat(counts.applied()).as("of the transaction before").isTrue();
      counts.begin();
      Sql.execute(ours, "ROLLBACK");
      session.execute(counts);
      session.next();
      session.execute(counts);
      session.detach();
    }
    assertThat(debugged).hasSize(4);
    assertThat(debugged.get(1)).as("the retry").isEqualTo(debugged.get(2)).contains("int 2");
    assertThat(debugged.get(0)).contains("int 1").endsWith("7");
    assertThat(debugged.get(1)).endsWith("8");
    assertThat(debugged.get(3)).contains("int 3").endsWith("9");
  }

  @Test
  void aLostCommitIsUnknownAndALostWriteBeforeItIsNot() throws Exception {
    String kill = "\\set x debug(1)\n";
    String write = "INSERT INTO history (delta) VALUES (1);\n";
    assertThat(killedIn("BEGIN;" + write + kill + "COMMIT;")).isEqualTo(Outcome.UNKNOWN);
    assertThat(killedIn("BEGIN;" + kill + write + "COMMIT;")).isEqualTo(Outcome.FAILED);
    assertThat(killedIn("BEGIN; SELECT 1;" + kill + "COMMIT;")).isEqualTo(Outcome.FAILED);
    assertThat(killedIn(kill + write)).isEqualTo(Outcome.UNKNOWN);
    assertThat(killedIn(kill + "SELECT 1;")).isEqualTo(Outcome.FAILED);
    assertThat(killedIn(kill + "SET @a := 1;")).isEqualTo(Outcome.FAILED);
    assertThat(killedIn(kill + "CALL two();")).isEqualTo(Outcome.UNKNOWN);
    assertThat(killedIn(kill + "CREATE TABLE z (a INT);")).isEqualTo(Outcome.UNKNOWN);
    assertThat(killedIn("BEGIN;" + write + "CALL two();" + kill + write + "COMMIT;"))
        .isEqualTo(Outcome.UNKNOWN);
    assertThat(counts.applied()).isTrue();
  }

  @Test
  void transactionFileWrapsEachExecutionAndItsRollbackIsASuccess() throws Exception {
    for (String rolledBack : List.of("0", "1")) {
      SQLException failure =
          wrapped(
              """
              INSERT INTO history (delta) VALUES (1);
              INSERT INTO history (delta) VALUES (2);
              \\if :flag
              ROLLBACK;
              \\endif
              """,
              rolledBack);
      assertThat((Object) failure).isNull();
      assertThat(counts.applied()).isEqualTo(rolledBack.equals("0"));
      assertThat(counts.rolledBack()).isEqualTo(rolledBack.equals("1"));
    }
    assertThat(server.number("SELECT COUNT(*) FROM history")).isEqualTo(2);
    assertThat(counts.others()).isEqualTo(4);
    assertThat(counts.writes()).isEqualTo(4);
  }

  @Test
  void whatFollowsARollbackInAFileThatIsATransactionIsATransactionOfItsOwn() throws Exception {
    for (String fails : List.of("0", "1")) {
      SQLException failure =
          wrapped(
              """
              INSERT INTO history (delta) VALUES (1);
              ROLLBACK;
              INSERT INTO history (delta) VALUES (2);
              \\if :flag
              INSERT INTO accounts VALUES (1, 0);
              \\endif
              """,
              fails);
      assertThat(failure == null).isEqualTo(fails.equals("0"));
      assertThat(counts.rolledBack()).isTrue();
      assertThat(counts.applied()).as("may be retried").isEqualTo(fails.equals("0"));
    }
    assertThat(server.number("SELECT COUNT(*) FROM history")).isEqualTo(1);
    assertThat(server.number("SELECT SUM(delta) FROM history")).isEqualTo(2);
  }

  /** It may have committed; where it has not, the file does. */
  @Test
  void whatAProcedureWritesIsCommittedWithItsFile() throws Exception {
    assertThat((Object) wrapped("CALL one();", "")).isNull();
    assertThat(server.number("SELECT COUNT(*) FROM history")).isEqualTo(1);
  }

  /** A session reads what bmt took for one text as more, before anything is executed. */
  @Test
  void aFileThatTheSessionReadsOtherwiseIsRefused() throws Exception {
    Path init =
        Files.writeString(folder.resolve("init.sql"), "INSERT INTO history (delta) VALUES (9)");
    Path load = folder.resolve("load.sql");
    for (String text : List.of("SELECT '\\\\', \"x\"", "SELECT '\\'', '1;'")) {
      Files.writeString(load, text);
      ScriptWorkload workload =
          ScriptFiles.read(
                  new ScriptFiles.Choice(
                      Grammar.MYSQL,
                      List.of(load.toString()),
                      List.of(),
                      null,
                      init.toString(),
                      null,
                      null),
                  line -> {})
              .workload();
      Params none = Params.resolve(workload.info(), Map.of());
      boolean alike = text.contains("x");
      for (String mode : List.of("", "NO_BACKSLASH_ESCAPES,ANSI_QUOTES")) {
        try (Connection connection = server.connect()) {
          Sql.execute(connection, "SET sql_mode = '" + mode + "'", "DELETE FROM history");
          BadInputException refusal =
              catchThrowableOfType(
                  BadInputException.class, () -> workload.prepare(connection, none));
          assertThat(refusal == null).as(text + mode).isEqualTo(alike || mode.isEmpty());
          assertThat(server.number("SELECT COUNT(*) FROM history"))
              .isEqualTo(refusal == null ? 1 : 0);
        }
      }
    }
  }

  @Test
  void gsetReadsTheOnlyRowWithItsTypes() throws Exception {
    execute(
        """
        SELECT 9 AS i, 2.50 AS d, 1e1 AS f, 'x' AS t, NULL AS z, 18446744073709551615 AS u \\gset p_
        \\set a debug(:p_i + 1)
        \\set a debug(:p_d * 2)
        \\set a debug(:p_f)
        \\set a debug(:p_t)
        \\set a debug(:p_z)
        \\set a debug(:p_i >= :p_d and :p_z is null)
        \\set a debug(:p_d < '10.00')
        INSERT INTO texts (a, b) VALUES (:p_d, :p_u);
        WITH q AS (SELECT 5 AS anything) SELECT * FROM q \\gset
        \\set a debug(:anything)
        """);
    assertThat(debugged)
        .extracting(line -> line.substring(line.indexOf("): ") + 3))
        .containsExactly(
            "int 10",
            "double 5",
            "double 10",
            "text x",
            "null",
            "boolean true",
            "boolean true",
            "int 5");
    assertThat(Queries.one(server.target(), "SELECT CONCAT(a, ' ', b) FROM texts"))
        .isEqualTo("2.50 18446744073709551615");
  }

  @ParameterizedTest
  @ValueSource(strings = {"mysql:9.7.0", "mariadb:2.7.15"})
  void otherDriversGiveTheSame(String name) throws Exception {
    Script script =
        ScriptServer.parse(
            "a.sql",
            """
            SELECT 9 AS i, 2.50 AS d, 1e1 AS f, 'x' AS t, NULL AS z, 18446744073709551615 AS u \\gset p_
            \\set a debug(:p_i + 1)
            \\set a debug(:p_d * 2)
            \\set a debug(:p_f)
            \\set a debug(:p_z)
            \\set a debug(:p_u)
            BEGIN;
            UPDATE accounts SET balance = balance + :p_i WHERE id <= :p_i; \\expect affected=9
            COMMIT;
            CALL two(); \\expect rows=3
            SELECT id FROM accounts LIMIT :p_i; \\expect rows=9
            INSERT INTO :"table" (a, b) VALUES (:hostile, :'hostile');
            """,
            "hostile",
            "table");
    ScriptWorkload workload =
        workload(
            Map.of("hostile", "\\'; DROP TABLE x; -- ", "table", "texts"),
            new WeightedScript(script, 1));
    LoadDriver driver = ItServers.driver(Wishes.of(name, true));
    Session session = session(workload);
    try (Connection connection = driver.connector(server.target(), PsMode.AUTO, 20).connect()) {
      session.attach(connection);
      for (int i = 0; i < 2; i++) {
        session.next();
        session.execute(counts);
      }
      session.detach();
    }
    assertThat(debugged.subList(0, 5))
        .isEqualTo(debugged.subList(5, 10))
        .extracting(line -> line.substring(line.indexOf("): ") + 3))
        .containsExactly("int 10", "double 5", "double 10", "null", "double 18446744073709551615");
    assertThat(server.number("SELECT SUM(a = b AND a LIKE '%x; -- ') FROM texts")).isEqualTo(2);
  }

  private Outcome killedIn(String text) throws Exception {
    LinkedBlockingQueue<Long> ids = new LinkedBlockingQueue<>();
    counts.begin();
    try (Connection connection = server.connect()) {
      ids.add(ProcessList.session(connection));
      Session session =
          new ScriptWorkload(
                  List.of(new WeightedScript(ScriptServer.parse("a.sql", text), 1)),
                  Map.of(),
                  false,
                  line -> kill(ids.remove()))
              .newSession(ScriptServer.context(0, 1));
      session.attach(connection);
      session.next();
      SQLException lost = catchThrowableOfType(SQLException.class, () -> session.execute(counts));
      return Failure.of(lost, counts.phase()).outcome();
    }
  }

  private static void kill(long id) {
    String seen = "SELECT COUNT(*) FROM information_schema.PROCESSLIST WHERE ID = " + id;
    try {
      Queries.execute(server.target(), "KILL " + id);
      await(() -> Queries.one(server.target(), seen).equals("0"));
    } catch (SQLException e) {
      throw new AssertionError(e);
    }
  }

  private static void awaitLockWait() {
    await(
        () ->
            Queries.one(
                    server.target(), "SELECT COUNT(*) FROM information_schema.INNODB_LOCK_WAITS")
                .equals("1"));
  }

  private interface Seen {
    boolean yet() throws SQLException;
  }

  private static void await(Seen seen) {
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(20);
    try {
      while (!seen.yet()) {
        assertThat(System.nanoTime()).isLessThan(end);
        // Asked more often, MariaDB answers about locks what it did the first time.
        LockSupport.parkNanos(150_000_000);
      }
    } catch (SQLException e) {
      throw new AssertionError(e);
    }
  }
}
