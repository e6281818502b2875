package io.github.bmt4j.preparation;

import io.github.bmt4j.failure.TargetException;
import io.github.bmt4j.measure.Clock;
import io.github.bmt4j.progress.Progress;
import io.github.bmt4j.progress.StopSignal;
import io.github.bmt4j.target.Connector;
import io.github.bmt4j.workload.Table;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Loads tables with several threads: many rows a statement, secondary indexes after the rows,
 * statistics after these, rows counted at the end. Each thread fills a contiguous range of a table,
 * so that pages fill up as they do under one thread.
 */
final class TableLoader {
  /** A server or a login has as many connections as it may have. */
  private static final Set<Integer> NO_ROOM = Set.of(1040, 1203, 1226);

  private static final long SECOND_TRY_NANOS = 500_000_000;

  private final Connector connector;
  private final Progress progress;
  private final StopSignal stop;
  private final List<Table> made = new ArrayList<>();

  /** Those made by a login that could not take the mark away. */
  private final List<Table> unmarked = new ArrayList<>();

  private boolean saidNoRoom;
  private volatile boolean over;

  TableLoader(Connector connector, Progress progress, StopSignal stop) {
    this.connector = connector;
    this.progress = progress;
    this.stop = stop;
  }

  /**
   * Makes and fills tables that do not exist, and finishes those whose load was cut off. When that
   * fails, or is stopped, those that it made are dropped again, and no others: another command may
   * have made one of them in between.
   *
   * @param missing tables that do not exist
   * @param unfinished tables that bear the mark of the same load
   */
  Loaded load(List<Table> missing, List<Table> unfinished, int threads)
      throws SQLException, TargetException {
    List<Table> tables = Stream.concat(missing.stream(), unfinished.stream()).toList();
    long rows = tables.stream().mapToLong(Table::rows).sum();
    boolean complete = false;
    ExecutorService loaders = Executors.newFixedThreadPool(threads, TableLoader::daemon);
    try (Progress.Step step =
        progress.begin(
            tables.size() == 1 ? "Loading 1 table" : "Loading " + tables.size() + " tables",
            rows,
            "rows")) {
      create(missing);
      long there = awaitOthers(unfinished);
      step.skip(there);
      long beginNanos = Clock.SYSTEM.nanoTime();
      Queue<Filler.Range> ranges = new ConcurrentLinkedQueue<>();
      ranges.addAll(Filler.Range.of(unfinished, threads, true));
      ranges.addAll(Filler.Range.of(missing, threads, false));
      all(loaders, threads, connection -> filler(connection, step).fill(ranges));
      long filledNanos = Clock.SYSTEM.nanoTime();
      Queue<String> indexes = new ConcurrentLinkedQueue<>();
      missing.forEach(table -> indexes.addAll(table.indexSql()));
      indexes.addAll(missingIndexes(unfinished));
      all(loaders, threads, connection -> executeAll(connection, indexes));
      long indexedNanos = Clock.SYSTEM.nanoTime();
      Queue<String> analyses = new ConcurrentLinkedQueue<>();
      tables.forEach(table -> analyses.add(analysis(table)));
      all(loaders, threads, connection -> executeAll(connection, analyses));
      checkStop(unfinished);
      check(tables);
      finish(tables);
      complete = true;
      return new Loaded(
          tables.size(), rows - there, there, filledNanos - beginNanos, indexedNanos - filledNanos);
    } finally {
      over = true;
      end(loaders);
      if (!complete) {
        drop();
      }
    }
  }

  private Filler filler(Connection connection, Progress.Step step) {
    return new Filler(connection, connector, step, this::running);
  }

  private void checkStop(List<Table> unfinished) throws TargetException {
    if (stop.given()) {
      throw new TargetException(
          unfinished.isEmpty()
              ? "stopped while loading; the tables made so far were dropped"
              : "stopped while loading; the tables that were unfinished are so still, and the next command goes on");
    }
  }

  private boolean running() {
    return !over && !stop.given();
  }

