package io.github.bmt4j.workload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.bmt4j.jdbc.Grammar;
import io.github.bmt4j.outcome.ErrorPhase;
import io.github.bmt4j.workload.script.ScriptFiles;
import io.github.bmt4j.workload.script.ScriptWorkload;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a failure leaves open on the connection that scripts are given. */
class ScriptConnectionTest {
  private final RecordedConnection recorded = new RecordedConnection(new StatementCounts());

  @TempDir Path folder;

  @Test
  void aScriptThatFailsLeavesNothingOpen() throws IOException {
    ScriptWorkload workload = workload("SELECT 1;", "INSERT INTO a VALUES (1);");
    recorded.failAt(1);

    assertThatThrownBy(
            () ->
                workload.prepare(recorded.connection(), Params.resolve(workload.info(), Map.of())))
        .isInstanceOf(SQLException.class)
        .hasMessageContaining("connection lost");
    assertThat(recorded.prepared()).hasSize(1);
    assertThat(recorded.open()).isZero();
  }

  @Test
  void plansThatCannotBeReadLeaveNothingOpen() throws IOException {
    ScriptWorkload workload = workload("SELECT id FROM a \\gset\n", null);
    recorded.failAt(2);
    recorded.onSend(
        sql -> {
          if (sql.equals("ROLLBACK")) {
            throw new IllegalStateException("a bug of the driver");
          }
        });

    assertThatThrownBy(
            () ->
                workload.plans(
                    recorded.connection(),
                    new SessionContext(Params.resolve(workload.info(), Map.of()), 0, 1, 1)))
        .hasMessage("a bug of the driver");
    assertThat(recorded.texts()).hasSize(4);
    assertThat(recorded.open()).isZero();
  }

  @Test
  void asManyStatementsArePreparedBeforeTheLoadAsMayBeOpen() throws Exception {
    List<String> texts =
        IntStream.range(0, 20).mapToObj(i -> "DELETE FROM t" + i + " WHERE id = ?").toList();
    ScriptWorkload workload =
        workload("\\set n 1\n" + String.join(";", texts).replace("?", ":n"), null);

    // Each of 2,000 workers may have 16, although these are more than 25,000 in all.
    for (int workers : List.of(1, 2_000)) {
      recorded.prepared().clear();
      Session session =
          workload.newSession(
              new SessionContext(Params.resolve(workload.info(), Map.of()), 0, workers, 1));
      session.attach(recorded.connection());
      session.prepare();

      assertThat(recorded.prepared()).isEqualTo(texts.subList(0, workers == 1 ? 20 : 16));
      assertThat(recorded.open()).isEqualTo(recorded.prepared().size());
      session.detach();
    }
    assertThat(recorded.sent()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "SELECT 1, true",
    "SAVEPOINT s; ROLLBACK TO s; RELEASE SAVEPOINT s, true",
    "SET STATEMENT max_statement_time = 1 FOR DELETE FROM u, true",
    "USE other, false",
    "SET sql_mode = '', false",
    "/*!40101 SET NAMES utf8 */, false",
    "CREATE TEMPORARY TABLE t (id INT), false",
    "DROP TABLE t, false",
    "CALL p(), false",
  })
  void nothingIsPreparedFirstWhereAnotherFileChangesWhatPreparingDependsOn(
      String other, boolean first) throws Exception {
    String text = "DELETE FROM t WHERE id = ?";
    ScriptWorkload workload =
        ScriptFiles.read(
                new ScriptFiles.Choice(
                    Grammar.MYSQL,
                    List.of(
                        file("a.sql", "\\set n 1\n" + text.replace("?", ":n")),
                        file("b.sql", other)),
                    List.of(),
                    null,
                    null,
                    null,
                    null),
                line -> {})
            .workload();
    Params params = Params.resolve(workload.info(), Map.of());
    Session session = workload.newSession(new SessionContext(params, 0, 1, 1));
    session.attach(recorded.connection());

    session.prepare();

    assertThat(recorded.prepared().contains(text)).isEqualTo(first);
    assertThat(recorded.prepared()).hasSize(workload.preparedFirst(params));
  }

  /**
   * Outside of a transaction SQLite and DuckDB refuse ROLLBACK, which would cost the connection.
   */
  @ParameterizedTest
  @CsvSource({
    "jdbc:mariadb://h/d, INSERT INTO a VALUES (1), true, COMMIT",
    "jdbc:postgresql://h/d, INSERT INTO a VALUES (1), true, COMMIT",
    "jdbc:sqlite:a, INSERT INTO a VALUES (1), false, STATEMENT",
    "jdbc:sqlite:a, BEGIN; INSERT INTO a VALUES (1); COMMIT, true, STATEMENT",
    "jdbc:sqlite:a, SAVEPOINT s; INSERT INTO a VALUES (1), true, STATEMENT",
    "jdbc:duckdb:a, CREATE TABLE b (id INT); INSERT INTO a VALUES (1), false, STATEMENT",
  })
  void aFailureIsRolledBackWhereATransactionMayBeOpen(
      String url, String text, boolean rolledBack, ErrorPhase phase) throws Exception {
    ScriptWorkload workload =
        ScriptFiles.read(
                new ScriptFiles.Choice(
                    Grammar.of(List.of(url), List.of()),
                    List.of(file("load.sql", text)),
                    List.of(),
                    null,
                    null,
                    null,
                    null),
                line -> {})
            .workload();
    Params params = Params.resolve(workload.info(), Map.of());
    Session session = workload.newSession(new SessionContext(params, 0, 1, 1));
    StatementCounts counts = new StatementCounts();
    recorded.onSend(
        sql -> {
          if (sql.startsWith("INSERT")) {
            throw new IllegalStateException("refused");
          }
        });
    session.attach(recorded.connection());
    session.next();

    assertThatThrownBy(() -> session.execute(counts)).hasMessageContaining("refused");
    assertThat(counts.phase()).isEqualTo(phase);
    assertThat(session.rollBack(recorded.connection())).isEqualTo(rolledBack);
    assertThat(recorded.texts().contains("ROLLBACK")).isEqualTo(rolledBack);
  }

  private ScriptWorkload workload(String load, @Nullable String init) throws IOException {
    return ScriptFiles.read(
            new ScriptFiles.Choice(
                Grammar.MYSQL,
                List.of(file("load.sql", load)),
                List.of(),
                null,
                init == null ? null : file("init.sql", init),
                null,
                null),
            line -> {})
        .workload();
  }

  private String file(String name, String text) throws IOException {
    return Files.writeString(folder.resolve(name), text).toString();
  }
}
