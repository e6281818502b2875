package io.github.bmt4j.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.bmt4j.experiment.Verdict.Status;
import io.github.bmt4j.jdbc.DriverCoordinates;
import io.github.bmt4j.jdbc.DriverWish;
import io.github.bmt4j.load.run.RunResult;
import io.github.bmt4j.load.run.RunResult.ErrorCount;
import io.github.bmt4j.load.sweep.SweepResult;
import io.github.bmt4j.server.ItServers;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The user's own SQL over a server outside the MySQL family. */
@Tag("extended")
class GenericServerIT {
  private static final String COORDINATES = "org.postgresql:postgresql:42.7.14";
  private static final String DRIVER = "--driver=" + COORDINATES;

  private static final String INIT =
      """
      CREATE TABLE accounts (id INT PRIMARY KEY, balance INT NOT NULL);
      CREATE TABLE transfers (worker INT NOT NULL, amount INT NOT NULL);
      INSERT INTO accounts VALUES (1, 100), (2, 100), (3, 100), (4, 100);
      """;

  private static final String TRANSFER =
      """
      \\set from random(1, 4)
      \\set to 1 + :from % 4
      \\set amount random(1, 9)
      BEGIN;
      UPDATE accounts SET balance = balance - :amount WHERE id = least(:from, :to);
      UPDATE accounts SET balance = balance + :amount WHERE id = greatest(:from, :to);
      INSERT INTO transfers VALUES (:client_id, :amount);
      SELECT balance FROM accounts WHERE id = :from;
      COMMIT;
      """;

  private static final String OPPOSED =
      """
      \\set from random(1, 2)
      BEGIN;
      UPDATE accounts SET balance = balance - 1 WHERE id = :from;
      UPDATE accounts SET balance = balance + 1 WHERE id = 3 - :from;
      INSERT INTO transfers VALUES (:client_id, 1);
      COMMIT;
      """;

  private static Postgres server;
  private static Path folder;

  @BeforeAll
  static void start() throws IOException {
    ItServers.driver(
        new DriverWish(
            DriverCoordinates.parseAny("--driver", COORDINATES), List.of(), false, Map.of()));
    server = Postgres.start();
    folder = Bmt.newFolder("generic");
    Files.writeString(folder.resolve("init.sql"), INIT);
    Files.writeString(folder.resolve("transfer.sql"), TRANSFER);
    Files.writeString(folder.resolve("opposed.sql"), OPPOSED);
  }

  @AfterAll
  static void stop() throws IOException {
    if (server != null) {
      server.close();
    }
  }

  /** One thread, one seed: the same draws, statements and rows. */
  @Test
  void theSameScriptDoesTheSameOnMariaDbAndPostgres() {
    server.sql("DROP TABLE IF EXISTS accounts, transfers");
    String[] load = {"--events=300", "--time=0", "--warmup=0", "--rand-seed=11", "--by-statement"};
    Database mariaDb = Servers.EMBEDDED.database();
    RunResult family = mariaDb.command().run(words("transfer.sql", true, load)).measured().result();
    Ended ended = generic(words("transfer.sql", true, load)).measured();
    RunResult generic = ended.result();

    assertThat(generic.totals().transactions()).isEqualTo(300);
    assertThat(generic.totals().reads()).isEqualTo(family.totals().reads());
    assertThat(generic.totals().writes()).isEqualTo(family.totals().writes());
    assertThat(generic.totals().others()).isEqualTo(family.totals().others());
    assertThat(generic.rows()).isEqualTo(family.rows());
    String balances = "SELECT SUM(id * balance) FROM accounts";
    assertThat(server.sql(balances)).isEqualTo(Long.toString(mariaDb.number(balances)));
    assertThat(server.sql("SELECT COUNT(*), SUM(amount) FROM transfers"))
        .isEqualTo(
            mariaDb.number("SELECT COUNT(*) FROM transfers")
                + "|"
                + mariaDb.number("SELECT SUM(amount) FROM transfers"));
    assertThat(generic.server()).isNull();
    assertThat(generic.environment().server().product()).isEqualTo("PostgreSQL");
    assertThat(ended.out()).contains("note     generic: of PostgreSQL ");
  }

