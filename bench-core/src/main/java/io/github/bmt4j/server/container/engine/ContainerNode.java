package io.github.bmt4j.server.container.engine;

import static io.github.bmt4j.report.Lines.words;
import static java.util.Objects.requireNonNull;

import com.github.dockerjava.api.command.CreateContainerCmd;
import com.github.dockerjava.api.model.HostConfig;
import com.github.dockerjava.api.model.Volume;
import com.github.dockerjava.api.model.VolumesFrom;
import io.github.bmt4j.failure.TargetException;
import io.github.bmt4j.jdbc.Secret;
import io.github.bmt4j.jdbc.ServerProduct.Flavor;
import io.github.bmt4j.jdbc.Sql;
import io.github.bmt4j.server.Cluster.Node;
import io.github.bmt4j.server.Login;
import io.github.bmt4j.server.NodeServer;
import io.github.bmt4j.server.OpenServers;
import io.github.bmt4j.server.Readiness;
import io.github.bmt4j.server.ServerLog;
import io.github.bmt4j.server.ServerOptions;
import io.github.bmt4j.server.StartOptions;
import io.github.bmt4j.server.Waiting;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A MySQL server in containers, a new one for each start, because options differ. Its data live in
 * a volume that belongs to a container that never runs.
 */
final class ContainerNode implements NodeServer {
  private static final String DATA = "/var/lib/mysql";
  private static final Duration START_PATIENCE = Duration.ofMinutes(2);
  private static final Duration KILL_PATIENCE = Duration.ofSeconds(10);
  private static final int POLL_MS = 50;

  private final String image;
  private final ServerOptions options;
  private final Login root = new Login("root", Secret.random(24));
  private @Nullable String data;
  private volatile @Nullable String server;
  private volatile boolean running;
  private volatile boolean frozen;
  private String statements = "";
  private boolean ended;

  ContainerNode(String image, ServerOptions options) {
    this.image = image;
    this.options = options;
  }

  @Override
  public Flavor flavor() {
    return Flavor.MYSQL;
  }

  @Override
  public synchronized void renew(String first) throws TargetException {
    remove();
    statements = first;
    data = create(new HostConfig(), List.of());
  }

  @Override
  public boolean start(Node node, List<String> more, Login login) throws TargetException {
    List<String> command = new ArrayList<>(List.of("mysqld"));
    command.addAll(List.of("--port=" + node.port(), "--bind-address=" + node.host()));
    command.addAll(List.of("--secure-file-priv=NULL", "--tls-version=", "--mysqlx=OFF"));
    command.addAll(more);
    command.addAll(options.arguments());
    String started = start(command);
    String url = Login.url(node.host(), node.port(), Flavor.MYSQL);
    Login first = statements.isEmpty() ? login : root;
    boolean reached =
        Waiting.until(
            START_PATIENCE, POLL_MS, () -> !isRunning() || Readiness.isReached(url, first));
    if (reached && isRunning()) {
      executeStatements(url);
      return true;
    }
    if (!isRunning() && ServerLog.saysPortTaken(ContainerEngine.output(image, started))) {
      return false;
    }
    throw ContainerEngine.failed(
        image,
        started,
        isRunning()
            ? " cannot be reached at "
                + node.host()
                + ": its engine must be on this machine and share its network: "
            : " ended: ");
  }

  private synchronized String start(List<String> command) throws TargetException {
    ContainerEngine.remove(server);
    HostConfig host =
        new HostConfig()
            .withNetworkMode("host")
            .withVolumesFrom(new VolumesFrom(requireNonNull(data, "renewed")));
    String created = create(host, command);
    server = created;
    return ContainerEngine.ask(
        image,
        () -> {
          ContainerEngine.client().startContainerCmd(created).exec();
          return created;
        });
  }

  private String create(HostConfig host, List<String> command) throws TargetException {
    OpenServers.demandOpen(ended);
    CreateContainerCmd create =
        ContainerEngine.container(image)
            .withHostConfig(host)
            .withCmd(command)
            .withVolumes(new Volume(DATA))
            .withEnv(
                "MYSQL_ROOT_PASSWORD=" + root.password().reveal(),
                "MYSQL_DATABASE=" + StartOptions.DATABASE,
                "MYSQL_INITDB_SKIP_TZINFO=1");
    return ContainerEngine.ask(image, () -> create.exec().getId());
  }

  /**
   * Discards the binary log afterwards: the transactions that created the image's user must not
   * reach other nodes.
   */
  private void executeStatements(String url) throws TargetException {
    if (statements.isEmpty()) {
      return;
    }
    try (Connection connection = Readiness.connect(url, root)) {
      Sql.execute(
          connection,
          Stream.concat(
                  statements.lines().map(line -> line.replaceFirst(";$", "")),
                  Stream.of("RESET BINARY LOGS AND GTIDS"))
              .toArray(String[]::new));
      statements = "";
    } catch (SQLException e) {
      throw new TargetException(
          words(
              "container %s does not become a node, which takes MySQL 8.4 or later: %s",
              image, e.getMessage()),
          e);
    }
  }

  @Override
  public boolean isRunning() {
    running = ContainerEngine.isRunning(server, running);
    return running;
  }

  @Override
  public boolean isFrozen() {
    return frozen && isRunning();
  }

  @Override
  public void freeze() throws TargetException {
    ContainerEngine.ask(
        image, () -> ContainerEngine.client().pauseContainerCmd(requireNonNull(server)).exec());
    frozen = true;
  }

  @Override
  public void thaw() throws TargetException {
    ContainerEngine.ask(
        image, () -> ContainerEngine.client().unpauseContainerCmd(requireNonNull(server)).exec());
    frozen = false;
  }

  @Override
  public boolean kill() throws TargetException {
    return signalled("KILL", KILL_PATIENCE);
  }

  @Override
  public boolean shutDown(int seconds) throws TargetException {
    return signalled("TERM", Duration.ofSeconds(seconds));
  }

  private boolean signalled(String signal, Duration patience) throws TargetException {
    String id = server;
    if (id == null || !isRunning()) {
      return true;
    }
    try {
      ContainerEngine.client().killContainerCmd(id).withSignal(signal).exec();
    } catch (RuntimeException e) {
      // The container may have ended meanwhile; if not, or without an engine, the wait reports it.
    }
    frozen = false;
    return Waiting.until(patience, POLL_MS, () -> !isRunning());
  }

  @Override
  public synchronized void end() {
    ended = true;
    remove();
  }

  private void remove() {
    ContainerEngine.remove(server);
    server = null;
    ContainerEngine.remove(data);
    data = null;
    frozen = false;
  }
}
