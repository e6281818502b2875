package io.github.bmt4j.server;

/**
 * Servers that somebody opened and has to close. Closing ends what was started, removes what was
 * made, and may be done twice, and by another thread.
 */
public interface OwnedServers extends AutoCloseable {
  @Override
  void close();
}
