package io.github.bmt4j.server;

import io.github.bmt4j.clock.Clock;
import io.github.bmt4j.failure.TargetException;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/** Waits for servers, each with a limit. */
public final class Waiting {
  private Waiting() {}

  /** A condition that will hold. */
  public interface Condition {
    boolean holds() throws TargetException;
  }

  /**
   * Waits until a condition holds.
   *
   * @param patience limit; the condition is checked at least once
   * @param pollMillis from one check to the next
   * @return false if it does not hold in time
   * @throws TargetException also when the thread is interrupted
   */
  public static boolean until(Duration patience, int pollMillis, Condition condition)
      throws TargetException {
    long end = Clock.SYSTEM.nanoTime() + patience.toNanos();
    try {
      while (!condition.holds()) {
        if (Clock.SYSTEM.nanoTime() - end >= 0) {
          return false;
        }
        TimeUnit.MILLISECONDS.sleep(pollMillis);
      }
      return true;
    } catch (InterruptedException e) {
      throw TargetException.interrupted(e);
    }
  }
}
