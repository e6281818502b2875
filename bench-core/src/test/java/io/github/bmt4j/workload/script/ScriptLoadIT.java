package io.github.bmt4j.workload.script;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.bmt4j.clock.Clock;
import io.github.bmt4j.jdbc.Connector;
import io.github.bmt4j.jdbc.LoadDriver;
import io.github.bmt4j.jdbc.PlainConnections;
import io.github.bmt4j.jdbc.PsMode;
import io.github.bmt4j.jdbc.Sql;
import io.github.bmt4j.jdbc.Wishes;
import io.github.bmt4j.load.Counter;
import io.github.bmt4j.load.Load;
import io.github.bmt4j.load.LoadGenerator;
import io.github.bmt4j.load.LoadPlan;
import io.github.bmt4j.load.Measurement;
import io.github.bmt4j.load.Plan;
import io.github.bmt4j.progress.StopSignal;
import io.github.bmt4j.server.ItServers;
import io.github.bmt4j.server.Queries;
import io.github.bmt4j.workload.Params;
import io.github.bmt4j.workload.Session;
import io.github.bmt4j.workload.StatementCounts;
import io.github.bmt4j.workload.StatementRows;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Loads of the user's own SQL on a real server: what they count, and leave in the tables. */
@SuppressWarnings("NullAway.Init")
class ScriptLoadIT extends OnScriptServer {
  @TempDir Path folder;

  /** MySQL refuses to prepare BEGIN, MariaDB EXECUTE IMMEDIATE, which is a prepare by itself. */
  @Test
  void whatTheServerDoesNotPrepareIsSentAsTextWithoutAskingAgain() throws Exception {
    Script script = ScriptServer.parse("a.sql", "EXECUTE IMMEDIATE 'DO 1';");
    try (Connection connection = server.connect()) {
      long before = status(connection, "Com_stmt_prepare");
      prepareAndExecute(script, connection, 3);
      assertThat(status(connection, "Com_stmt_prepare") - before)
          .as("asked once, and three of its own")
          .isEqualTo(4);
    }
  }

  /** MariaDB Connector/J would prepare them with their first execution, and time both. */
  @Test
  void statementsWithValuesArePreparedBeforeTheLoad() throws Exception {
    Script script =
        ScriptServer.parse(
            "a.sql",
            "\\set id 1\n"
                + "UPDATE accounts SET balance = 1 WHERE id = :id; DELETE FROM late WHERE a ="
                + " :id;");
    Session session =
        new ScriptWorkload(List.of(new WeightedScript(script, 1)), Map.of(), true, text -> {})
            .newSession(ScriptServer.context(0, 1));
    try (Connection connection = server.connect()) {
      session.attach(connection);
      session.prepare();
      assertThat(server.number("SELECT SUM(balance) FROM accounts")).isZero();
      Sql.execute(connection, "CREATE TEMPORARY TABLE late (a INT)");
      long before = status(connection, "Com_stmt_prepare");
      session.next();
      session.execute(new StatementCounts());

      assertThat(status(connection, "Com_stmt_prepare") - before)
          .as("only that of the table which was not there")
          .isEqualTo(1);
      session.detach();
    }
  }

  /** Servers execute a statement in the database of its PREPARE. */
  @Test
  void statementsBehindUseWorkOnThatDatabase() throws Exception {
    Queries.execute(
        server.target(),
        "CREATE DATABASE tenant2",
        "CREATE TABLE tenant2.accounts AS SELECT * FROM accounts");
    Script script =
        ScriptServer.parse(
            "a.sql",
            "\\set id 1\n"
                + "USE tenant2; UPDATE accounts SET balance = 5 WHERE id = :id; UPDATE accounts SET"
                + " balance = 7 WHERE id = 2;");
    try (Connection connection = server.connect()) {
      prepareAndExecute(script, connection, 2);
    }
    assertThat(server.number("SELECT SUM(balance) FROM accounts")).isZero();
    assertThat(server.number("SELECT SUM(balance) FROM tenant2.accounts")).isEqualTo(12);
  }

  /** A statement into which a value is put goes as text each time, so it shows which USE counts. */
  @Test
  void eachUseCountsAtEachExecution() throws Exception {
    Queries.execute(
        server.target(),
        "CREATE DATABASE one",
        "CREATE DATABASE two",
        "CREATE TABLE one.hits (a INT)",
        "CREATE TABLE two.hits (a INT)");
    Script script =
        ScriptServer.parse(
            "a.sql",
            "\\set id 1\n"
                + "USE one; INSERT INTO hits VALUES (:'id'); USE two; INSERT INTO hits VALUES"
                + " (:'id'); INSERT INTO hits VALUES (:'id');");
    try (Connection connection = server.connect()) {
      prepareAndExecute(script, connection, 3);
    }
    assertThat(server.number("SELECT COUNT(*) FROM one.hits")).isEqualTo(3);
    assertThat(server.number("SELECT COUNT(*) FROM two.hits")).isEqualTo(6);
  }