  /** What MySQL reads otherwise: quotes, comments, operators, names and types. */
  @Test
  void filesAreReadInPostgresOwnDialect() throws IOException {
    Files.writeString(
        folder.resolve("dialect-init.sql"),
        """
        DROP TABLE IF EXISTS docs;
        CREATE TABLE docs (id INT PRIMARY KEY, path TEXT, data JSONB, done BOOLEAN, bits BIT(70));
        CREATE OR REPLACE FUNCTION filled(n INT) RETURNS INT LANGUAGE plpgsql AS $body$
          BEGIN
            INSERT INTO docs SELECT g, 'C:\\', '{"a": {"b": 1}}', g = 1, B'1'::BIT(70)
              FROM generate_series(1, n) g; /* a /* nested */ comment; */
            RETURN n;
          END;
        $body$;
        DO $$ BEGIN PERFORM filled(3); END; $$;
        """);
    Files.writeString(
        folder.resolve("dialect.sql"),
        """
        SELECT id FROM docs WHERE path LIKE 'C:\\\\' ESCAPE '\\' AND path = 'C:\\' AND data ? 'a';
        \\expect rows=3
        SELECT id FROM docs ORDER BY data #> '{a,b}', id DESC LIMIT 1;
        \\expect rows=1
        SELECT 'docs' AS "from", E'it\\'s \\\\' AS text \\gset
        SELECT count(*), bool_or(done) FROM :"from" WHERE :'text' = :text \\gset
        \\set x debug(:count)
        \\set x debug(:bool_or)
        SELECT * FROM docs;
        BEGIN;
        CREATE TABLE never (id INT);
        WITH q AS (DELETE FROM docs WHERE id = 1 RETURNING id) SELECT id FROM q;
        ABORT;
        BEGIN; UPDATE docs SET done = NOT done WHERE id = :count::int; END;
        """);
    Ended ended =
        generic(
            words(
                "dialect.sql",
                false,
                "--init-file=" + folder.resolve("dialect-init.sql"),
                "--events=4",
                "--time=0",
                "--warmup=0",
                "--consume=all"));
    RunResult result = ended.measured().result();

    assertThat(result.totals().transactions()).isEqualTo(4);
    assertThat(ended.err() + ended.out()).contains("): int 3\n", "): boolean true\n");
    assertThat(server.sql("SELECT COUNT(*), COUNT(*) FILTER (WHERE done) FROM docs"))
        .as("the fourth change undoes the first three")
        .isEqualTo("3|1");
    assertThat(server.sql("SELECT to_regclass('never') IS NULL")).isEqualTo("t");
  }

  /** The balances say that each of its transactions was one. */
  @Test
  void pgbenchsOwnScriptsRunAsTheyAre() throws IOException {
    server.pgbench("-i", "-q");
    List<String> words = new ArrayList<>(List.of("run"));
    for (String name : List.of("tpcb-like", "simple-update", "select-only")) {
      String script = server.pgbench("--show-script=" + name);
      words.add(Files.writeString(folder.resolve(name + ".sql"), script).toString());
    }
    words.addAll(List.of("-D", "scale=1", "--threads=2", "--events=300", "--time=0", "--warmup=0"));
    RunResult result = generic(words.toArray(String[]::new)).measured().result();

    long full = result.kinds().get(0).transactions();
    long simple = result.kinds().get(1).transactions();
    assertThat(result.totals().transactions()).isEqualTo(300);
    assertThat(result.totals().writes()).isEqualTo(4 * full + 2 * simple);
    assertThat(server.sql("SELECT COUNT(*) FROM pgbench_history"))
        .isEqualTo(Long.toString(full + simple));
    assertThat(server.sql("SELECT SUM(abalance) FROM pgbench_accounts"))
        .isEqualTo(server.sql("SELECT SUM(delta) FROM pgbench_history"));
    assertThat(server.sql("SELECT SUM(bbalance) FROM pgbench_branches"))
        .isEqualTo(server.sql("SELECT SUM(tbalance) FROM pgbench_tellers"));
  }

