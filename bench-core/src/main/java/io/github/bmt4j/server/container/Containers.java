package io.github.bmt4j.server.container;

import io.github.bmt4j.failure.TargetException;
import io.github.bmt4j.progress.Progress;
import io.github.bmt4j.server.NodeServers;
import io.github.bmt4j.server.Server;
import io.github.bmt4j.server.ServerOptions;
import io.github.bmt4j.server.StartOptions;
import java.io.IOException;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.SocketChannel;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Servers in containers. The implementation needs Testcontainers, which bmt does not ship. */
public interface Containers {
  /**
   * True if a container engine listens where Testcontainers looks for one without settings. Waits
   * for nothing: an engine at a network address that {@code DOCKER_HOST} names is asked when it is
   * used.
   */
  static boolean engineListens(UnaryOperator<@Nullable String> environment) {
    String host = environment.apply("DOCKER_HOST");
    return host == null
        ? Stream.of(
                "/var/run/docker.sock",
                environment.apply("XDG_RUNTIME_DIR") + "/docker.sock",
                environment.apply("HOME") + "/.docker/run/docker.sock")
            .anyMatch(Containers::listens)
        : !host.startsWith("unix://") || listens(host.substring("unix://".length()));
  }

  private static boolean listens(String socket) {
    try (SocketChannel engine = SocketChannel.open(UnixDomainSocketAddress.of(socket))) {
      return engine.isConnected();
    } catch (IOException e) {
      return false;
    }
  }

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