  /** MySQL Connector/J sends as text, for good, what it could not prepare once. */
  @Test
  void statementsOnATableThatTheFileMakesAreExecutedAsPrepared() throws Exception {
    Script script =
        ScriptServer.parse(
            "a.sql",
            "\\set id 1\n"
                + "CREATE TEMPORARY TABLE IF NOT EXISTS late (a INT); DELETE FROM late WHERE a ="
                + " :id;");
    LoadDriver driver = ItServers.driver(Wishes.of("mysql:9.7.0", true));
    try (Connection connection = driver.connector(server.target(), PsMode.AUTO, 20).connect()) {
      long before = status(connection, "Com_stmt_execute");
      prepareAndExecute(script, connection, 2);
      assertThat(status(connection, "Com_stmt_execute") - before).isEqualTo(4);
    }
  }

  private static void prepareAndExecute(Script script, Connection connection, int times)
      throws SQLException {
    Session session =
        new ScriptWorkload(List.of(new WeightedScript(script, 1)), Map.of(), false, text -> {})
            .newSession(ScriptServer.context(0, 1));
    session.attach(connection);
    session.prepare();
    for (int i = 0; i < times; i++) {
      session.next();
      session.execute(new StatementCounts());
    }
    session.detach();
  }

  private static long status(Connection connection, String name) throws SQLException {
    return Sql.number(
        connection,
        "SELECT VARIABLE_VALUE FROM information_schema.SESSION_STATUS WHERE VARIABLE_NAME = '"
            + name
            + "'");
  }

  @ParameterizedTest
  @EnumSource(PsMode.class)
  void countsAreThoseOfTheServerAndOfTheTables(PsMode psMode) throws Exception {
    ScriptWorkload workload = payments();
    long executesBefore = preparedExecutions();
    Map<String, Long> before = statements();

    Measurement whole = load(workload, psMode, 4, 400, Duration.ZERO);

    Map<String, Long> after = statements();
    long executes = preparedExecutions() - executesBefore;
    after.replaceAll((name, value) -> value - before.getOrDefault(name, 0L));
    List<StatementRows> lines = workload.statistics().lines();
    long payments = lines.get(0).executions();
    long looks = lines.get(5).executions();
    assertThat(whole.counts().of(Counter.TRANSACTIONS)).isEqualTo(400);
    assertThat(whole.ending().problems()).isEmpty();
    assertThat(executes)
        .as("two statements of each file have values")
        .isBetween(psMode == PsMode.AUTO ? 800 : 0L, psMode == PsMode.AUTO ? Long.MAX_VALUE : 0);
    assertThat(payments - whole.counts().of(Counter.RETRIES) + looks).isEqualTo(400);
    assertThat(looks).as("a quarter, within five standard deviations").isBetween(57L, 143L);
    assertThat(after.get("begin")).isEqualTo(payments);
    assertThat(after.get("update")).isEqualTo(lines.get(1).executions());
    assertThat(after.get("insert")).isEqualTo(lines.get(2).executions());
    assertThat(after.getOrDefault("rollback", 0L) - whole.counts().of(Counter.ERRORS))
        .isEqualTo(lines.get(3).executions())
        .isPositive();
    assertThat(after.get("commit")).isEqualTo(lines.get(4).executions()).isPositive();
    assertThat(after.get("select")).isEqualTo(2 * looks);
    assertThat(whole.counts().of(Counter.READS)).isEqualTo(2 * looks);
    assertThat(whole.counts().queries())
        .isEqualTo(after.values().stream().mapToLong(Long::longValue).sum());
    assertThat(lines.get(6).rows()).isEqualTo(3 * looks);
    assertThat(lines.get(6).statement()).isEqualTo("look.sql:4 SELECT id FROM");
    assertThat(lines.get(7).executions()).isZero();
    assertThat(server.number("SELECT COUNT(*) FROM history")).isEqualTo(lines.get(4).executions());
    assertThat(server.number("SELECT SUM(balance) FROM accounts"))
        .isEqualTo(server.number("SELECT SUM(delta) FROM history"));
  }

