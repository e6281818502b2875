package io.github.bmt4j.server.container.engine;

import com.github.dockerjava.api.DockerClient;
import io.github.bmt4j.failure.TargetException;
import io.github.bmt4j.progress.Progress;
import io.github.bmt4j.server.NodeServer;
import io.github.bmt4j.server.NodeServers;
import io.github.bmt4j.server.ServerOptions;
import io.github.bmt4j.server.container.ServerImage;
import org.testcontainers.DockerClientFactory;

/**
 * Containers of one image as the servers of a cluster's nodes. They have no network of their own,
 * so that nodes and applications reach a node at the same address, on loopback.
 */
final class ContainerNodes implements NodeServers {
  private final ServerImage image;
  private final ServerOptions options;
  private final Progress progress;

  ContainerNodes(String image, ServerOptions options, Progress progress) {
    this.image = ServerImage.parse(image);
    this.options = options;
    this.progress = progress;
  }

  @Override
  public String description() {
    return "container " + image.name();
  }

  @Override
  public void prepare() throws TargetException {
    ContainerEngine.require();
    try {
      ContainerEngine.removeWhatWasLeft(progress);
      ImagePull.ensure(client(), image.name(), progress);
    } catch (RuntimeException e) {
      throw new TargetException(description() + ": " + e.getMessage(), e);
    }
  }

  @Override
  public NodeServer node(String name) {
    return new ContainerNode(image.name(), options);
  }

  static DockerClient client() {
    return DockerClientFactory.lazyClient();
  }

  @Override
  public void end() {}

  @Override
  public void close() {}
}
