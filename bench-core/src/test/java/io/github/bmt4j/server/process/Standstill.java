package io.github.bmt4j.server.process;

import io.github.bmt4j.failure.TargetException;

/** {@link ProcessFreeze}, for tests of other packages. */
public final class Standstill {
  private Standstill() {}

  /**
   * Stops a process, and returns when all its threads have stopped: some run on after the signal.
   */
  public static void of(long pid) {
    try {
      ProcessFreeze.freeze(pid);
    } catch (TargetException e) {
      throw new AssertionError(e);
    }
  }
}
