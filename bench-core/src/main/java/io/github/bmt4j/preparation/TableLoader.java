package io.github.bmt4j.preparation;

import io.github.bmt4j.failure.TargetException;
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
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

/**
 * Loads tables with several threads: multi-row inserts of up to half a MiB, secondary indexes after
 * the rows, statistics after these, rows counted at the end. Each thread fills a contiguous range
 * of a table, so that pages fill up as they do under one thread.
 */
final class TableLoader {
  static final int PACKET_CHARS = 512 * 1024;
  private static final long ROWS_PER_RANGE = 100_000;

  private final Connector connector;
  private final Progress progress;
  private final StopSignal stop;
  private final List<Table> made = new ArrayList<>();
  private volatile boolean over;

  TableLoader(Connector connector, Progress progress, StopSignal stop) {
    this.connector = connector;
    this.progress = progress;
    this.stop = stop;
  }

  private record Range(Table table, long from, long to) {}

  /**
   * Makes and fills tables that do not exist. When that fails, or is stopped, those that it made
   * are dropped again, and no others: another command may have made one of them in between.
   */
  void load(List<Table> tables, int threads) throws SQLException, TargetException {
    long rows = tables.stream().mapToLong(Table::rows).sum();
    boolean complete = false;
    ExecutorService loaders = Executors.newFixedThreadPool(threads, TableLoader::daemon);
    try (Progress.Step step =
        progress.begin(
            tables.size() == 1 ? "Loading 1 table" : "Loading " + tables.size() + " tables",
            rows,
            "rows")) {
      create(tables);
      Queue<Range> ranges = new ConcurrentLinkedQueue<>(ranges(tables, threads));
      all(loaders, threads, connection -> fill(connection, ranges, step));
      Queue<String> indexes = new ConcurrentLinkedQueue<>();
      tables.forEach(table -> indexes.addAll(table.indexSql()));
      all(loaders, threads, connection -> executeAll(connection, indexes));
      Queue<String> analyses = new ConcurrentLinkedQueue<>();
      tables.forEach(table -> analyses.add(analysis(table)));
      all(loaders, threads, connection -> executeAll(connection, analyses));
      if (stop.given()) {
        throw new TargetException("stopped while loading; the tables made so far were dropped");
      }
      check(tables);
      complete = true;
    } finally {
      over = true;
      end(loaders);
      if (!complete) {
        drop();
      }
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

  private void all(ExecutorService loaders, int threads, Task task) throws SQLException {
    List<Future<?>> futures = new ArrayList<>();
    for (int i = 0; i < threads; i++) {
      futures.add(
          loaders.submit(
              () -> {
                try (Connection connection = connector.connect()) {
                  task.run(connection);
                } catch (SQLException | RuntimeException e) {
                  over = true;
                  throw e;
                }
                return null;
              }));
    }
    for (Future<?> future : futures) {
      await(future);
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
    try (Connection connection = connector.connect();
        Statement statement = connection.createStatement()) {
      for (Table table : tables) {
        statement.execute(table.createSql());
        made.add(table);
      }
    }
  }

  private static List<Range> ranges(List<Table> tables, int threads) {
    List<Range> ranges = new ArrayList<>();
    for (Table table : tables) {
      long parts = Math.max(1, Math.min(threads, table.rows() / ROWS_PER_RANGE));
      long numbers = table.numbers();
      for (long part = 0; part < parts; part++) {
        ranges.add(new Range(table, numbers * part / parts + 1, numbers * (part + 1) / parts));
      }
    }
    return ranges;
  }

  private void fill(Connection connection, Queue<Range> ranges, Progress.Step step)
      throws SQLException {
    StringBuilder sql = new StringBuilder(PACKET_CHARS + 1024);
    try (Statement statement = connection.createStatement()) {
      for (Range range = ranges.poll(); range != null && running(); range = ranges.poll()) {
        fill(statement, range, sql, step);
      }
    }
  }

  private void fill(Statement statement, Range range, StringBuilder sql, Progress.Step step)
      throws SQLException {
    Table.RowWriter writer = range.table().rowWriters().get();
    long number = range.from();
    while (number <= range.to() && running()) {
      sql.setLength(0);
      sql.append(range.table().insertSql());
      long first = number;
      while (number <= range.to() && sql.length() < PACKET_CHARS) {
        if (number > first) {
          sql.append(',');
        }
        writer.append(sql, number++);
      }
      step.advance(statement.executeUpdate(sql.toString()));
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
    try (Connection connection = connector.connect()) {
      for (Table table : tables) {
        long rows = TablePreparer.number(connection, "SELECT COUNT(*) FROM " + table.name());
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
    try (Connection connection = connector.connect();
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
