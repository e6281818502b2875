package io.github.bmt4j.server.process;

import io.github.bmt4j.failure.TargetException;
import io.github.bmt4j.jdbc.ServerProduct.Flavor;
import io.github.bmt4j.os.Folders;
import io.github.bmt4j.os.HeldLock;
import io.github.bmt4j.server.Cluster.Node;
import io.github.bmt4j.server.Login;
import io.github.bmt4j.server.NodeServer;
import io.github.bmt4j.server.Readiness;
import io.github.bmt4j.server.ServerLog;
import io.github.bmt4j.server.ServerOptions;
import io.github.bmt4j.server.Waiting;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A server as a process that bmt started: the creation of its data, its start, and its readiness.
 */
final class ProcessServer implements NodeServer {
  private static final int INITIALISATION_SECONDS = 300;
  private static final Duration START_PATIENCE = Duration.ofMinutes(5);
  private static final int POLL_MS = 50;

  /**
   * A server recreates its redo log in the configured size, so that the copied one can be small.
   */
  private static final String SMALL_LOG = "--innodb-log-file-size=8M";

  private static final String SMALL_LOG_OF_MYSQL = "--innodb-redo-log-capacity=8M";

  /** Suffix of kept data's name; its number changes with the way they are created. */
  private static final String MADE = ".data-1";

  private final ServerBinaries binaries;
  private final ServerOptions options;
  private final ServerPlace place;
  private final ServerProcess process;

  ProcessServer(ServerBinaries binaries, ServerOptions options, ServerPlace place) {
    this.binaries = binaries;
    this.options = options;
    this.place = place;
    this.process = new ServerProcess(place);
  }

  ServerPlace place() {
    return place;
  }

  @Override
  public Flavor flavor() {
    return binaries.version().flavor();
  }

  ServerProcess process() {
    return process;
  }

  /**
   * Creates its data, unless they exist. Data of an embedded server are created once for all
   * commands and then copied, which takes a tenth of the time; if options change their format, they
   * are created each time.
   */
  void initialise(DataFolder data) throws IOException, TargetException {
    if (data.isInitialised()) {
      return;
    }
    List<String> arguments = new ArrayList<>(options.dataFormatArguments());
    boolean usual = arguments.isEmpty() && binaries.kind().equals("embedded");
    Path made = binaries.home().resolveSibling(binaries.home().getFileName() + MADE);
    if (!usual || !copied(made, data)) {
      if (binaries.version().isMariaDb()) {
        arguments.add(SMALL_LOG);
      } else if (binaries.version().atLeast(8, 4)) {
        arguments.add(SMALL_LOG_OF_MYSQL);
      }
      Path partial = Folders.createPrivate(data.partial());
      process.runToEnd(
          binaries.initialisation(partial, arguments), binaries.home(), INITIALISATION_SECONDS);
      if (usual) {
        keep(partial, made);
      }
    }
    data.initialised();
  }

  private static boolean copied(Path made, DataFolder data) throws IOException {
    if (!Files.isDirectory(made)) {
      return false;
    }
    Path partial = data.partial();
    try {
      Folders.copyPrivate(made, partial);
      return true;
    } catch (IOException e) {
      // Its data are created for this server alone.
      return false;
    }
  }

  /**
   * Keeps a complete copy of new data, unless another command does or the cache cannot be written.
   */
  private static void keep(Path data, Path made) {
    Path partial = made.resolveSibling(made.getFileName() + ".partial");
    try (HeldLock lock =
        HeldLock.tryHold(made.resolveSibling(made.getFileName() + ".lock")).orElse(null)) {
      if (lock != null && !Files.exists(made)) {
        try {
          Folders.delete(partial);
          Folders.copyPrivate(data, partial);
          Files.move(partial, made, StandardCopyOption.ATOMIC_MOVE);
        } finally {
          Folders.delete(partial);
        }
      }
    } catch (IOException e) {
      // Then the next server creates its data, too.
    }
  }

  @Override
  public void renew(String statements) throws TargetException {
    renew(place.commonData(), statements);
  }

  void renewKept() throws TargetException {
    renew(kept(), "");
  }

