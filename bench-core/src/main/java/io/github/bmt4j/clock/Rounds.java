package io.github.bmt4j.clock;

import java.time.Duration;

/** Repeats a task, from a thread of its own, until it is closed. */
public final class Rounds implements AutoCloseable {
  private static final int CLOSE_MILLIS = 3_000;

  private final Runnable round;
  private final Runnable end;
  private volatile long periodNanos;
  private final Clock clock;
  private final Thread thread;
  private volatile boolean closed;

  /**
   * @param name of the thread
   * @param end called once, by the same thread, after the last round
   * @param period from the start of a round to the start of the next
   */
  public Rounds(String name, Runnable round, Runnable end, Duration period, Clock clock) {
    this.round = round;
    this.end = end;
    this.periodNanos = period.toNanos();
    this.clock = clock;
    this.thread = Daemon.start(name, this::run);
  }

  /** Changes the period from the next round on. */
  public void every(Duration period) {
    periodNanos = period.toNanos();
  }

  private void run() {
    long next = clock.nanoTime();
    while (!closed) {
      round.run();
      // Rounds missed during a long one are not repeated.
      next = Math.max(next + periodNanos, clock.nanoTime());
      clock.sleepUntil(next, () -> closed);
    }
    end.run();
  }

  /** Ends after the round under way; does not wait for it. */
  public void stop() {
    closed = true;
  }

  /** Ends; waits for the round under way, but only for a limited time. */
  @Override
  public void close() {
    stop();
    try {
      thread.join(CLOSE_MILLIS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
