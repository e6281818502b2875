package io.github.bmt4j.server.container.engine;

import com.github.dockerjava.api.DockerClient;
import com.github.dockerjava.api.model.Container;
import io.github.bmt4j.failure.TargetException;
import io.github.bmt4j.progress.Progress;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.testcontainers.DockerClientFactory;

/** The Docker engine that Testcontainers finds. */
final class ContainerEngine {
  private static final List<String> TALKATIVE =
      List.of("org.testcontainers", "com.github.dockerjava", "tc");

  private ContainerEngine() {}

  /** Makes sure that an engine answers. */
  static void require() throws TargetException {
    silence();
    if (!isThere()) {
      throw new TargetException(
          "--target container: no Docker engine answers; start one (or set DOCKER_HOST), or choose"
              + " --target embedded, --target local or --url");
    }
  }

  /** True if an engine answers. */
  static boolean isThere() {
    silence();
    return DockerClientFactory.instance().isDockerAvailable();
  }

  /** Removes the bmt's containers whose owners are dead. */
  static void removeWhatWasLeft(Progress progress) {
    DockerClient client = DockerClientFactory.lazyClient();
    List<Container> ours =
        client
            .listContainersCmd()
            .withShowAll(true)
            .withLabelFilter(List.of(ContainerOwner.HOST))
            .exec();
    for (Container container : ours) {
      Map<String, String> labels = container.getLabels();
      Optional<ContainerOwner> owner = ContainerOwner.of(labels == null ? Map.of() : labels);
      if (owner.filter(ContainerOwner::isDeadHere).isPresent()) {
        remove(client, container, progress);
      }
    }
  }

  private static void remove(DockerClient client, Container container, Progress progress) {
    String id = container.getId().substring(0, 12);
    try {
      client.removeContainerCmd(container.getId()).withForce(true).withRemoveVolumes(true).exec();
      progress.say("Removed a container that a killed command had left (" + id + ")");
    } catch (RuntimeException e) {
      // Another command may be doing the same.
      progress.say("Container " + id + ", which a killed command had left, is not removed here");
    }
  }

  /**
   * Keeps Testcontainers from logging: what went wrong is said in one line by us. Works for
   * slf4j-simple, which the command has, and only before the first of these loggers is used.
   */
  private static void silence() {
    for (String logger : TALKATIVE) {
      String property = "org.slf4j.simpleLogger.log." + logger;
      if (System.getProperty(property) == null) {
        System.setProperty(property, "off");
      }
    }
  }
}
