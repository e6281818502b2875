package io.github.bmt4j.heavy;

import io.github.bmt4j.clock.Clock;
import io.github.bmt4j.jdbc.Connector;
import io.github.bmt4j.load.ServerCounters;
import io.github.bmt4j.outcome.OutcomeKind;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Detects that the server was restarted while statements were timed, and none of them lost its
 * connection; then nothing else shows that caches were cold. Used by one thread.
 */
final class RestartWatch {
  private final Connector connector;
  private final Clock clock;
  private final List<String> problems = new ArrayList<>();
  private @Nullable ServerCounters before;
  private long beforeNanos;

  RestartWatch(Connector connector, Clock clock) {
    this.connector = connector;
    this.clock = clock;
  }

  void begin() {
    before = counters();
    beforeNanos = clock.nanoTime();
  }

  /**
   * Looks at the server again.
   *
   * @param executions since {@link #begin}
   */
  void end(Stream<StatementResult.Execution> executions) {
    ServerCounters now = before == null ? null : counters();
    boolean restarted =
        now != null
            && before != null
            && now.isRestarted(before, (clock.nanoTime() - beforeNanos) / 1e9);
    if (restarted
        && executions.noneMatch(
            one -> one.ending().outcome().equals(OutcomeKind.CONNECTION_LOST.word()))) {
      problems.add("the server was restarted while statements were timed: its caches were cold");
    }
  }

  /** Reasons why the figures may not be used; empty if there are none. */
  List<String> problems() {
    return List.copyOf(problems);
  }

  private @Nullable ServerCounters counters() {
    try (ControlConnection control = new ControlConnection(connector)) {
      Connection connection = control.connection();
      return connection == null ? null : ServerCounters.read(connection);
    } catch (SQLException e) {
      return null; // Executions show that it does not answer.
    }
  }
}
