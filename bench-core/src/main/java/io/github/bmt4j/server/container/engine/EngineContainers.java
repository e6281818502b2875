package io.github.bmt4j.server.container.engine;

import io.github.bmt4j.failure.TargetException;
import io.github.bmt4j.progress.Progress;
import io.github.bmt4j.server.NodeServers;
import io.github.bmt4j.server.Server;
import io.github.bmt4j.server.ServerOptions;
import io.github.bmt4j.server.StartOptions;
import io.github.bmt4j.server.container.Containers;

/** Servers in containers of the Docker engine that Testcontainers finds. */
public final class EngineContainers implements Containers {
  @Override
  public Server start(String image, StartOptions options, Progress progress)
      throws TargetException {
    return ContainerServer.open(image, options, progress);
  }

  @Override
  public NodeServers nodes(String image, ServerOptions options, Progress progress) {
    return new ContainerNodes(image, options, progress);
  }
}
