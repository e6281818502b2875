package io.github.bmt4j.ddl;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.bmt4j.clock.Clock;
import io.github.bmt4j.clock.WatchedClock;
import io.github.bmt4j.ddl.AlterResult.Alter;
import io.github.bmt4j.ddl.AlterScenario.Algorithm;
import io.github.bmt4j.ddl.AlterScenario.Concurrent;
import io.github.bmt4j.ddl.AlterScenario.Limits;
import io.github.bmt4j.ddl.AlterScenario.Lock;
import io.github.bmt4j.experiment.Context;
import io.github.bmt4j.experiment.Events;
import io.github.bmt4j.experiment.Given;
import io.github.bmt4j.experiment.Made;
import io.github.bmt4j.experiment.Runner;
import io.github.bmt4j.failure.TargetException;
import io.github.bmt4j.jdbc.Connector;
import io.github.bmt4j.jdbc.PsMode;
import io.github.bmt4j.jdbc.Sql;
import io.github.bmt4j.jdbc.Target;
import io.github.bmt4j.jdbc.TargetSpec;
import io.github.bmt4j.load.run.Job;
import io.github.bmt4j.load.run.OltpJob;
import io.github.bmt4j.os.Folders;
import io.github.bmt4j.progress.Progress;
import io.github.bmt4j.progress.StopSignal;
import io.github.bmt4j.sampling.CommandText;
import io.github.bmt4j.server.ItServers;
import io.github.bmt4j.server.Queries;
import io.github.bmt4j.server.Server;
import io.github.bmt4j.server.ServerRegistry;
import io.github.bmt4j.server.StartOptions;
import io.github.bmt4j.tables.TablePreparer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A server with ALTERs on it, as tests see both. */
final class AlterBench implements Events, AutoCloseable {
  static final String TABLE = "sbtest1";
  static final List<Algorithm> ALGORITHMS =
      List.of(Algorithm.INSTANT, Algorithm.INPLACE, Algorithm.COPY, Algorithm.DEFAULT);

  final StopSignal stop = new StopSignal();

  /** The checksum of the table before and after each ALTER. */
  final List<String> checksums = Collections.synchronizedList(new ArrayList<>());

  /** The longest time that a part of bmt was to sleep. */
  final AtomicLong longestSleepNanos = new AtomicLong();

  private static final Map<String, Server> SHARED = new HashMap<>();
  final List<String> warnings = new ArrayList<>();

  List<Target> nodes = List.of();

  final List<String> lines = Collections.synchronizedList(new ArrayList<>());

  /** The stored outputs of tools. */
  final Map<String, String> logs = new HashMap<>();

  /** Whether a copy cannot end: a transaction of the test's reads the table for as long. */
  boolean holdsCopies;

  /** Is done just before each ALTER. */
  Runnable justBefore = () -> {};

  private @Nullable Connection reader;
  private final Server lab;
  private final boolean shared;
  private @Nullable CompletableFuture<AlterResult> running;

  private AlterBench(Server lab, boolean shared) {
    this.lab = lab;
    this.shared = shared;
  }

  /**
   * A server that tests share; it does not wait for its disk at every commit, so that an ALTER
   * itself takes little time.
   */
  static AlterBench on(TargetSpec server) throws TargetException {
    Server lab = SHARED.get(server.toString());
    if (lab == null) {
      lab =
          ItServers.open(
              server, "innodb_flush_log_at_trx_commit=0", "sync_binlog=0", "skip-log-bin");
      SHARED.put(server.toString(), lab);
    }
    return new AlterBench(lab, true);
  }

  static void closeShared() {
    SHARED.values().forEach(Server::close);
    SHARED.clear();
  }

  /** A server of the test's own. */
  static AlterBench open(TargetSpec server, @Nullable Path data, String... options)
      throws TargetException {
    return new AlterBench(
        ServerRegistry.open(
            server, new StartOptions(ItServers.cache(), data, List.of(options)), Progress.SILENT),
        false);
  }

  static AlterBench at(Server server) {
    return new AlterBench(server, true);
  }

  /** Everything by default: on a table of its own, nothing beside, no limit. */
  static AlterOrder order(long rows, List<AlterChange> changes, List<Algorithm> algorithms) {
    return order(OltpJob.of(rows, 4), changes, algorithms);
  }

  static AlterOrder order(Job job, List<AlterChange> changes, List<Algorithm> algorithms) {
    return new AlterOrder(
        job,
        null,
        new AlterScenario(
            job.scenario(),
            TABLE,
            false,
            changes,
            algorithms,
            Lock.DEFAULT,
            List.of(Concurrent.NONE),
            1,
            1,
            1,
            new Limits(null, null),
            null,
            null,
            null));
  }

  static AlterOrder withLoad(AlterOrder order) {
    return with(order, "concurrent", List.of(Concurrent.OLTP_READ_WRITE));
  }

  static AlterOrder onExisting(AlterOrder order) {
    return with(order, "onExisting", true);
  }

  static AlterOrder limited(AlterOrder order, @Nullable Double statement, @Nullable Long lock) {
    return with(order, "limits", new Limits(statement, lock));
  }

  static AlterOrder byTool(AlterOrder order, String command) {
    return with(
        with(order, "algorithms", List.of(Algorithm.TOOL)), "tool", new CommandText(command));
  }

  private static AlterOrder with(AlterOrder order, String component, Object value) {
    return new AlterOrder(
        order.job(), order.own(), Made.like(order.scenario()).set(component, value).record());
  }

