package io.github.bmt4j.clock;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * How long this process stood still while one of its threads waited for something else: a wait with
 * a limit that ends much later than its limit. Used by that thread.
 */
public final class Standstill {
  /** Shorter ones are not kept. */
  private static final long SHORTEST_NANOS = 200_000_000;

  /** Share of the time watched that it may be. */
  private static final double LIMIT = 0.01;

  private final Clock clock;
  private final long beginNanos;
  private long dueNanos;
  private long stoodStillNanos;

  /** Begins to watch. */
  public Standstill(Clock clock) {
    this.clock = clock;
    this.beginNanos = clock.nanoTime();
  }

  /** The thread is about to wait, for no longer than this. */
  public void waits(long millis) {
    dueNanos = clock.nanoTime() + millis * 1_000_000;
  }

  /** That wait has ended. */
  public void woke() {
    long late = clock.nanoTime() - dueNanos;
    if (late >= SHORTEST_NANOS) {
      stoodStillNanos += late;
    }
  }

  /** In words, that it was more than 1 % of the time since the start; nothing otherwise. */
  public @Nullable String problem() {
    long watched = clock.nanoTime() - beginNanos;
    return stoodStillNanos <= LIMIT * watched
        ? null
        : String.format(
            Locale.ROOT,
            "the client itself stood still for %.1f of %.1f s",
            stoodStillNanos / 1e9,
            watched / 1e9);
  }
}
