package io.github.bmt4j.load.run;

import io.github.bmt4j.clock.Daemon;
import io.github.bmt4j.jdbc.ConnectionSource;

/** Closes connections without waiting forever for a server that hangs. */
public final class BoundedClose {
  private static final int PATIENCE_MILLIS = 5_000;

  private BoundedClose() {}

  /** Closes the connections; after 5 s, the rest goes on in a daemon thread. */
  public static void of(ConnectionSource source) {
    Thread closer = Daemon.start("bmt-close", source::close);
    try {
      closer.join(PATIENCE_MILLIS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
