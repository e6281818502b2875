package io.github.bmt4j.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.github.bmt4j.jdbc.LoadDriver;
import io.github.bmt4j.jdbc.Sql;
import io.github.bmt4j.load.run.RunResult;
import io.github.bmt4j.load.run.RunResult.ErrorCount;
import io.github.bmt4j.server.ItServers;
import io.github.bmt4j.workload.StatementRows;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The user's own SQL over databases in the client's process: the same files on each. */
@Execution(ExecutionMode.CONCURRENT)
class ClientDatabasesIT {
  private static final String DERBY =
      "org.apache.derby:derby:10.16.1.1+org.apache.derby:derbyshared:10.16.1.1";

  private static final String INIT =
      """
      CREATE TABLE accounts (id INT PRIMARY KEY, balance BIGINT NOT NULL);
      CREATE TABLE history (account INT NOT NULL, balance BIGINT NOT NULL);
      INSERT INTO accounts VALUES (1, 0), (2, 0), (3, 0), (4, 0), (5, 0);
      """;

  /** A third is rolled back, which only a transaction can be. */
  private static final String PAY =
      """
      \\set id random(1, 5)
      BEGIN;
      UPDATE accounts SET balance = balance + 7 WHERE id = :id;
      \\expect affected=1
      SELECT balance FROM accounts WHERE id = :id \\gset
      INSERT INTO history VALUES (:id, :balance);
      \\if random(1, 3) = 1
        ROLLBACK;
      \\else
        COMMIT;
      \\endif
      """;

  /** Of ten keys, five are taken from the start. */
  private static final String TAKE =
      "\\set id random(1, 10)\nINSERT INTO accounts VALUES (:id, 0);";

  /** With one thread no two collide, and all counts follow from the draws. */
  @ParameterizedTest
  @CsvSource({
    "com.h2database:h2:2.4.240, jdbc:h2:%s/db",
    "org.hsqldb:hsqldb:2.7.4, jdbc:hsqldb:file:%s/db;shutdown=true",
    "org.xerial:sqlite-jdbc:3.53.4.0, jdbc:sqlite:%s/db",
    "org.duckdb:duckdb_jdbc:1.5.6.0, jdbc:duckdb:%s/db",
    DERBY + ", jdbc:derby:%s/db;create=true",
  })
  void allCountsAreExact(String names, String url) throws Exception {
    RunResult run = run(names, url, 1);

    long paid = run.kinds().get(0).transactions();
    long refused = 400 - paid - 5;
    assertThat(run.totals().failed()).as("keys that were taken").isEqualTo(refused);
    assertThat(run.errorsByCode()).extracting(ErrorCount::count).containsExactly(refused);
    assertThat(run.totals().reads()).isEqualTo(paid);
    assertThat(run.totals().writes()).isEqualTo(2 * paid + 5);
    assertThat(run.rows().subList(0, 4))
        .extracting(StatementRows::executions, StatementRows::rows, StatementRows::affected)
        .containsExactly(
            tuple(paid, 0L, 0L),
            tuple(paid, 0L, paid),
            tuple(paid, paid, 0L),
            tuple(paid, 0L, paid));
  }

  /** DuckDB and SQLite refuse what collides, the others wait, or it is retried. */
  @ParameterizedTest
  @CsvSource({
    "com.h2database:h2:2.4.240, jdbc:h2:%s/db",
    "org.hsqldb:hsqldb:2.7.4, jdbc:hsqldb:file:%s/db;shutdown=true",
    "org.xerial:sqlite-jdbc:3.53.4.0, jdbc:sqlite:%s/db",
    "org.duckdb:duckdb_jdbc:1.5.6.0, jdbc:duckdb:%s/db",
    DERBY + ", jdbc:derby:%s/db;create=true",
  })
  @Tag("extended")
  void whatSucceededOnSeveralThreadsIsInTheDatabase(String names, String url) throws Exception {
    run(names, url, 4);
  }

  /** The result of a load whose rows were read back. */
  private static RunResult run(String names, String form, int threads) throws Exception {
    String[] jars = names.split("\\+", -1);
    LoadDriver driver = ItServers.driver(names, Map.of());
    Path folder = Bmt.newFolder("client-database");
    String url = form.formatted(folder);
    List<String> words =
        new ArrayList<>(
            List.of(
                "run",
                file(folder, "pay.sql", PAY) + "@3",
                file(folder, "take.sql", TAKE).toString(),
                "--init-file=" + file(folder, "init.sql", INIT),
                "--url=" + url,
                "--threads=" + threads,
                "--events=400",
                "--time=0",
                "--warmup=0",
                "--max-retries=1000",
                "--consume=all",
                "--driver=" + jars[0]));
    Arrays.stream(jars).skip(1).forEach(jar -> words.add("--driver-with=" + jar));
    String log = folder.resolve("derby.log").toString();
    System.setProperty("derby.stream.error.file", log); // Otherwise in the working directory.
    Ended ended =
        Bmt.process()
            .with("JAVA_TOOL_OPTIONS", "-Dderby.stream.error.file=" + log)
            .run(words.toArray(String[]::new));
    assertThat(ended.runs()).as(ended.err()).hasSize(1);
    RunResult run = ended.result();

    long paid = run.kinds().get(0).transactions() - run.kinds().get(0).rollbacks();
    assertThat(run.kinds().get(0).rollbacks()).isPositive();
    assertThat(run.kinds().get(1).transactions()).as("keys that were free").isEqualTo(5);
    assertThat(run.totals().unknown()).isZero();
    assertThat(run.totals().reconnects()).isZero();
    assertThat(run.totals().transactions() + run.totals().failed()).isEqualTo(400);
    try (Connection connection = driver.open(url, new Properties())) {
      assertThat(Sql.number(connection, "SELECT COUNT(*) FROM accounts")).isEqualTo(10);
      assertThat(Sql.number(connection, "SELECT COUNT(*) FROM history")).isEqualTo(paid);
      assertThat(Sql.number(connection, "SELECT SUM(balance) FROM accounts")).isEqualTo(7 * paid);
      assertThat(
              Sql.number(
                  connection,
                  "SELECT COUNT(*) FROM accounts a WHERE id <= 5 AND balance <> (SELECT"
                      + " MAX(balance) FROM history h WHERE h.account = a.id)"))
          .as("balances that were read otherwise")
          .isZero();
    }
    return run;
  }

  private static Path file(Path folder, String name, String text) throws Exception {
    return Files.writeString(folder.resolve(name), text);
  }
}
