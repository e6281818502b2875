package io.github.bmt4j.server;

import io.github.bmt4j.failure.TargetException;
import io.github.bmt4j.jdbc.TargetSpec;
import io.github.bmt4j.progress.Progress;

/** One way to start servers that replicate. Found as a service. */
public interface ReplicationLabProvider {
  /** Whether it starts such servers. */
  boolean takes(TargetSpec spec);

  /**
   * Starts a primary and its replicas, and waits until they are all up and caught up.
   *
   * @param open is told of the lab before anything is started, and by the lab when it is closed
   * @throws io.github.bmt4j.failure.BadInputException when that makes no sense; nothing is touched
   * @throws TargetException when it cannot be had; nothing is left
   */
  ReplicationLab open(TargetSpec spec, ReplicationOptions options, OpenLabs open, Progress progress)
      throws TargetException;
}
