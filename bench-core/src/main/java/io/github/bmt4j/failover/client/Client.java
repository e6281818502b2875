package io.github.bmt4j.failover.client;

import io.github.bmt4j.failover.figures.ClientLog;
import io.github.bmt4j.failure.TargetException;
import java.time.Duration;

/** A running imitation of an application: in a JVM of its own, or in this one. */
public interface Client extends AutoCloseable {
  /** The progress of the application, at most a tenth of a second old. */
  ClientStatus status();

  /** Whether it still runs. */
  boolean isAlive();

  /**
   * Ends the application, once. No operation is due any more; an operation that has not ended after
   * {@code patience} is in the log as stuck. A stuck write is committed after that only if it was
   * in its commit.
   *
   * @throws TargetException when there is no log
   */
  ClientLog stop(Duration patience) throws TargetException;

  /** Ends the application at once. May be called twice, and by any thread. */
  @Override
  void close();
}
