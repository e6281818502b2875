package io.github.bmt4j.workload.script;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.github.bmt4j.jdbc.Sql;
import io.github.bmt4j.outcome.ErrorPhase;
import io.github.bmt4j.workload.Session;
import io.github.bmt4j.workload.StatementCounts;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Timeout;

/** Tests of the user's own SQL on a real server of the class. */
@Timeout(60)
@SuppressWarnings("NullAway.Init")
abstract class OnScriptServer {
  @AutoClose static ScriptServer server;

  final StatementCounts counts = new StatementCounts();
  final List<String> debugged = new ArrayList<>();

  @BeforeAll
  static void start() throws Exception {
    server = new ScriptServer();
  }

  @BeforeEach
  void fill() throws SQLException {
    server.fill();
  }

  void execute(String text) throws SQLException {
    Session session =
        session(workload(Map.of(), new WeightedScript(ScriptServer.parse("a.sql", text), 1)));
    try (Connection connection = server.connect()) {
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

  /**
   * Executes a file as a transaction, and rolls back what it left open.
   *
   * @param flag value of its variable {@code flag}
   * @return its failure, if it failed
   */
  @Nullable SQLException wrapped(String text, String flag) throws SQLException {
    WeightedScript script = new WeightedScript(ScriptServer.parse("a.sql", text, "flag"), 1);
    Session session =
        session(new ScriptWorkload(List.of(script), Map.of("flag", flag), true, debugged::add));
    try (Connection connection = server.connect()) {
      session.attach(connection);
      counts.begin();
      session.next();
      SQLException failure =
          catchThrowableOfType(SQLException.class, () -> session.execute(counts));
      Sql.execute(connection, "ROLLBACK");
      session.detach();
      return failure;
    }
  }

  ScriptWorkload workload(Map<String, String> defined, WeightedScript... scripts) {
    Consumer<String> debug = debugged::add;
    return new ScriptWorkload(List.of(scripts), defined, false, debug);
  }

  static Session session(ScriptWorkload workload) {
    return workload.newSession(ScriptServer.context(0, 1));
  }
}