  /** Deadlocks have SQLState 40P01 and no code: each is rolled back and tried again. */
  @Test
  void deadlocksAreRetriedBySqlState() {
    made();
    server.sql("ALTER SYSTEM SET deadlock_timeout = '20ms'");
    server.sql("SELECT pg_reload_conf()");
    RunResult result =
        generic(
                words(
                    "opposed.sql",
                    false,
                    "--threads=4",
                    "--events=400",
                    "--time=0",
                    "--warmup=0",
                    "--max-retries=1000"))
            .measured()
            .result();

    assertThat(result.totals().transactions()).isEqualTo(400);
    assertThat(result.totals().failed()).isZero();
    assertThat(result.totals().retries()).isPositive().isEqualTo(result.totals().errors());
    assertThat(result.errorsByCode()).extracting(ErrorCount::sqlState).containsOnly("40P01");
    assertThat(server.sql("SELECT COUNT(*) FROM transfers")).isEqualTo("400");
    assertThat(server.sql("SELECT SUM(balance) FROM accounts")).isEqualTo("400");
  }

  /** A lost connection leaves a commit open, and is no reason to try again. */
  @Test
  void sessionsThatTheServerEndsAreLostConnections() throws IOException {
    made();
    RunResult result;
    try (Running run =
        on(Bmt.process())
            .start(words("transfer.sql", false, DRIVER, "--threads=2", "--time=3", "--warmup=0"))) {
      run.awaitOutput("\\s*1\\.\\d s .*");
      server.sql(
          "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
              + " WHERE application_name = 'PostgreSQL JDBC Driver'");
      result = run.await(Duration.ofSeconds(30)).result();
    }

    assertThat(result.totals().reconnects()).isPositive();
    assertThat(result.totals().retries()).isZero();
    long ok = result.totals().transactions();
    assertThat(Long.parseLong(server.sql("SELECT COUNT(*) FROM transfers")))
        .isBetween(ok, ok + result.totals().unknown());
  }

  /** The server takes 100 connections, which no check asks it before. */
  @Test
  void aSearchAtTheServersLimitAndASyntaxErrorAreAnswered() throws IOException {
    Files.writeString(folder.resolve("sleep.sql"), "SELECT pg_sleep(0.05);\n");
    String[] search = {"--threads=64..128", "--pool=none", "--time=1", "--warmup=0"};
    Ended searched = generic(words("sleep.sql", false, search)).measured();
    SweepResult sweep = (SweepResult) searched.stored().get(0).result();
    if (sweep.steps().get(0).verdict().status() == Status.VALID) {
      assertThat(sweep.verdict().texts()).as(searched.out()).isEmpty();
      assertThat(sweep.steps()).hasSize(2);
      assertThat(searched.out())
          .contains(
              "\nNo end of growth was found, at least 64 connections (",
              "with 128 threads the server takes no more connections (SQLState 53300)");
    }

    Files.writeString(folder.resolve("wrong.sql"), "SELEC 1;\n");
    Ended wrong = generic(words("wrong.sql", false, "--time=5", "--warmup=0")).exits(1);
    assertThat(wrong.result().verdict().texts().get(0))
        .startsWith("ended early")
        .contains("wrong.sql:1: ", "syntax error");
  }

  private static void made() {
    server.sql("DROP TABLE IF EXISTS accounts, transfers");
    server.sql(INIT);
  }

  private static String[] words(String file, boolean init, String... options) {
    List<String> words = new ArrayList<>(List.of("run", folder.resolve(file).toString()));
    if (init) {
      words.add("--init-file=" + folder.resolve("init.sql"));
    }
    words.addAll(List.of(options));
    return words.toArray(String[]::new);
  }

  private static Ended generic(String... words) {
    List<String> all = new ArrayList<>(List.of(words));
    all.add(DRIVER);
    return on(Bmt.command()).run(all.toArray(String[]::new));
  }

  private static Bmt on(Bmt bmt) {
    return bmt.with("BMT_URL", server.url()).with("BMT_USER", "postgres");
  }
}
