package io.github.bmt4j.workload.script;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.github.bmt4j.clock.Clock;
import io.github.bmt4j.clock.ErrorPhase;
import io.github.bmt4j.clock.Failure;
import io.github.bmt4j.clock.Outcome;
import io.github.bmt4j.jdbc.Connector;
import io.github.bmt4j.jdbc.PlainConnections;
import io.github.bmt4j.jdbc.PsMode;
import io.github.bmt4j.load.Counter;
import io.github.bmt4j.load.Interval;
import io.github.bmt4j.load.LoadGenerator;
import io.github.bmt4j.load.LoadPlan;
import io.github.bmt4j.load.LoadProfile;
import io.github.bmt4j.load.Measurement;
import io.github.bmt4j.load.RetryPolicy;
import io.github.bmt4j.progress.Progress;
import io.github.bmt4j.progress.StopSignal;
import io.github.bmt4j.server.ItServers;
import io.github.bmt4j.server.Queries;
import io.github.bmt4j.server.Server;
import io.github.bmt4j.server.ServerRegistry;
import io.github.bmt4j.server.StartOptions;
import io.github.bmt4j.workload.Consume;
import io.github.bmt4j.workload.Params;
import io.github.bmt4j.workload.Session;
import io.github.bmt4j.workload.SessionContext;
import io.github.bmt4j.workload.StatementCounts;
import io.github.bmt4j.workload.Stopwatch;
import io.github.bmt4j.workload.WorkloadInfo;
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
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import org.assertj.core.api.AbstractThrowableAssert;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The user's own SQL on a real server: what it counts, repeats, and leaves in the tables. */
@Timeout(60)
@SuppressWarnings("NullAway.Init")
class ScriptIT {
  private static Server lab;

  @TempDir Path folder;
  private final StatementCounts counts = new StatementCounts();
  private final List<String> debugged = new ArrayList<>();

  @BeforeAll
  static void start() throws Exception {
    lab =
        ServerRegistry.open(
            ItServers.embedded(),
            new StartOptions(ItServers.cache(), null, List.of()),
            Progress.SILENT);
    Queries.execute(
        lab.target(),
        "CREATE TABLE accounts (id INT PRIMARY KEY, balance INT NOT NULL)",
        "CREATE TABLE history (n BIGINT AUTO_INCREMENT PRIMARY KEY, account INT, delta INT)",
        "CREATE TABLE texts (n BIGINT AUTO_INCREMENT PRIMARY KEY, a TEXT, b TEXT)"
            + " CHARACTER SET utf8mb4",
        "CREATE PROCEDURE two() BEGIN SELECT 1; SELECT 2 UNION SELECT 3; END");
  }

  @AfterAll
  static void stop() {
    if (lab != null) {
      lab.close();
    }
  }

  @BeforeEach
  void fill() throws SQLException {
    Queries.execute(
        lab.target(),
        "REPLACE INTO accounts WITH RECURSIVE q AS (SELECT 1 i UNION ALL SELECT i + 1 FROM q WHERE"
            + " i < 100) SELECT i, 0 FROM q",
        "TRUNCATE history",
        "TRUNCATE texts");
  }

