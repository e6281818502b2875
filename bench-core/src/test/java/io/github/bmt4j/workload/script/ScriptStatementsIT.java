package io.github.bmt4j.workload.script;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.assertj.core.api.Assertions.tuple;

import io.github.bmt4j.outcome.ErrorPhase;
import io.github.bmt4j.outcome.Failure;
import io.github.bmt4j.workload.Session;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import org.assertj.core.api.AbstractThrowableAssert;
import org.junit.jupiter.api.Test;

/** What statements of the user's own SQL give, and how they fail. */
class ScriptStatementsIT extends OnScriptServer {
  /** The rows that it returns are those that it changed. */
  @Test
  void returningCountsAsChangingItsRows() throws Exception {
    execute(
        """
        INSERT INTO history (delta) VALUES (1), (2) RETURNING n;
        \\expect affected=2
        INSERT INTO history (delta) VALUES (3) RETURNING delta \\gset
        \\set x debug(:delta)
        DELETE FROM history WHERE delta = 3 RETURNING n; \\expect affected=1
        DELETE FROM history WHERE delta = 3 RETURNING n; \\expect affected=0
        """);
    assertThat(debugged).containsExactly("debug(a.sql:4): int 3");
    assertThat(counts.writes()).isEqualTo(3);
    assertThat(counts.reads()).isEqualTo(1);
    assertThat(server.number("SELECT COUNT(*) FROM history")).isEqualTo(2);
  }

  @Test
  void errorsOfTheServerNameTheStatement() {
    SQLException failed =
        catchThrowableOfType(
            SQLException.class,
            () -> execute("SELECT 1;\nBEGIN; INSERT INTO history (n) VALUES (1), (1); COMMIT;"));
    Failure failure = Failure.of(failed, ErrorPhase.STATEMENT);
    assertThat(failure.place()).isEqualTo("a.sql:2:8");
    assertThat(failure.code()).isEqualTo(1062);
    assertThat(failure.message()).startsWith("a.sql:2:8: ").contains("Duplicate entry");
  }

  @Test
  void plansAreReadWithValuesAndNothingIsChanged() throws Exception {
    Script script =
        ScriptServer.parse(
            "a.sql",
            """
            \\set id random(1, 100)
            \\sleep 100 s
            BEGIN;
            UPDATE accounts SET balance = balance + 1 WHERE id = :id;
            SELECT MIN(id) + 6 AS found FROM accounts WHERE balance = 0 \\gset
            \\if :found > 1000
            DELETE FROM accounts WHERE balance = :found;
            \\endif
            INSERT INTO history (delta) VALUES (:found) RETURNING n \\gset
            SELECT id FROM accounts WHERE id IN (:found, :n);
            SELECT MIN(id) + 6 AS found FROM accounts WHERE balance = 0;
            SELECT x FROM :"id";
            COMMIT;
            """);
    ScriptWorkload workload = workload(Map.of(), new WeightedScript(script, 1));
    List<StatementPlan> plans;
    try (Connection connection = server.connect()) {
      plans = workload.plans(connection, ScriptServer.context(0, 1));
    }
    assertThat(plans)
        .extracting(StatementPlan::place)
        .as("distinct ones")
        .containsExactly(
            "a.sql:3",
            "a.sql:4",
            "a.sql:5",
            "a.sql:7",
            "a.sql:9",
            "a.sql:10",
            "a.sql:12",
            "a.sql:13");
    assertThat(plans.get(0).note()).isEqualTo("not supported by EXPLAIN");
    assertThat(plans.get(6).note()).contains("doesn't exist");
    assertThat(List.of(plans.get(1), plans.get(4), plans.get(5)))
        .flatExtracting(StatementPlan::accesses)
        .extracting(StatementPlan.Access::table, StatementPlan.Access::fullScan)
        .containsExactly(
            tuple("accounts", false), tuple("history", false), tuple("accounts", false));
    assertThat(plans.get(1).accesses().get(0).key()).isEqualTo("PRIMARY");
    assertThat(List.of(plans.get(2), plans.get(3)))
        .flatExtracting(StatementPlan::accesses)
        .allSatisfy(
            access -> {
              assertThat(access.fullScan()).isTrue();
              // The server estimates it.
              assertThat(access.rows()).isBetween(50L, 200L);
            });
    assertThat(server.number("SELECT COUNT(*) FROM accounts WHERE balance = 0")).isEqualTo(100);
    assertThat(server.number("SELECT COUNT(*) FROM history")).isZero();
  }

  @Test
  void resultsOfACallAreDrainedAndItsRowsCounted() throws Exception {
    ScriptWorkload workload =
        workload(
            Map.of(), new WeightedScript(ScriptServer.parse("a.sql", "CALL two(); SELECT 4;"), 1));
    Session session = session(workload);
    try (Connection connection = server.connect()) {
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
        .hasMessage("a.sql:1: \\expect affected=1, but the statement changed 0 rows");
    fails("SELECT id FROM accounts;\n\\expect rows<=2")
        .hasMessage("a.sql:1: \\expect rows<=2, but the statement returned 100 rows");
    fails("SELECT id FROM accounts \\gset")
        .hasMessage("a.sql:1: \\gset expects one row, and got 100");
    fails("SELECT id FROM accounts WHERE id < 0 \\gset")
        .hasMessage("a.sql:1: \\gset expects one row, and got 0");
    fails("SELECT 0 AS n \\gset\n\\set x 1 / :n").hasMessage("a.sql:2: division by zero");
    fails("SELECT 'x' AS n \\gset\n\\set x 1 + :n").hasMessage("a.sql:2: 'x' is not a number");
    fails("SELECT 1; \\if 1 = 2\n\\set x 1\n\\endif\nSELECT :x;")
        .hasMessageContaining("a.sql:4: value 1 was never set");
    fails("\\if 1 = 2\nCOMMIT;\n\\endif\nBEGIN;\nSELECT 1;")
        .hasMessageContaining("the file ends inside a transaction");
  }

  private AbstractThrowableAssert<?, ? extends Throwable> fails(String text) {
    return assertThatThrownBy(() -> execute(text)).isInstanceOf(SQLException.class);
  }
}
