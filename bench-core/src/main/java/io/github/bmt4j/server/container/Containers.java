package io.github.bmt4j.server.container;

import io.github.bmt4j.failure.TargetException;
import io.github.bmt4j.progress.Progress;
import io.github.bmt4j.server.NodeServers;
import io.github.bmt4j.server.Server;
import io.github.bmt4j.server.ServerOptions;
import io.github.bmt4j.server.StartOptions;

/** Servers in containers. The implementation needs Testcontainers, which bmt does not ship. */
public interface Containers {
  /**
   * The implementation, with Testcontainers from the class path or otherwise from Maven Central,
   * downloaded at the first use.
   *
   * @throws TargetException when Testcontainers cannot be obtained
   */
  static Containers load(Progress progress) throws TargetException {
    return EngineLoader.load(progress);
  }

  /**
   * Starts a server and waits until it takes logins.
   *
   * @throws TargetException when it cannot be started; then nothing is left behind
   */
  Server start(String image, StartOptions options, Progress progress) throws TargetException;

  /** Containers of one image as the servers of a cluster's nodes; none exists yet. */
  NodeServers nodes(String image, ServerOptions options, Progress progress);
}
