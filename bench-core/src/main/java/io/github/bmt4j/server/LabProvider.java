package io.github.bmt4j.server;

import io.github.bmt4j.failure.TargetException;
import io.github.bmt4j.jdbc.TargetSpec;
import io.github.bmt4j.progress.Progress;

/** One way to start servers. Found as a service. */
public interface LabProvider {
  /** Whether it starts what the user wants. */
  boolean takes(TargetSpec spec);

  /**
   * Starts what the user wants, and waits until it takes logins.
   *
   * @param open is told of the lab before anything is started, and by the lab when it is closed
   * @throws io.github.bmt4j.failure.BadInputException when that makes no sense; nothing is touched
   * @throws TargetException when it cannot be had; nothing is left
   */
  Lab open(TargetSpec spec, LabOptions options, OpenLabs open, Progress progress)
      throws TargetException;
}
