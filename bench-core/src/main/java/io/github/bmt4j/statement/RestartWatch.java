package io.github.bmt4j.statement;

import io.github.bmt4j.clock.Clock;
import io.github.bmt4j.load.ServerCounters;
import java.sql.Connection;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/** Detects that a server was restarted, also where no connection was lost. Used by one thread. */
public final class RestartWatch {
  private final Clock clock;
  private @Nullable ServerCounters before;
  private long beforeNanos;

  public RestartWatch(Clock clock) {
    this.clock = clock;
  }

  /** Begins anew. */
  public void begin(Connection connection) throws SQLException {
    before = ServerCounters.read(connection);
    beforeNanos = clock.nanoTime();
  }

  /** Returns true if the server was restarted since the last {@link #begin}. */
  public boolean isRestarted(Connection connection) throws SQLException {
    return before != null
        && ServerCounters.read(connection)
            .isRestarted(before, (clock.nanoTime() - beforeNanos) / 1e9);
  }
}
