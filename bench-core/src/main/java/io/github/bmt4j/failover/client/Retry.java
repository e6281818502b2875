package io.github.bmt4j.failover.client;

import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Locale;
import java.util.concurrent.TimeUnit;

/**
 * Reaction of the simulated application to an attempt that did not end OK.
 *
 * @param mostAttempts at an operation
 * @param pauseNanos before another attempt
 * @param deadlineNanos since the intended time; no attempt begins after it
 */
public record Retry(int mostAttempts, long pauseNanos, long deadlineNanos) {
  private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(50);

  /** Choices of the user. */
  public enum Policy {
    NONE,
    ONCE,
    UNTIL_DEADLINE;

    @JsonValue
    public String word() {
      return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    Retry within(long deadlineMillis) {
      return switch (this) {
        case NONE -> new Retry(1, 0, Long.MAX_VALUE);
        case ONCE -> new Retry(2, 0, Long.MAX_VALUE);
        case UNTIL_DEADLINE ->
            new Retry(
                Integer.MAX_VALUE, PAUSE_NANOS, TimeUnit.MILLISECONDS.toNanos(deadlineMillis));
      };
    }
  }

  boolean allows(int attempt, long elapsedNanos) {
    return attempt < mostAttempts && elapsedNanos <= deadlineNanos - pauseNanos;
  }
}
