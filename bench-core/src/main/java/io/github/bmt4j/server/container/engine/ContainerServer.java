package io.github.bmt4j.server.container.engine;

import com.github.dockerjava.api.command.CreateContainerCmd;
import com.github.dockerjava.api.exception.NotFoundException;
import com.github.dockerjava.api.model.ExposedPort;
import com.github.dockerjava.api.model.HostConfig;
import com.github.dockerjava.api.model.PortBinding;
import com.github.dockerjava.api.model.Ports.Binding;
import io.github.bmt4j.failure.TargetException;
import io.github.bmt4j.jdbc.ServerProduct.Flavor;
import io.github.bmt4j.jdbc.Sql;
import io.github.bmt4j.jdbc.Target;
import io.github.bmt4j.progress.Progress;
import io.github.bmt4j.server.Login;
import io.github.bmt4j.server.OpenServers;
import io.github.bmt4j.server.Readiness;
import io.github.bmt4j.server.Server;
import io.github.bmt4j.server.ServerOptions;
import io.github.bmt4j.server.StartOptions;
import io.github.bmt4j.server.Waiting;
import io.github.bmt4j.server.container.ServerImage;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.testcontainers.DockerClientFactory;

/** A single server in a container, whose port the engine publishes. */
final class ContainerServer implements Server {
  private static final ExposedPort PORT = ExposedPort.tcp(3306);
  private static final int POLL_MS = 200;
  private static final Duration START_PATIENCE = Duration.ofMinutes(5);

  private static final String LOOPBACK = "127.0.0.1";

  private final ServerImage image;
  private final ServerOptions options;
  private final Login login = Login.random();
  private @Nullable String container;
  private @Nullable Target target;
  private boolean closed;

  ContainerServer(ServerImage image, ServerOptions options) {
    this.image = image;
    this.options = options;
  }

  /** Starts a container and waits until its server takes logins. */
  static Server open(String name, StartOptions wanted, Progress progress) throws TargetException {
    ContainerServer server =
        new ContainerServer(ServerImage.parse(name), ServerOptions.wanted(wanted));
    ContainerEngine.prepare(name, progress);
    return OpenServers.add(server, "container " + name, progress, server::start);
  }

  void start() throws TargetException {
    String id = startContainer();
    Waiting.until(START_PATIENCE, POLL_MS, () -> isReached(url(id)) || !isRunning(id));
    String url = url(id);
    if (!isReached(url)) {
      requireOpen();
      throw ContainerEngine.failed(
          image.name(), id, isRunning(id) ? " takes no login: " : " ended: ");
    }
    allowEverything(url);
    target =
        new Target(
            "container " + image.name(),
            url,
            login.user(),
            login.password(),
            true,
            ContainerProcess.of(pid(id), id));
  }

  private synchronized String startContainer() throws TargetException {
    requireOpen();
    String password = login.password().reveal();
    CreateContainerCmd create =
        ContainerEngine.container(image.name())
            .withExposedPorts(PORT)
            .withHostConfig(new HostConfig().withPortBindings(new PortBinding(publishedAt(), PORT)))
            .withCmd(
                Stream.concat(
                        image.flavor() == Flavor.MYSQL
                            ? Stream.of("--secure-file-priv=NULL")
                            : Stream.empty(),
                        options.arguments().stream())
                    .toList())
            .withEnv(
                "MYSQL_DATABASE=" + StartOptions.DATABASE,
                "MYSQL_USER=" + login.user(),
                "MYSQL_PASSWORD=" + password,
                "MYSQL_ROOT_PASSWORD=" + password);
    return ContainerEngine.ask(
        image.name(),
        () -> {
          String id = create.exec().getId();
          container = id;
          ContainerEngine.client().startContainerCmd(id).exec();
          return id;
        });
  }

  /** The loopback address; all addresses if the engine is on another machine. */
  private static Binding publishedAt() {
    return hostOfEngine().equals(LOOPBACK) ? Binding.bindIp(LOOPBACK) : Binding.empty();
  }

  private static String hostOfEngine() {
    String host = DockerClientFactory.instance().dockerHostIpAddress();
    return host.equals("localhost") ? LOOPBACK : host;
  }

  private synchronized void requireOpen() throws TargetException {
    OpenServers.demandOpen(closed);
  }

  private boolean isReached(String url) {
    return !url.isEmpty() && Readiness.isReached(url, login);
  }

  /** URL of the port; "" before the engine has published it, and after the container has ended. */
  private String url(String id) throws TargetException {
    return ContainerEngine.ask(
        image.name(),
        () -> {
          try {
            Binding[] published =
                ContainerEngine.client()
                    .inspectContainerCmd(id)
                    .exec()
                    .getNetworkSettings()
                    .getPorts()
                    .getBindings()
                    .get(PORT);
            return published == null || published.length == 0
                ? ""
                : Login.url(
                    hostOfEngine(),
                    Integer.parseInt(published[0].getHostPortSpec()),
                    image.flavor());
          } catch (NotFoundException e) {
            return "";
          }
        });
  }

  private long pid(String id) throws TargetException {
    return ContainerEngine.ask(
        image.name(),
        () ->
            Objects.requireNonNullElse(
                ContainerEngine.client().inspectContainerCmd(id).exec().getState().getPidLong(),
                0L));
  }

  private static boolean isRunning(String id) {
    return ContainerEngine.isRunning(id, false);
  }

  private void allowEverything(String url) throws TargetException {
    Login root = new Login("root", login.password());
    try (Connection connection = Readiness.connect(url, root)) {
      Sql.execute(
          connection, "GRANT ALL PRIVILEGES ON *.* TO " + login.quoted() + " WITH GRANT OPTION");
    } catch (SQLException e) {
      throw new TargetException(
          "container " + image.name() + ": root cannot log in: " + e.getMessage(), e);
    }
  }

  @Override
  public Target target() {
    return Objects.requireNonNull(target, "started");
  }

  @Override
  public void close() {
    synchronized (this) {
      closed = true;
      ContainerEngine.remove(container);
      container = null;
    }
    OpenServers.remove(this);
  }
}
