package io.github.bmt4j.server.container.engine;

import com.github.dockerjava.api.DockerClient;
import com.github.dockerjava.api.command.CreateContainerCmd;
import com.github.dockerjava.api.exception.NotFoundException;
import com.github.dockerjava.api.model.Container;
import io.github.bmt4j.failure.TargetException;
import io.github.bmt4j.progress.Progress;
import io.github.bmt4j.server.ServerLog;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.testcontainers.dockerclient.DockerClientProviderStrategy;
import org.testcontainers.utility.LogUtils;

/**
 * The Docker engine that Testcontainers finds, without its container that removes others (Ryuk):
 * bmt removes what a killed command has left, and where no image can be pulled, Testcontainers
 * would try for minutes, in silence.
 */
final class ContainerEngine {
  private static final List<String> TALKATIVE =
      List.of("org.testcontainers", "com.github.dockerjava", "tc");

  private static @Nullable DockerClient client;

  private ContainerEngine() {}

  /**
   * A client of the engine.
   *
   * @throws IllegalStateException if none answers
   */
  static synchronized DockerClient client() {
    DockerClient known = client;
    if (known == null) {
      known =
          DockerClientProviderStrategy.getFirstValidStrategy(
                  ServiceLoader.load(DockerClientProviderStrategy.class).stream()
                      .map(ServiceLoader.Provider::get)
                      .toList())
              .getDockerClient();
      client = known;
    }
    return known;
  }

  static void require() throws TargetException {
    silence();
    try {
      client().pingCmd().exec();
    } catch (RuntimeException e) {
      throw new TargetException(
          "--target container: no Docker engine answers; start one (or set DOCKER_HOST), or choose"
              + " --target embedded, --target local (an installed server) or --url",
          e);
    }
  }

  /** Makes sure that an engine answers and has an image, and removes containers left behind. */
  static void prepare(String image, Progress progress) throws TargetException {
    require();
    try {
      removeWhatWasLeft(progress);
      ImagePull.ensure(client(), image, progress);
    } catch (RuntimeException e) {
      throw refused(image, e);
    }
  }

  /** Answer of the engine to a request about a container of an image. */
  static <T> T ask(String image, Supplier<T> request) throws TargetException {
    try {
      return request.get();
    } catch (RuntimeException e) {
      throw refused(image, e);
    }
  }

  private static TargetException refused(String image, RuntimeException failure) {
    return new TargetException(
        "container " + image + ": " + String.valueOf(failure.getMessage()).replaceAll("\\s+", " "),
        failure);
  }

  /** The command that creates a container of an image, with the labels of its owner. */
  static CreateContainerCmd container(String image) {
    return client().createContainerCmd(image).withLabels(ContainerOwner.here().labels());
  }

  /**
   * Returns true if a container was started and has not ended.
   *
   * @param unknown value for an engine that does not answer
   */
  static boolean isRunning(@Nullable String id, boolean unknown) {
    try {
      return id != null
          && Boolean.TRUE.equals(client().inspectContainerCmd(id).exec().getState().getRunning());
    } catch (NotFoundException e) {
      return false;
    } catch (RuntimeException e) {
      return unknown;
    }
  }

  /** The failure of a container, with the last words of its server. */
  static TargetException failed(String image, String id, String how) throws TargetException {
    return new TargetException("container " + image + how + ServerLog.lastWords(output(image, id)));
  }

  static String output(String image, String id) throws TargetException {
    return ask(image, () -> LogUtils.getOutput(client(), id));
  }

  /** Removes a container with its data; if that fails, the next start of a container does. */
  static void remove(@Nullable String id) {
    if (id != null) {
      try {
        client().removeContainerCmd(id).withForce(true).withRemoveVolumes(true).exec();
      } catch (RuntimeException e) {
        // The next start of a container removes it.
      }
    }
  }

  static void removeWhatWasLeft(Progress progress) {
    List<Container> ours =
        client()
            .listContainersCmd()
            .withShowAll(true)
            .withLabelFilter(List.of(ContainerOwner.MACHINE))
            .exec();
    for (Container container : ours) {
      Map<String, String> labels = container.getLabels();
      Optional<ContainerOwner> owner = ContainerOwner.of(labels == null ? Map.of() : labels);
      if (owner.filter(ContainerOwner::isDeadHere).isPresent()) {
        remove(container, progress);
      }
    }
  }

  private static void remove(Container container, Progress progress) {
    String id = container.getId().substring(0, 12);
    try {
      client().removeContainerCmd(container.getId()).withForce(true).withRemoveVolumes(true).exec();
      progress.say("Removed a container that a killed command had left (" + id + ")");
    } catch (RuntimeException e) {
      // Another command may be doing the same.
      progress.say("Container " + id + ", which a killed command had left, is not removed here");
    }
  }

  /**
   * Keeps Testcontainers from logging: bmt reports failures in one line. Works for slf4j-simple,
   * which the command uses, and only before the first of these loggers is used.
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
