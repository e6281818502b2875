package io.github.bmt4j.server.process;

import com.google.auto.service.AutoService;
import io.github.bmt4j.failure.TargetException;
import io.github.bmt4j.jdbc.Sql;
import io.github.bmt4j.jdbc.Target;
import io.github.bmt4j.jdbc.TargetSpec;
import io.github.bmt4j.progress.Progress;
import io.github.bmt4j.server.Login;
import io.github.bmt4j.server.OpenServers;
import io.github.bmt4j.server.Readiness;
import io.github.bmt4j.server.Server;
import io.github.bmt4j.server.ServerOptions;
import io.github.bmt4j.server.ServerProvider;
import io.github.bmt4j.server.StartOptions;
import io.github.bmt4j.server.Topology;
import io.github.bmt4j.server.Waiting;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * A single server that runs as a process on loopback, embedded or local, in a folder of its own.
 */
final class SingleServer implements Server.Restartable {
  private static final String HOST = "127.0.0.1";
  private static final int PORTS_TRIED = 5;
  private static final Duration PORT_PATIENCE = Duration.ofSeconds(12);
  private static final int PORT_PAUSE_MILLIS = 500;
  private static final int KEPT_PATIENCE_SECONDS = 120;
  private static final int PURGE_PATIENCE_SECONDS = 600;

  /**
   * Option against reloading the last server's buffer pool: neither a restart nor kept data may
   * begin with warm caches. Options of the user come later and win.
   */
  private static final String COLD = "--innodb-buffer-pool-load-at-startup=OFF";

  /** Starts embedded and local servers. */
  @AutoService(ServerProvider.class)
  public static final class Provider extends ServerProvider {
    public Provider() {
      super(Topology.SINGLE.name(), SingleServer.class, ServerBinaries::takes);
    }

    @Override
    protected void check(Topology topology, TargetSpec spec, StartOptions options) {
      super.check(topology, spec, options);
      if (spec instanceof TargetSpec.Local local && local.server() != null) {
        LocalBinaries.demandProgram(local.server());
      }
    }

    @Override
    protected TargetSpec here(TargetSpec spec) {
      return EmbeddedBinaries.here(spec);
    }

    @Override
    protected int endLeft(Path cache, Progress progress) throws TargetException {
      return ServerFolder.endLeft(cache, progress);
    }

    @Override
    protected Server open(
        Topology topology, TargetSpec spec, StartOptions options, Progress progress)
        throws TargetException {
      Path data = options.data();
      if (data != null) {
        DataFolder.check(data);
      }
      ServerBinaries binaries = ServerBinaries.find(spec, options.cache(), progress);
      return SingleServer.open(binaries, options, progress);
    }
  }

  private final ServerBinaries binaries;
  private final ServerFolder run;
  private final DataFolder data;
  private final ProcessServer server;
  private final Login login = Login.random();
  private @Nullable Target target;
  private int port;
  private volatile long pid;

  private SingleServer(
      ServerBinaries binaries, ServerOptions options, ServerFolder run, DataFolder data) {
    this.binaries = binaries;
    this.run = run;
    this.data = data;
    this.server = new ProcessServer(binaries, options, run.place());
  }

  private static Server open(ServerBinaries binaries, StartOptions wanted, Progress progress)
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
    SingleServer single =
        new SingleServer(binaries, options, run, kept == null ? DataFolder.passing(run) : kept);
    return OpenServers.add(single, binaries.version().toString(), progress, single::start);
  }

  private void start() throws IOException, TargetException {
    server.initialise(data);
    server.executeAtStart(login.statements());
    for (int attempt = 1; attempt <= PORTS_TRIED; attempt++) {
      port = NodeAddresses.freePort(HOST);
      if (launched()) {
        String url = Login.url(HOST, port, binaries.version().flavor());
        target = new Target(binaries.description(), url, login.user(), login.password(), true);
        return;
      }
    }
    throw server.notStarted();
  }

  private boolean launched() throws TargetException {
    boolean launched = server.start(data.data(), HOST, port, List.of(COLD), login);
    pid = server.process().handle().map(ProcessHandle::pid).orElse(0L);
    return launched;
  }

  @Override
  public Target target() {
    return Objects.requireNonNull(target, "started");
  }

  @Override
  public OptionalLong pid() {
    return OptionalLong.of(pid);
  }

  @Override
  public void restart() throws TargetException {
    purgeAtShutdown();
    if (!server.process().shutDown(PURGE_PATIENCE_SECONDS)) {
      throw new TargetException(
          binaries.description() + " did not end within " + PURGE_PATIENCE_SECONDS + " s");
    }
    // It must keep its port, which another process may have for a moment.
    if (!Waiting.until(PORT_PATIENCE, PORT_PAUSE_MILLIS, this::launched)) {
      throw server.notStarted();
    }
  }

  /** Otherwise a restarted server continues purging and reads pages of new tables. */
  private void purgeAtShutdown() {
    try (Connection connection = Readiness.connect(target().url(), login)) {
      Sql.execute(connection, "SET GLOBAL innodb_fast_shutdown = 0");
    } catch (SQLException e) {
      // It is restarted in any case: it may have stopped answering.
    }
  }

  @Override
  public void close() {
    // Outside the lock: a starting process gives up when it is ended.
    server.process().end(data.isKept() ? KEPT_PATIENCE_SECONDS : 0);
    run.close();
    data.close();
    OpenServers.remove(this);
  }
}
