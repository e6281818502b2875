package io.github.bmt4j.server.container.engine;

import io.github.bmt4j.failure.TargetException;
import io.github.bmt4j.progress.Progress;
import io.github.bmt4j.server.NodeServer;
import io.github.bmt4j.server.NodeServers;
import io.github.bmt4j.server.ServerOptions;

/**
 * Containers of one image as the servers of a cluster's nodes. They have no network of their own,
 * so that nodes and applications reach a node at the same address, on loopback.
 */
record ContainerNodes(String image, ServerOptions options, Progress progress)
    implements NodeServers {
  @Override
  public String description() {
    return "container " + image;
  }

  @Override
  public void prepare() throws TargetException {
    ContainerEngine.prepare(image, progress);
  }

  @Override
  public NodeServer node(String name) {
    return new ContainerNode(image, options);
  }
}
