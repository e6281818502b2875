package io.github.bmt4j.failover.client;

import io.github.bmt4j.failover.figures.ClientLog;
import io.github.bmt4j.failure.TargetException;
import java.time.Duration;

/** A running imitation of an application: in a JVM of its own, or in this one. */
public interface Client extends AutoCloseable {
  /** The progress of the application, at most a tenth of a second old. */
  ClientStatus status();

  boolean isAlive();

  /**
   * Ends the application, once. No operation is due any more; an operation that has not ended after
   * {@code patience} is in the log as stuck. A stuck write is committed after that only if it was
   * in its commit.
   *
   * @throws TargetException when there is no log
   */
  ClientLog stop(Duration patience) throws TargetException;

  /**
   * Returns what has ended since the last time; it is not in the log of {@link #stop} any more.
   *
   * @throws TargetException when the application does not answer in time; a later answer is lost
   */
  default ClientLog take() throws TargetException {
    throw new IllegalStateException("it gives its log at its end only");
  }

  /**
   * Suspends the application's pools: whoever asks for a connection waits. Returns when all
   * connections are back in the pools.
   *
   * @param patience for transactions under way; the method returns after it in any case
   * @return connections that are still in use
   * @throws TargetException when the application does not answer
   */
  default int suspend(Duration patience) throws TargetException {
    throw new IllegalStateException("its pools cannot be suspended");
  }

  /** Lets the pools replace their connections and hand out the new ones. */
  default void resume() throws TargetException {
    throw new IllegalStateException("its pools cannot be suspended");
  }

  /** Ends the application at once. May be called twice, and by any thread. */
  @Override
  void close();
}