  @Test
  void hostileValuesStayData() throws Exception {
    List<String> hostile =
        List.of(
            "'; DROP TABLE accounts; -- ",
            "\\'; DROP TABLE accounts; -- ",
            "\\",
            "x\\\\'",
            ":n",
            "?",
            "`",
            "two\nlines",
            "a,b",
            "\"quoted\"",
            "\ud83d\ude00 ü",
            "/* ",
            "${jndi:ldap://x}");
    StringBuilder csv = new StringBuilder("value,n,label\r\n");
    for (String value : hostile) {
      String cell = '"' + value.replace("\"", "\"\"") + '"';
      // A column's name may have no character beyond 16 bits, and no blank at its end.
      csv.append(cell + ",7," + cell.replace("\ud83d\ude00", "").replace(" \"", "\"") + "\r\n");
    }
    Files.writeString(folder.resolve("hostile.csv"), csv);
    Script script =
        Scripts.parse(
            folder.resolve("a.sql").toString(),
            """
            \\file value, n, label = hostile.csv once
            INSERT INTO texts (a, b) VALUES (:value, :'value');
            SELECT :'value' AS :"label" \\gset g_
            INSERT INTO texts (a, b) SELECT :value, :'value' FROM DUAL WHERE :n = 7;
            """,
            Set.of());
    ScriptWorkload workload = workload(Map.of(), new WeightedScript(script, 1));

    Measurement whole = load(workload, PsMode.AUTO, 3, 0, Duration.ofSeconds(50));

    assertThat(whole.ending().problems()).isEmpty();
    assertThat(whole.counts().of(Counter.FAILED)).isZero();
    assertThat(whole.counts().of(Counter.TRANSACTIONS)).isEqualTo(hostile.size());
    assertThat(whole.elapsedNanos()).as("ends with the rows").isLessThan(20_000_000_000L);
    List<String> found = new ArrayList<>();
    try (Connection connection = server.connect();
        Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery("SELECT a, b FROM texts")) {
      while (rows.next()) {
        assertThat(rows.getString(2)).isEqualTo(rows.getString(1));
        found.add(rows.getString(1));
      }
    }
    List<String> twice = new ArrayList<>(hostile);
    twice.addAll(hostile);
    assertThat(found).containsExactlyInAnyOrderElementsOf(twice);
  }

  /** Three payments to a look, and what must never be executed. */
  private ScriptWorkload payments() {
    return workload(
        Map.of("accounts", "100"),
        new WeightedScript(
            ScriptServer.parse(
                "pay.sql",
                """
                \\set id random(1, :accounts)
                \\set delta random(-50, 50)
                BEGIN;
                UPDATE accounts SET balance = balance + :delta WHERE id = :id;
                \\expect affected<=1
                INSERT INTO history (account, delta) VALUES (:id, :delta);
                \\if :delta < 0
                ROLLBACK;
                \\else
                COMMIT;
                \\endif
                """,
                "accounts"),
            3),
        new WeightedScript(
            ScriptServer.parse(
                "look.sql",
                """
                \\set id random(1, :accounts)
                \\set n 3
                SELECT balance FROM accounts WHERE id = :id; \\expect rows=1
                SELECT id FROM accounts ORDER BY id LIMIT :n;
                \\expect rows=3
                """,
                "accounts"),
            1),
        new WeightedScript(ScriptServer.parse("never.sql", "DROP TABLE accounts;"), 0));
  }

  private static long preparedExecutions() throws SQLException {
    return server.number(
        "SELECT VARIABLE_VALUE FROM information_schema.GLOBAL_STATUS WHERE VARIABLE_NAME ="
            + " 'Com_stmt_execute'");
  }

  /** The server's counters of the statements that tests send. */
  private static Map<String, Long> statements() throws SQLException {
    Map<String, Long> values = new TreeMap<>();
    try (Connection connection = server.connect();
        Statement statement = connection.createStatement();
        ResultSet rows =
            statement.executeQuery(
                "SHOW GLOBAL STATUS WHERE Variable_name IN ('Com_begin', 'Com_commit',"
                    + " 'Com_delete', 'Com_insert', 'Com_rollback', 'Com_select', 'Com_update')")) {
      while (rows.next()) {
        values.put(rows.getString(1).substring("Com_".length()), rows.getLong(2));
      }
    }
    return values;
  }

  private static Measurement load(
      ScriptWorkload workload, PsMode psMode, int workers, long events, Duration time)
      throws SQLException {
    LoadPlan plan =
        new Plan(workers)
            .time(time.toMillis())
            .events(events)
            .grace(10_000)
            .giveUp(20_000)
            .asUsual()
            .build();
    Params params = Params.resolve(workload.info(), Map.of());
    try (PlainConnections source =
        new PlainConnections(
            new Connector(server.target(), psMode, workload.statementsPerConnection(params)),
            false)) {
      return new LoadGenerator(
              plan,
              Clock.SYSTEM,
              source,
              worker -> workload.newSession(ScriptServer.context(worker, workers)),
              new StopSignal())
          .run(new Load.Observer() {});
    }
  }
}
