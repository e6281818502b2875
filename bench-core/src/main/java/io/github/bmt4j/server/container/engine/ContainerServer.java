package io.github.bmt4j.server.container.engine;

import static io.github.bmt4j.report.Lines.words;

import io.github.bmt4j.failure.TargetException;
import io.github.bmt4j.jdbc.Sql;
import io.github.bmt4j.jdbc.Target;
import io.github.bmt4j.progress.Progress;
import io.github.bmt4j.server.Login;
import io.github.bmt4j.server.OpenServers;
import io.github.bmt4j.server.Readiness;
import io.github.bmt4j.server.Server;
import io.github.bmt4j.server.ServerLog;
import io.github.bmt4j.server.ServerOptions;
import io.github.bmt4j.server.StartOptions;
import io.github.bmt4j.server.Waiting;
import io.github.bmt4j.server.container.ServerImage;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Objects;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.testcontainers.DockerClientFactory;
import org.testcontainers.containers.GenericContainer;
import org.testcontainers.containers.output.OutputFrame;
import org.testcontainers.containers.wait.strategy.AbstractWaitStrategy;
import org.testcontainers.utility.DockerImageName;

/**
 * A single server in a container. It is waited for with MariaDB Connector/J: the containers that
 * Testcontainers has for MySQL need a driver that we may not bundle.
 */
final class ContainerServer implements Server {
  private static final int PORT = 3306;
  private static final int POLL_MS = 200;
  private static final Duration START_PATIENCE = Duration.ofMinutes(5);

  private final ServerImage image;
  private final Login login = Login.random();
  private final RecentOutput log = new RecentOutput();
  private final GenericContainer<?> container;
  private @Nullable Target target;
  private volatile boolean closed;

  /**
   * A server that is not started yet.
   *
   * @param container container that is configured for the server
   */
  ContainerServer(ServerImage image, ServerOptions options, GenericContainer<?> container) {
    this.image = image;
    this.container =
        container
            .withExposedPorts(PORT)
            .withEnv("MYSQL_DATABASE", StartOptions.DATABASE)
            .withEnv("MYSQL_USER", login.user())
            .withEnv("MYSQL_PASSWORD", login.password().reveal())
            .withEnv("MYSQL_ROOT_PASSWORD", login.password().reveal())
            .withLabels(ContainerOwner.here().labels())
            .withCommand(options.arguments().toArray(String[]::new))
            .withLogConsumer(log)
            .waitingFor(new NoWait());
  }

  /** Starts a container and waits until its server takes logins. */
  static Server open(String name, StartOptions wanted, Progress progress) throws TargetException {
    ServerOptions options = ServerOptions.wanted(wanted);
    ServerImage image = ServerImage.parse(name);
    ContainerEngine.require();
    try {
      ContainerEngine.removeWhatWasLeft(progress);
      ImagePull.ensure(DockerClientFactory.lazyClient(), name, progress);
      ContainerServer server = new ContainerServer(image, options, container(image));
      return OpenServers.add(server, "container " + name, progress, server::start);
    } catch (RuntimeException e) {
      throw new TargetException("container " + name + ": " + innermost(e), e);
    }
  }

  private static GenericContainer<?> container(ServerImage image) {
    return new GenericContainer<>(DockerImageName.parse(image.name()));
  }

  void start() throws TargetException {
    startContainer();
    String url = Login.url(container.getHost(), container.getMappedPort(PORT), image.flavor());
    awaitLogin(url);
    allowEverything(url);
    target = new Target("container " + image.name(), url, login.user(), login.password(), true);
  }

  /** A container has no number before it is started: whoever closes meanwhile cannot stop it. */
  private void startContainer() throws TargetException {
    requireOpen();
    try {
      container.start();
    } catch (RuntimeException e) {
      throw new TargetException("container " + image.name() + " did not start: " + why(e), e);
    } finally {
      if (closed) {
        container.stop();
      }
    }
    requireOpen();
  }

  private void requireOpen() throws TargetException {
    if (closed) {
      throw new TargetException("the command ends, no server is started any more");
    }
  }

  private void awaitLogin(String url) throws TargetException {
    Waiting.until(
        START_PATIENCE, POLL_MS, () -> Readiness.isReached(url, login) || !container.isRunning());
    if (!Readiness.isReached(url, login)) {
      throw new TargetException(
          words(
              "container %s%s%s",
              image.name(),
              container.isRunning() ? " takes no login: " : " ended: ",
              ServerLog.lastWords(log.toString())));
    }
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

  private String why(RuntimeException failure) {
    return log.toString().isEmpty() ? innermost(failure) : ServerLog.lastWords(log.toString());
  }

  private static String innermost(Throwable failure) {
    Throwable cause = failure;
    while (cause.getCause() != null && cause.getCause() != cause) {
      cause = cause.getCause();
    }
    String message = cause.getMessage();
    return message == null
        ? cause.getClass().getSimpleName()
        : message.lines().findFirst().orElse("").strip();
  }

  @Override
  public Target target() {
    return Objects.requireNonNull(target, "started");
  }

  @Override
  public void close() {
    closed = true;
    try {
      container.stop();
    } finally {
      OpenServers.remove(this);
    }
  }

  /** No wait at all: {@link #awaitLogin} waits. */
  private static final class NoWait extends AbstractWaitStrategy {
    @Override
    protected void waitUntilReady() {}
  }

  /** The end of what the container wrote. */
  private static final class RecentOutput implements Consumer<OutputFrame> {
    private static final int KEPT_CHARS = 20_000;

    private final StringBuilder text = new StringBuilder();

    @Override
    public synchronized void accept(OutputFrame frame) {
      text.append(frame.getUtf8String());
      text.delete(0, Math.max(0, text.length() - KEPT_CHARS));
    }

    @Override
    public synchronized String toString() {
      return text.toString();
    }
  }
}