  void keep() throws TargetException {
    try {
      Folders.delete(kept());
      Folders.copyPrivate(place.data(), kept());
    } catch (IOException e) {
      throw new TargetException("the data of a node cannot be copied: " + e, e);
    }
  }

  private Path kept() {
    return place.path().resolve("kept");
  }

  private void renew(Path from, String statements) throws TargetException {
    try {
      Folders.delete(place.data());
      place.clear();
      Folders.copyPrivate(from, place.data());
      // MySQL's identity of a server: each creates its own.
      Files.deleteIfExists(place.data().resolve("auto.cnf"));
      if (!statements.isEmpty()) {
        executeAtStart(statements);
      }
    } catch (IOException e) {
      throw new TargetException("a node cannot be given data: " + e, e);
    }
  }

  /** Lets the next start execute statements, one on each line, before it takes logins. */
  void executeAtStart(String statements) throws IOException {
    Folders.writePrivate(place.statements(), statements);
  }

  /** Starts it on data in any folder; see {@link NodeServer#start}. */
  boolean start(Path data, String host, int port, List<String> more, Login login)
      throws TargetException {
    List<String> command = command(data);
    command.addAll(List.of("--port=" + port, "--bind-address=" + host));
    if (Files.exists(place.statements())) {
      command.add("--init-file=" + place.statements());
    }
    command.addAll(more);
    command.addAll(options.arguments());
    String url = Login.url(host, port, flavor());
    try {
      binaries.give(place);
      Process server = process.start(command, data);
      boolean settled =
          Waiting.until(
              START_PATIENCE, POLL_MS, () -> !server.isAlive() || Readiness.isReached(url, login));
      if (settled && server.isAlive()) {
        Files.deleteIfExists(place.statements());
        return true;
      }
    } catch (IOException | UncheckedIOException e) {
      throw new TargetException(binaries.description() + " cannot be started: " + e, e);
    }
    if (ServerLog.saysPortTaken(place.log())) {
      return false;
    }
    throw notStarted();
  }

  @Override
  public boolean start(Node node, List<String> more, Login login) throws TargetException {
    return start(place.data(), node.host(), node.port(), more, login);
  }

  @Override
  public boolean isRunning() {
    return process.handle().isPresent();
  }

  @Override
  public boolean isFrozen() throws TargetException {
    Optional<ProcessHandle> running = process.handle();
    return running.isPresent() && ProcessFreeze.isFrozen(running.get().pid());
  }

  @Override
  public void freeze() throws TargetException {
    ProcessFreeze.freeze(process.handle().orElseThrow().pid());
  }

  @Override
  public void thaw() throws TargetException {
    ProcessFreeze.thaw(process.handle().orElseThrow().pid());
  }

  @Override
  public boolean kill() throws TargetException {
    return process.kill();
  }

  @Override
  public boolean shutDown(int seconds) throws TargetException {
    return process.shutDown(seconds);
  }

  @Override
  public void end() {
    process.end(0);
  }

  /** The failure of a server that ended, or lost its port, during its start. */
  TargetException notStarted() {
    return new TargetException(
        binaries.description() + " did not start: " + ServerLog.lastWords(place.log()));
  }

  /** Output of the server when it is started with options by which it ends at once. */
  String output(List<String> more) throws TargetException {
    List<String> command = command(place.data());
    command.addAll(more);
    try {
      binaries.give(place);
      process.runToEnd(command, place.path(), INITIALISATION_SECONDS);
      return Files.readString(place.log());
    } catch (IOException e) {
      throw new TargetException(binaries.description() + " cannot be started: " + e, e);
    }
  }

  private List<String> command(Path data) {
    List<String> command = new ArrayList<>(List.of(binaries.server().toString()));
    command.addAll(binaries.baseOptions());
    // The socket is relative to the data folder: its path must not be long.
    command.addAll(
        List.of(
            "--datadir=" + data,
            "--socket=bmt.sock",
            "--pid-file=" + place.pidFile(),
            "--tmpdir=" + place.tmp()));
    command.addAll(binaries.closedDoors(place.files()));
    return command;
  }
}
