package io.github.bmt4j.clock;

import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.BooleanSupplier;

/** A call that may never return, on a daemon thread of its own. */
public final class TimedCall {
  private TimedCall() {}

  /**
   * Waits for the result of a call. A late call goes on; its thread is interrupted.
   *
   * @param thread name of its thread
   * @throws ExecutionException when the call fails; its cause is the call's exception
   * @throws TimeoutException when it is late, or the caller is stopped (looked at every 50 ms)
   * @throws InterruptedException when the calling thread is interrupted
   */
  public static <T> T of(
      String thread, Callable<T> call, Duration patience, Clock clock, BooleanSupplier stopped)
      throws ExecutionException, TimeoutException, InterruptedException {
    FutureTask<T> task = new FutureTask<>(call);
    Daemon.start(thread, task);
    long untilNanos = clock.nanoTime() + patience.toNanos();
    try {
      while (!stopped.getAsBoolean() && clock.nanoTime() < untilNanos) {
        try {
          return task.get(Clock.LOOK_NANOS, TimeUnit.NANOSECONDS);
        } catch (TimeoutException e) {
          // Not finished yet.
        }
      }
      throw new TimeoutException();
    } finally {
      task.cancel(true);
    }
  }
}
