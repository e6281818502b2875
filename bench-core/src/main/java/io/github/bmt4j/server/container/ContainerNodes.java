package io.github.bmt4j.server.container;

import com.github.dockerjava.api.DockerClient;
import io.github.bmt4j.failure.BadInputException;
import io.github.bmt4j.failure.TargetException;
import io.github.bmt4j.jdbc.ServerProduct.Flavor;
import io.github.bmt4j.jdbc.TargetSpec;
import io.github.bmt4j.progress.Progress;
import io.github.bmt4j.server.NodeServer;
import io.github.bmt4j.server.NodeServers;
import io.github.bmt4j.server.ServerOptions;
import org.testcontainers.DockerClientFactory;

/**
 * Containers of one image as the servers of a cluster's nodes. They have no network of their own,
 * so that nodes and applications reach a node at the same address, on loopback.
 */
public final class ContainerNodes implements NodeServers {
  private final ServerImage image;
  private final ServerOptions options;
  private final Progress progress;

  /** Containers that do not exist yet. */
  public ContainerNodes(TargetSpec.Container target, ServerOptions options, Progress progress) {
    this.image = ServerImage.parse(target.image());
    this.options = options;
    this.progress = progress;
  }

  /**
   * Checks whether containers of an image can be nodes, as far as that can be seen.
   *
   * @throws BadInputException when they cannot
   */
  public static void check(TargetSpec.Container target) {
    if (ServerImage.parse(target.image()).flavor() != Flavor.MYSQL) {
      throw new BadInputException(
          target.word()
              + ": bmt makes clusters of MySQL containers only; for MariaDB, choose --target"
              + " embedded or local");
    }
    if (!System.getProperty("os.name", "").startsWith("Linux")) {
      throw new BadInputException(
          target.word()
              + ": clusters of containers need Linux, where they share the machine's loopback"
              + " addresses; choose --target embedded or local");
    }
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
