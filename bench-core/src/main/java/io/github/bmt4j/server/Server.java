package io.github.bmt4j.server;

import io.github.bmt4j.failure.TargetException;
import io.github.bmt4j.jdbc.Target;
import java.util.OptionalLong;

/** One server that is up, and its owner. */
public interface Server extends OpenServers.Owned {
  /** Address and login of the server. */
  Target target();

  /** Process id of the server, if it is a process that bmt started. */
  default OptionalLong pid() {
    return OptionalLong.empty();
  }

  /** A server that can be started again. */
  interface Restartable extends Server {
    /**
     * Ends the server in order and starts it again, with the same address, login and data: its
     * caches are then empty, and connections are lost. The page cache of the operating system is
     * not emptied. It may be closed meanwhile, by another thread; then this fails.
     *
     * @throws TargetException when it does not come back
     */
    void restart() throws TargetException;
  }
}
