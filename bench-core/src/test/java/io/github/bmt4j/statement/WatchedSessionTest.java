package io.github.bmt4j.statement;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.bmt4j.clock.Clock;
import io.github.bmt4j.jdbc.Connector;
import io.github.bmt4j.jdbc.PsMode;
import io.github.bmt4j.jdbc.Secret;
import io.github.bmt4j.jdbc.Target;
import io.github.bmt4j.outcome.OutcomeKind;
import io.github.bmt4j.outcome.StatementOutcome;
import io.github.bmt4j.progress.StopSignal;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class WatchedSessionTest {
  private static final String URL = "jdbc:mariadb://127.0.0.1:1/bmt";

  /** A lost connection is never the outcome of a KILL QUERY: the statement may go on. */
  @ParameterizedTest
  @CsvSource({
    "STOPPED,    1317, 70100, STOPPED",
    "STOPPED,    1205, HY000, STOPPED",
    "STOPPED,    0,    08000, CONNECTION_LOST",
    "TIME_LIMIT, 1317, 70100, TIME_LIMIT",
    "TIME_LIMIT, 1205, HY000, LOCK_TIMEOUT",
    "TIME_LIMIT, 0,    08000, CONNECTION_LOST",
    ",           1317, 70100, INTERRUPTED"
  })
  void outcomeIsThatOfTheKillOnlyWhereTheKillEndedIt(
      @Nullable OutcomeKind why, int code, String state, OutcomeKind expected) throws SQLException {
    Connection connection = Answers.connection(sql -> List.of(List.of("7")), () -> {});
    Connector connector =
        new Connector(new Target("t", URL, "", Secret.of(""), false), PsMode.AUTO, 0);
    ServerConnections connections =
        new ServerConnections(connector, new StopSignal(), "the server");
    try (WatchedSession session = new WatchedSession(connections, connection, Clock.SYSTEM, null)) {
      if (why != null) {
        session.kill(why, () -> true);
      }
      StatementOutcome outcome = session.failed(new SQLException("failed", state, code), 1_000_000);

      assertThat(outcome.outcome()).isEqualTo(expected);
      boolean byBmt = why != null && code == 1317;
      assertThat(outcome.message()).isEqualTo(byBmt ? "failed (KILL QUERY by bmt)" : "failed");
    }
  }
}
