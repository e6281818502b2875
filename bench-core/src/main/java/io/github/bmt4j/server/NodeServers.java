package io.github.bmt4j.server;

import io.github.bmt4j.failure.TargetException;
import java.io.IOException;

/** Makes the servers of a cluster's nodes, all of one product. */
public interface NodeServers extends AutoCloseable {
  /** Servers in a line, such as {@code local MariaDB 10.11.19}. */
  String description();

  /** Prepares what all servers need. */
  void prepare() throws IOException, TargetException;

  NodeServer node(String name);

  /** Ends a running preparation; may be called by another thread. */
  default void end() {}

  /** Removes the common files of all servers, which have ended. */
  @Override
  default void close() {}
}