  Target target() {
    return lab.target();
  }

  /** Makes the table, as a user has one. */
  void prepare(Job job) throws TargetException {
    new TablePreparer(new Connector(target(), PsMode.AUTO, job.statements()), Progress.SILENT, stop)
        .prepare(job.tables(), 2);
  }

  AlterResult run(AlterOrder order) throws Exception {
    Path runs = Files.createTempDirectory("bmt-alter");
    Context context = new Context(new WatchedClock(this::sleeps), new Said(), stop, () -> {});
    try {
      return new Runner(context, Given.NOTHING)
          .run(new AlterExperiment(order, lab, nodes), runs, this)
          .result();
    } finally {
      try (Stream<Path> files = Files.walk(runs)) {
        for (Path file : files.filter(one -> one.toString().endsWith(".log")).toList()) {
          logs.put(file.getFileName().toString(), Files.readString(file));
        }
      }
      Folders.delete(runs);
    }
  }

  /** Runs it while the test goes on. */
  CompletableFuture<AlterResult> begin(AlterOrder order) {
    CompletableFuture<AlterResult> begun =
        CompletableFuture.supplyAsync(
            () -> {
              try {
                return run(order);
              } catch (Exception e) {
                throw new IllegalStateException(e);
              }
            });
    running = begun;
    return begun;
  }

  static AlterResult end(CompletableFuture<AlterResult> running) throws Exception {
    return running.get(60, TimeUnit.SECONDS);
  }

  Connection connect() throws SQLException {
    return DriverManager.getConnection(
        target().url(), target().user(), target().password().reveal());
  }

  /** Waits until the server runs a statement whose text and state are like these; its session. */
  long await(String text, String state) throws Exception {
    String query =
        "SELECT id FROM information_schema.processlist WHERE info LIKE '"
            + text
            + "%' AND state LIKE '"
            + state
            + "%'";
    try (Connection connection = connect();
        Statement statement = connection.createStatement()) {
      return until(
          text + " in " + state,
          () -> {
            try (ResultSet row = statement.executeQuery(query)) {
              return row.next() ? row.getLong(1) : 0;
            }
          });
    }
  }

  private static long until(String what, Callable<Long> found) throws Exception {
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(30);
    while (System.nanoTime() < end) {
      long value = found.call();
      if (value != 0) {
        return value;
      }
      LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(1));
    }
    throw new AssertionError("there was no " + what);
  }

  /** What the table's own columns hold. */
  String checksum() {
    try {
      return Queries.one(
          target(), "SELECT SUM(CRC32(CONCAT_WS('#', id, k, c, pad))) FROM " + TABLE);
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  boolean tableIsThere() throws SQLException {
    return !Queries.one(
            target(),
            "SELECT COUNT(*) FROM information_schema.tables WHERE table_schema = DATABASE() AND"
                + " table_name = '"
                + TABLE
                + "'")
        .equals("0");
  }

  /** The only ALTER of a result. */
  static Alter only(AlterResult result) {
    assertThat(result.alters()).hasSize(1);
    return result.alters().get(0);
  }

  @Override
  public void started(Started what, Path folder) {
    // The result says it too.
  }

  @Override
  public void line(String line) {
    lines.add(line);
  }

  @Override
  public Progress.Step step(String what, long total, String unit) {
    return Progress.SILENT.begin(what, total, unit);
  }

  @Override
  public void partBegins(String part) {
    if (holdsCopies && part.contains("ALGORITHM=COPY")) {
      holdTable();
    }
    if (part.endsWith(", load none")) {
      checksums.add(checksum());
    }
    justBefore.run();
  }

  void restart() {
    try {
      ((Server.Restartable) lab).restart();
    } catch (TargetException e) {
      throw new IllegalStateException(e);
    }
  }

  @Override
  public void partEnded(Record part) {
    releaseTable();
    if (((Alter) part).concurrent() == Concurrent.NONE) {
      checksums.add(checksum());
    }
  }

  private void sleeps(long untilNanos) {
    longestSleepNanos.accumulateAndGet(untilNanos - Clock.SYSTEM.nanoTime(), Math::max);
  }

  private void holdTable() {
    try {
      Connection connection = connect();
      reader = connection;
      connection.setAutoCommit(false);
      Sql.text(connection, "SELECT COUNT(*) FROM " + TABLE);
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  private void releaseTable() {
    try (Connection connection = reader) {
      reader = null;
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Keeps the notes about what an ALTER may lack. */
  private final class Said implements Progress {
    @Override
    public void say(String line) {
      if (line.startsWith("note     ")) {
        warnings.add(line.substring("note     ".length()));
      }
    }

    @Override
    public Step begin(String what, long total, String unit) {
      return Progress.SILENT.begin(what, total, unit);
    }
  }

  /** What a test that failed has left running. */
  private void endRunning() {
    CompletableFuture<AlterResult> begun = running;
    if (begun == null || begun.isDone()) {
      return;
    }
    stop.give();
    try {
      begun.get(60, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (ExecutionException | TimeoutException e) {
      // The test has failed for a reason of its own.
    }
  }

  @Override
  public void close() {
    endRunning();
    releaseTable();
    if (!shared) {
      lab.close();
      return;
    }
    try (Connection connection = connect();
        Statement statement = connection.createStatement()) {
      statement.execute("SET SESSION lock_wait_timeout = 10");
      statement.execute("DROP TABLE IF EXISTS " + TABLE);
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }
}