  private static void end(ExecutorService loaders) {
    loaders.shutdown();
    try {
      if (!loaders.awaitTermination(30, TimeUnit.SECONDS)) {
        loaders.shutdownNow();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private interface Task {
    void run(Connection connection) throws SQLException;
  }

  /** Runs a task by each thread, or by fewer where the server has no room for more connections. */
  private void all(ExecutorService loaders, int threads, Task task) throws SQLException {
    List<Future<?>> futures = new ArrayList<>();
    try {
      for (int i = 0; i < threads; i++) {
        Connection connection = i == 0 ? connect() : another(i, threads);
        if (connection == null) {
          break;
        }
        futures.add(loaders.submit(() -> run(task, connection)));
      }
    } catch (SQLException e) {
      over = true;
      throw e;
    }
    for (Future<?> future : futures) {
      await(future);
    }
  }

  private @Nullable Void run(Task task, Connection connection) throws SQLException {
    try (connection) {
      task.run(connection);
    } catch (SQLException | RuntimeException e) {
      over = true;
      throw e;
    }
    return null;
  }

  /** Opens a connection; tries twice, as a server counts closed ones for a moment. */
  private Connection connect() throws SQLException {
    try {
      return connector.connect();
    } catch (SQLException e) {
      if (!NO_ROOM.contains(e.getErrorCode())) {
        throw e;
      }
      Clock.SYSTEM.sleepUntil(Clock.SYSTEM.nanoTime() + SECOND_TRY_NANOS, () -> false);
      return connector.connect();
    }
  }

  /** One connection more; nothing where the server has no room for it. */
  private @Nullable Connection another(int there, int wanted) throws SQLException {
    try {
      return connect();
    } catch (SQLException e) {
      if (!NO_ROOM.contains(e.getErrorCode())) {
        throw e;
      }
      if (!saidNoRoom) {
        saidNoRoom = true;
        progress.say(
            String.format(
                Locale.ROOT,
                "The server has no room for more connections (error %d): %d of %d load.",
                e.getErrorCode(),
                there,
                wanted));
      }
      return null;
    }
  }

  private static void await(Future<?> future) throws SQLException {
    try {
      future.get();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new SQLException("interrupted while loading", e);
    } catch (ExecutionException e) {
      if (e.getCause() instanceof SQLException sql) {
        throw sql;
      }
      throw new IllegalStateException("loading failed", e.getCause());
    }
  }

  private void create(List<Table> tables) throws SQLException {
    try (Connection connection = connect();
        Statement statement = connection.createStatement()) {
      for (Table table : tables) {
        boolean marked = LoadMark.isAllowed(connection, table);
        statement.execute(
            table.createSql() + (marked ? " COMMENT = '" + LoadMark.of(table) + "'" : ""));
        made.add(table);
        if (!marked) {
          unmarked.add(table);
        }
      }
    }
    if (!unmarked.isEmpty()) {
      progress.say(
          "This login lacks the right ALTER: a load that is killed cannot be finished, only dropped by ./bmt cleanup.");
    }
  }

  /**
   * Waits for statements of a command that was killed: the server goes on with them, an index that
   * is being made included. A change of the table's definition waits for all of them; this one
   * changes nothing.
   *
   * @return how many rows there are
   */
  private long awaitOthers(List<Table> unfinished) throws SQLException, TargetException {
    long rows = 0;
    try (Connection connection = connect()) {
      for (Table table : unfinished) {
        markAgain(connection, table);
        rows += TableState.countRows(connection, table);
      }
    }
    return rows;
  }

  private static void markAgain(Connection connection, Table table)
      throws SQLException, TargetException {
    try {
      LoadMark.set(connection, table, LoadMark.of(table));
    } catch (SQLException e) {
      if (LoadMark.isDenied(e)) {
        throw new TargetException(
            table.name()
                + " is unfinished, and this login lacks the right ALTER to finish it: GRANT it, or run ./bmt cleanup first",
            e);
      }
      throw e;
    }
  }

  private List<String> missingIndexes(List<Table> unfinished) throws SQLException {
    List<String> missing = new ArrayList<>();
    try (Connection connection = connect()) {
      for (Table table : unfinished) {
        missing.addAll(Unfinished.missingIndexes(connection, table));
      }
    }
    return missing;
  }

  /** Takes the mark of the load away. */
  private void finish(List<Table> tables) throws SQLException {
    try (Connection connection = connect()) {
      for (Table table : tables) {
        if (!unmarked.contains(table)) {
          LoadMark.set(connection, table, "");
        }
      }
    }
  }

  private void executeAll(Connection connection, Queue<String> statements) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      for (String sql = statements.poll(); sql != null && running(); sql = statements.poll()) {
        statement.execute(sql);
      }
    }
  }

  /**
   * Tells the server how big a table is. It would find out by itself some seconds later, in the
   * middle of a measurement: MariaDB takes sort memory, and both servers choose plans, by what they
   * believe a table's size to be.
   */
  private static String analysis(Table table) {
    return "ANALYZE LOCAL TABLE " + table.name();
  }

  private void check(List<Table> tables) throws SQLException, TargetException {
    try (Connection connection = connect()) {
      for (Table table : tables) {
        long rows = TableState.countRows(connection, table);
        if (rows != table.rows()) {
          throw new TargetException(
              String.format(
                  Locale.ROOT,
                  "%s holds %,d rows after loading %,d",
                  table.name(),
                  rows,
                  table.rows()));
        }
      }
    }
  }

  private void drop() {
    if (made.isEmpty()) {
      return;
    }
    try (Connection connection = connect();
        Statement statement = connection.createStatement()) {
      statement.execute("SET SESSION lock_wait_timeout = 10");
      for (Table table : made) {
        statement.execute("DROP TABLE IF EXISTS " + table.name());
      }
    } catch (SQLException e) {
      progress.say("The unfinished tables could not be dropped: " + e.getMessage());
    }
  }

  private static Thread daemon(Runnable task) {
    Thread thread = new Thread(task, "bmt-loader");
    thread.setDaemon(true);
    return thread;
  }
}
