package io.github.bmt4j.server;

import io.github.bmt4j.failure.TargetException;
import io.github.bmt4j.jdbc.Target;
import java.util.OptionalLong;

/** A server that is up, and its owner. */
public interface Lab extends OwnedServers {
  /** How to reach it. */
  Target target();

  /** Process id of the server, where it is a process of ours. */
  OptionalLong pid();

  /** Whether {@link #restart} is possible: the server is a process of ours. */
  default boolean restartable() {
    return false;
  }

  /**
   * Ends the server in order and starts it again, with the same address, login and data: its own
   * caches are empty then, and connections are lost. The page cache of the operating system is not
   * emptied. It may be closed meanwhile, by another thread; then this fails.
   *
   * @throws TargetException when it does not come back
   * @throws UnsupportedOperationException when it is not restartable
   */
  default void restart() throws TargetException {
    throw new UnsupportedOperationException("this server cannot be started again");
  }
}