  @ParameterizedTest
  @EnumSource(PsMode.class)
  void countsAreThoseOfTheServerAndOfTheTables(PsMode psMode) throws Exception {
    ScriptWorkload workload =
        workload(
            Map.of("accounts", "100"),
            new WeightedScript(
                parse(
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
                parse(
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
            new WeightedScript(parse("never.sql", "DROP TABLE accounts;"), 0));
    Map<String, Long> before = server();

    Measurement whole = load(workload, psMode, 4, 400, Duration.ZERO);

    Map<String, Long> after = server();
    after.replaceAll((name, value) -> value - before.get(name));
    List<io.github.bmt4j.workload.StatementRows> lines = workload.statistics().lines();
    long payments = lines.get(0).executions();
    long looks = lines.get(5).executions();
    assertThat(whole.counts().of(Counter.TRANSACTIONS)).isEqualTo(400);
    assertThat(whole.problems()).isEmpty();
    assertThat(payments - whole.counts().of(Counter.RETRIES) + looks).isEqualTo(400);
    assertThat(looks).as("a quarter, within five standard deviations").isBetween(57L, 143L);
    assertThat(after.get("begin")).isEqualTo(payments);
    assertThat(after.get("update")).isEqualTo(lines.get(1).executions());
    assertThat(after.get("insert")).isEqualTo(lines.get(2).executions());
    assertThat(after.get("rollback") - whole.counts().of(Counter.ERRORS))
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
    assertThat(number("SELECT COUNT(*) FROM history")).isEqualTo(lines.get(4).executions());
    assertThat(number("SELECT SUM(balance) FROM accounts"))
        .isEqualTo(number("SELECT SUM(delta) FROM history"));
  }

  @Test
  void aRetryAfterADeadlockRepeatsTheSameValuesAndRows() throws Exception {
    Path csv = folder.resolve("ids.csv");
    Files.writeString(csv, "id\n7\n8\n9\n");
    Script script =
        Script.parse(
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
    try (Connection ours = connect();
        Connection other = connect();
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
      execute(ours, "ROLLBACK");
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
    Script script =
        parse(
            "a.sql",
            """
            INSERT INTO history (delta) VALUES (1);
            INSERT INTO history (delta) VALUES (2);
            \\if :no
            ROLLBACK;
            \\endif
            """,
            "no");
    for (String no : List.of("0", "1")) {
      Session session =
          new ScriptWorkload(
                  List.of(new WeightedScript(script, 1)), Map.of("no", no), true, debugged::add)
              .newSession(context(0));
      try (Connection connection = connect()) {
        session.attach(connection);
        counts.begin();
        session.next();
        session.execute(counts);
        assertThat(counts.applied()).isEqualTo(no.equals("0"));
        session.detach();
      }
    }
    assertThat(number("SELECT COUNT(*) FROM history")).isEqualTo(2);
    assertThat(counts.others()).isEqualTo(4);
    assertThat(counts.writes()).isEqualTo(4);
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
        Script.parse(
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

    assertThat(whole.problems()).isEmpty();
    assertThat(whole.counts().of(Counter.FAILED)).isZero();
    assertThat(whole.counts().of(Counter.TRANSACTIONS)).isEqualTo(hostile.size());
    assertThat(whole.elapsedNanos()).as("ends with the rows").isLessThan(20_000_000_000L);
    List<String> found = new ArrayList<>();
    try (Connection connection = connect();
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
        INSERT INTO texts (a, b) VALUES (:p_d, :p_u);
        WITH q AS (SELECT 5 AS anything) SELECT * FROM q \\gset
        \\set a debug(:anything)
        """);
    assertThat(debugged)
        .extracting(line -> line.substring(line.indexOf("): ") + 3))
        .containsExactly(
            "int 10", "double 5", "double 10", "text x", "null", "boolean true", "int 5");
    assertThat(Queries.one(lab.target(), "SELECT CONCAT(a, ' ', b) FROM texts"))
        .isEqualTo("2.50 18446744073709551615");
  }

  @Test
  void resultsOfACallAreDrainedAndItsRowsCounted() throws Exception {
    ScriptWorkload workload =
        workload(Map.of(), new WeightedScript(parse("a.sql", "CALL two(); SELECT 4;"), 1));
    Session session = session(workload);
    try (Connection connection = connect()) {
      session.attach(connection);
      session.next();
      session.execute(counts);
      session.detach();
    }
    assertThat(workload.statistics().lines().get(0).rows()).isEqualTo(3);
    assertThat(counts.reads()).isEqualTo(2);
  }

  @Test
  void whatIsNotAsExpectedFailsInWords() {
    fails("UPDATE accounts SET balance = 1 WHERE id = -1;\n\\expect affected=1")
        .hasMessage("a.sql:1: expected affected=1, and it was 0");
    fails("SELECT id FROM accounts;\n\\expect rows<=2")
        .hasMessage("a.sql:1: expected rows<=2, and it was 100");
    fails("SELECT id FROM accounts \\gset")
        .hasMessage("a.sql:1: \\gset expects one row, and got 100");
    fails("SELECT id FROM accounts WHERE id < 0 \\gset")
        .hasMessage("a.sql:1: \\gset expects one row, and got 0");
    fails("SELECT 0 AS n \\gset\n\\set x 1 / :n").hasMessage("a.sql:2: division by zero");
    fails("SELECT 'x' AS n \\gset\n\\set x 1 + :n").hasMessage("a.sql:2: 'x' is no number");
    fails("SELECT 1; \\if 1 = 2\n\\set x 1\n\\endif\nSELECT :x;")
        .hasMessageContaining("a.sql:4: value 1 was never set");
    fails("\\if 1 = 2\nCOMMIT;\n\\endif\nBEGIN;\nSELECT 1;")
        .hasMessageContaining("the file ends inside a transaction");
  }

  private AbstractThrowableAssert<?, ? extends Throwable> fails(String text) {
    return assertThatThrownBy(() -> execute(text)).isInstanceOf(SQLException.class);
  }

  private Outcome killedIn(String text) throws Exception {
    LinkedBlockingQueue<Long> ids = new LinkedBlockingQueue<>();
    counts.begin();
    try (Connection connection = connect()) {
      ids.add(id(connection));
      Session session =
          new ScriptWorkload(
                  List.of(new WeightedScript(parse("a.sql", text), 1)),
                  Map.of(),
                  false,
                  line -> kill(ids.remove()))
              .newSession(context(0));
      session.attach(connection);
      session.next();
      SQLException lost = catchThrowableOfType(SQLException.class, () -> session.execute(counts));
      return Failure.of(lost, counts.phase()).outcome();
    }
  }

  private static void kill(long id) {
    String seen = "SELECT COUNT(*) FROM information_schema.PROCESSLIST WHERE ID = " + id;
    try {
      Queries.execute(lab.target(), "KILL " + id);
      await(() -> Queries.one(lab.target(), seen).equals("0"));
    } catch (SQLException e) {
      throw new AssertionError(e);
    }
  }

  private static void awaitLockWait() {
    await(
        () ->
            Queries.one(lab.target(), "SELECT COUNT(*) FROM information_schema.INNODB_LOCK_WAITS")
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
        LockSupport.parkNanos(1_000_000);
      }
    } catch (SQLException e) {
      throw new AssertionError(e);
    }
  }

  private void execute(String text) throws SQLException {
    Session session = session(workload(Map.of(), new WeightedScript(parse("a.sql", text), 1)));
    try (Connection connection = connect()) {
      session.attach(connection);
      session.next();
      try {
        session.execute(counts);
      } finally {
        assertThat(counts.phase()).isEqualTo(ErrorPhase.STATEMENT);
        session.detach();
      }
    }
  }

  private static void execute(Connection connection, String sql) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  private static long id(Connection connection) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery("SELECT CONNECTION_ID()")) {
      row.next();
      return row.getLong(1);
    }
  }

  private static long number(String query) throws SQLException {
    return Long.parseLong(Queries.one(lab.target(), query));
  }

  /** The server's counters of the statements that tests send. */
  private static Map<String, Long> server() throws SQLException {
    Map<String, Long> values = new TreeMap<>();
    try (Connection connection = connect();
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

  private static Script parse(String file, String text, String... defined) {
    return Script.parse(file, text, Set.of(defined));
  }

  private ScriptWorkload workload(Map<String, String> defined, WeightedScript... scripts) {
    Consumer<String> debug = debugged::add;
    return new ScriptWorkload(List.of(scripts), defined, false, debug);
  }

  private static Session session(ScriptWorkload workload) {
    return workload.newSession(context(0));
  }

  private static SessionContext context(int worker) {
    return context(worker, 1, Params.resolve(EMPTY, Map.of()));
  }

  private static final WorkloadInfo EMPTY = new WorkloadInfo("sql", 1, "", List.of());

  private static SessionContext context(int worker, int workers, Params params) {
    return new SessionContext(params, worker, workers, 7, Consume.ALL, Stopwatch.OFF);
  }

  private static Connection connect() throws SQLException {
    return new Connector(lab.target(), PsMode.AUTO, 20).connect();
  }

  private static Measurement load(
      ScriptWorkload workload, PsMode psMode, int workers, long events, Duration time)
      throws SQLException {
    LoadPlan plan =
        new LoadPlan(
            workers,
            new LoadProfile.ClosedLoop(),
            Duration.ZERO,
            time,
            events,
            Duration.ofMillis(100),
            RetryPolicy.USUAL,
            Duration.ofSeconds(10),
            Duration.ofSeconds(20),
            true);
    Params params = Params.resolve(workload.info(), Map.of());
    try (PlainConnections source =
        new PlainConnections(
            new Connector(lab.target(), psMode, workload.statementsPerConnection(params)))) {
      return new LoadGenerator(
              plan,
              Clock.SYSTEM,
              source,
              worker -> workload.newSession(context(worker, workers, params)),
              new StopSignal())
          .run(
              new LoadGenerator.Observer() {
                @Override
                public void connected() {}

                @Override
                public void interval(Interval interval) {}
              });
    }
  }
}
