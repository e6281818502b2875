package io.github.bmt4j.server;

import java.time.Duration;
import java.time.Instant;

/** Start time of a process: with its number, it identifies a process. */
public final class ProcessStart {
  // Two readings of a process's start time differ if the machine's clock was set in between.
  private static final Duration TOLERANCE = Duration.ofSeconds(2);

  private ProcessStart() {}

  /** True if the start time of a process agrees with a recorded one. */
  public static boolean isSame(Instant started, long writtenMillis) {
    long apart = Math.abs(started.toEpochMilli() - writtenMillis);
    return apart <= TOLERANCE.toMillis();
  }
}
