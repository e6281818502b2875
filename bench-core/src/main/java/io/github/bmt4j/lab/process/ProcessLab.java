package io.github.bmt4j.lab.process;

import io.github.bmt4j.failure.TargetException;
import io.github.bmt4j.folder.Folders;
import io.github.bmt4j.lab.Lab;
import io.github.bmt4j.lab.LabOptions;
import io.github.bmt4j.lab.Login;
import io.github.bmt4j.lab.OpenLabs;
import io.github.bmt4j.lab.Readiness;
import io.github.bmt4j.lab.ServerLog;
import io.github.bmt4j.lab.ServerOptions;
import io.github.bmt4j.progress.Progress;
import io.github.bmt4j.target.Target;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * A server that runs as a process of ours on loopback, embedded or local, in a folder of its own.
 */
final class ProcessLab implements Lab {
  private static final int INITIALISATION_SECONDS = 300;
  private static final int PORTS_TRIED = 5;
  private static final int POLL_MS = 50;
  private static final int START_POLLS = 300_000 / POLL_MS;
  private static final int PASSING_PATIENCE_SECONDS = 15;
  private static final int KEPT_PATIENCE_SECONDS = 120;

  private final OpenLabs open;
  private final ServerBinaries binaries;
  private final ServerOptions options;
  private final ServerFolder run;
  private final DataFolder data;
  private final ServerProcess process;
  private final Login login = Login.random();
  private @Nullable Target target;
  private long pid;
  private boolean closed;

  private ProcessLab(
      OpenLabs open,
      ServerBinaries binaries,
      ServerOptions options,
      ServerFolder run,
      DataFolder data) {
    this.open = open;
    this.binaries = binaries;
    this.options = options;
    this.run = run;
    this.data = data;
    this.process = new ServerProcess(run.path(), run.tmp(), run.log());
  }

  /** Starts a server and waits until it takes logins. */
  static Lab open(ServerBinaries binaries, LabOptions wanted, OpenLabs open, Progress progress)
      throws TargetException {
    ServerOptions options = ServerOptions.wanted(wanted);
    Path keep = wanted.data();
    DataFolder kept = keep == null ? null : DataFolder.kept(keep, binaries.version(), progress);
    ServerFolder run;
    try {
      run = ServerFolder.create(wanted.cache(), progress);
    } catch (TargetException | RuntimeException e) {
      if (kept != null) {
        kept.close();
      }
      throw e;
    }
    ProcessLab lab =
        new ProcessLab(open, binaries, options, run, kept == null ? DataFolder.passing(run) : kept);
    return open.add(
        lab,
        () -> {
          try (Progress.Step step = progress.begin("Starting " + binaries.version(), -1, "")) {
            lab.initialise();
            lab.start();
          } catch (IOException | UncheckedIOException e) {
            throw new TargetException(binaries.description() + " cannot be started: " + e, e);
          }
        });
  }

  private void initialise() throws IOException, TargetException {
    if (!data.isInitialised()) {
      Path partial = data.partial();
      process.runToEnd(
          binaries.initialisation(partial, options.dataFormatArguments()),
          binaries.home(),
          INITIALISATION_SECONDS);
      data.initialised();
    }
  }

  private void start() throws IOException, TargetException {
    Path statements = run.path().resolve("init.sql");
    Folders.writePrivate(statements, login.statements(binaries.version().mariadb()));
    for (int attempt = 1; ; attempt++) {
      int port = ServerProcess.freePort();
      Process server = process.start(command(port, statements), data.data());
      String url = Login.url("127.0.0.1", port, binaries.version().mariadb());
      if (isReady(server, url)) {
        pid = server.pid();
        target = new Target(binaries.description(), url, login.user(), login.password(), true);
        Files.deleteIfExists(statements);
        return;
      }
      if (attempt == PORTS_TRIED || !ServerLog.saysPortTaken(run.log())) {
        throw new TargetException(
            binaries.description() + " did not start: " + ServerLog.lastWords(run.log()));
      }
    }
  }

  private List<String> command(int port, Path statements) {
    List<String> command = new ArrayList<>();
    command.add(binaries.server().toString());
    command.addAll(binaries.baseOptions());
    command.add("--datadir=" + data.data());
    command.add("--port=" + port);
    command.add("--bind-address=127.0.0.1");
    // Relative to the data folder: the path of a socket must not be long.
    command.add("--socket=bmt.sock");
    command.add("--pid-file=" + run.path().resolve("server.pid"));
    command.add("--tmpdir=" + run.tmp());
    command.add("--init-file=" + statements);
    command.addAll(binaries.closedDoors());
    command.addAll(options.arguments());
    return command;
  }

  private static boolean isReady(Process server, String url, Login login) throws TargetException {
    try {
      for (int poll = 0; poll < START_POLLS; poll++) {
        if (server.waitFor(POLL_MS, TimeUnit.MILLISECONDS)) {
          return false;
        }
        if (Readiness.isReached(url, login)) {
          return true;
        }
      }
      return false;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new TargetException("interrupted", e);
    }
  }

  private boolean isReady(Process server, String url) throws TargetException {
    return isReady(server, url, login);
  }

  @Override
  public Target target() {
    if (target == null) {
      throw new IllegalStateException("not started");
    }
    return target;
  }

  @Override
  public OptionalLong pid() {
    return OptionalLong.of(pid);
  }

  @Override
  public void close() {
    // Outside the lock: a process that is being started gives up when it is ended.
    process.end(data.isKept() ? KEPT_PATIENCE_SECONDS : PASSING_PATIENCE_SECONDS);
    try {
      closeFolders();
    } finally {
      open.remove(this);
    }
  }

  private synchronized void closeFolders() {
    if (!closed) {
      closed = true;
      try {
        run.close();
      } finally {
        data.close();
      }
    }
  }
}
