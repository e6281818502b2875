package io.github.bmt4j.clock;

import static io.github.bmt4j.report.Lines.words;

import io.github.bmt4j.report.Reason;
import io.github.bmt4j.report.Reason.Code;
import org.jspecify.annotations.Nullable;

/**
 * Time for which this process stood still while one of its threads waited for something else: a
 * wait with a limit ended much later than that limit. Used by that thread.
 */
public final class StandstillWatch {
  /** Shorter standstills of a load are not kept. */
  public static final long SHORTEST_NANOS = 200_000_000;

  /** Largest allowed share of the watched time. */
  private static final double LIMIT = 0.01;

  private final Clock clock;
  private final long shortestNanos;
  private final long beginNanos;
  private long dueNanos;
  private long stoodStillNanos;

  public StandstillWatch(Clock clock) {
    this(clock, SHORTEST_NANOS);
  }

  /**
   * @param shortestNanos shorter standstills do not count
   */
  public StandstillWatch(Clock clock, long shortestNanos) {
    this.clock = clock;
    this.shortestNanos = shortestNanos;
    this.beginNanos = clock.nanoTime();
  }

  /**
   * Marks the start of a wait with a limit.
   *
   * @return the moment at which the wait must end
   */
  public long waits(long millis) {
    dueNanos = clock.nanoTime() + millis * 1_000_000;
    return dueNanos;
  }

  /**
   * Marks the end of that wait.
   *
   * @return time in ns for which the process stood still after the end of the wait; 0 if it did not
   */
  public long woke() {
    long late = clock.nanoTime() - dueNanos;
    long still = late >= shortestNanos ? late : 0;
    stoodStillNanos += still;
    return still;
  }

  /**
   * Message that the standstills were more than 1 % of the time since the start; absent otherwise.
   */
  public @Nullable Reason problem() {
    return problem(stoodStillNanos / 1e9, (clock.nanoTime() - beginNanos) / 1e9);
  }

  /** Message that a client stood still for more than 1 % of a time; absent otherwise. */
  public static @Nullable Reason problem(double stoodStillSeconds, double seconds) {
    return stoodStillSeconds <= LIMIT * seconds
        ? null
        : Code.CLIENT_PAUSED.of(
            words("the client itself stood still for %.1f of %.1f s", stoodStillSeconds, seconds));
  }
}
