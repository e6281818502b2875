package io.github.bmt4j.endpoint;

import static io.github.bmt4j.report.Lines.words;

import io.github.bmt4j.clock.Clock;
import io.github.bmt4j.clock.TimedCall;
import io.github.bmt4j.failure.TargetException;
import io.github.bmt4j.progress.StopSignal;
import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Queries servers that may accept connections but never answer, for which drivers may have no
 * limit.
 *
 * @param stopped true when the user has ended the run
 * @param patience longest duration of a query
 */
public record TimedQuery(Clock clock, BooleanSupplier stopped, Duration patience) {
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  /** Query of a server. */
  public interface Look<T> {
    T look() throws SQLException;
  }

  public static TimedQuery with(Clock clock, StopSignal stop) {
    return new TimedQuery(clock, stop::given, PATIENCE);
  }

  /**
   * Waits for the result of a look. A late look goes on in a daemon thread.
   *
   * @throws SQLException as the look throws it, or when it is late, or the user ended the run
   */
  public <T> T at(Look<T> look) throws SQLException {
    try {
      return TimedCall.of("bmt-look", look::look, patience, clock, stopped);
    } catch (TimeoutException e) {
      throw new SQLException(
          stopped.getAsBoolean()
              ? "stopped before it answered"
              : words("no answer in %.1f s", patience.toNanos() / 1e9),
          "08000");
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new SQLException("interrupted", e);
    } catch (ExecutionException e) {
      throw unwrapped(e.getCause());
    }
  }

  /**
   * Waits for a look that comes before everything else.
   *
   * @throws SQLException as the look throws it, or when it is late
   * @throws TargetException when the user ended the command
   */
  public <T> T first(Look<T> look) throws SQLException, TargetException {
    try {
      return at(look);
    } catch (SQLException e) {
      if (stopped.getAsBoolean()) {
        throw new TargetException("stopped before anything was touched", e);
      }
      throw e;
    }
  }

  private static SQLException unwrapped(@Nullable Throwable cause) {
    if (cause instanceof SQLException failure) {
      return failure;
    }
    if (cause instanceof Error error) {
      throw error;
    }
    throw cause instanceof RuntimeException mistake ? mistake : new IllegalStateException(cause);
  }
}
