package io.github.bmt4j.server;

import io.github.bmt4j.failure.TargetException;
import io.github.bmt4j.jdbc.TargetSpec;
import io.github.bmt4j.progress.Progress;

/** One way to start the servers of one topology. Found as a service. */
public interface ServerProvider {
  /** Name of the topology. */
  String topology();

  /** What it opens: a {@link Server} or a {@link Cluster}, with the capabilities of that class. */
  Class<? extends OpenServers.Owned> opens();

  /** Whether it starts such servers. */
  boolean takes(TargetSpec spec);

  /**
   * Checks options before anything is touched.
   *
   * @throws io.github.bmt4j.failure.BadInputException when they make no sense
   */
  default void check(Topology topology, StartOptions options) {
    ServerOptions.wanted(options);
  }

  /**
   * Starts what the user wants, and waits until it takes logins.
   *
   * @param open is told of the servers before anything is started, and by them when they are closed
   * @throws io.github.bmt4j.failure.BadInputException when that makes no sense; nothing is touched
   * @throws TargetException when it cannot be had; nothing is left
   */
  OpenServers.Owned open(
      Topology topology, TargetSpec spec, StartOptions options, OpenServers open, Progress progress)
      throws TargetException;
}
