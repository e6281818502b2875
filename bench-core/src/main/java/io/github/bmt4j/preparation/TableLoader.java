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
import java.util.Objects;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * Loads tables with several threads: multi-row inserts of up to half a MiB, secondary indexes after
 * the rows, statistics after these, rows counted at the end. Each thread fills a contiguous range
 * of a table, so that pages fill up as they do under one thread.
 */
final class TableLoader {
  private static final int PACKET_CHARS = 512 * 1024;
  private static final long ROWS_PER_RANGE = 100_000;
  private static final long NUMBERS_PER_LOOK = 20_000;

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

  /**
   * Rows of a table that are to be there.
   *
   * @param unfinished whether some may be there already
   */
  private record Range(Table table, long from, long to, boolean unfinished) {}

  /**
   * Makes and fills tables that do not exist, and finishes those whose load was cut off. When that
   * fails, or is stopped, those that it made are dropped again, and no others: another command may
   * have made one of them in between.
   *
   * @param missing tables that do not exist
   * @param unfinished tables that bear the mark of the same load
   */
  void load(List<Table> missing, List<Table> unfinished, int threads)
      throws SQLException, TargetException {
    List<Table> tables = Stream.concat(missing.stream(), unfinished.stream()).toList();
    try (LoadLocks locks = LoadLocks.take(connector, tables)) {
      Objects.requireNonNull(locks);
      loadLocked(missing, unfinished, tables, threads);
    }
  }

  private void loadLocked(
      List<Table> missing, List<Table> unfinished, List<Table> tables, int threads)
      throws SQLException, TargetException {
    long rows = tables.stream().mapToLong(Table::rows).sum();
    boolean complete = false;
    ExecutorService loaders = Executors.newFixedThreadPool(threads, TableLoader::daemon);
    try (Progress.Step step =
        progress.begin(
            tables.size() == 1 ? "Loading 1 table" : "Loading " + tables.size() + " tables",
            rows,
            "rows")) {
      create(missing);
      Queue<Range> ranges = new ConcurrentLinkedQueue<>();
      ranges.addAll(ranges(missing, threads, false));
      ranges.addAll(ranges(unfinished, threads, true));
      all(loaders, threads, connection -> fill(connection, ranges, step));
      Queue<String> indexes = new ConcurrentLinkedQueue<>();
      missing.forEach(table -> indexes.addAll(table.indexSql()));
      indexes.addAll(missingIndexes(unfinished));
      all(loaders, threads, connection -> executeAll(connection, indexes));
      Queue<String> analyses = new ConcurrentLinkedQueue<>();
      tables.forEach(table -> analyses.add(analysis(table)));
      all(loaders, threads, connection -> executeAll(connection, analyses));
      if (stop.given()) {
        throw new TargetException("stopped while loading; the tables made so far were dropped");
      }
      check(tables);
      finish(tables);
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
        statement.execute(table.createSql() + " COMMENT = '" + LoadMark.of(table) + "'");
        made.add(table);
      }
    }
  }

  private List<String> missingIndexes(List<Table> unfinished) throws SQLException {
    List<String> missing = new ArrayList<>();
    try (Connection connection = connector.connect()) {
      for (Table table : unfinished) {
        missing.addAll(Unfinished.missingIndexes(connection, table));
      }
    }
    return missing;
  }

  /** Takes the mark of the load away. */
  private void finish(List<Table> tables) throws SQLException {
    try (Connection connection = connector.connect();
        Statement statement = connection.createStatement()) {
      for (Table table : tables) {
        statement.execute("ALTER TABLE " + table.name() + " COMMENT = ''");
      }
    }
  }

  private static List<Range> ranges(List<Table> tables, int threads, boolean unfinished) {
    List<Range> ranges = new ArrayList<>();
    for (Table table : tables) {
      long parts = Math.max(1, Math.min(threads, table.rows() / ROWS_PER_RANGE));
      long numbers = table.numbers();
      for (long part = 0; part < parts; part++) {
        ranges.add(
            new Range(table, numbers * part / parts + 1, numbers * (part + 1) / parts, unfinished));
      }
    }
    return ranges;
  }

  private void fill(Connection connection, Queue<Range> ranges, Progress.Step step)
      throws SQLException {
    StringBuilder sql = new StringBuilder(PACKET_CHARS + 1024);
    try (Statement statement = connection.createStatement()) {
      for (Range range = ranges.poll(); range != null && running(); range = ranges.poll()) {
        if (range.unfinished()) {
          finish(connection, statement, range, sql, step);
        } else {
          fill(statement, range, range.table().insertSql(), sql, step);
        }
      }
    }
  }

  /** Fills what is missing of a range, a part after the other. */
  private void finish(
      Connection connection,
      Statement statement,
      Range range,
      StringBuilder sql,
      Progress.Step step)
      throws SQLException {
    for (long from = range.from(); from <= range.to() && running(); from += NUMBERS_PER_LOOK) {
      long to = Math.min(range.to(), from + NUMBERS_PER_LOOK - 1);
      if (Unfinished.isThere(connection, range.table(), from, to)) {
        step.advance(to - from + 1);
      } else {
        fill(
            statement,
            new Range(range.table(), from, to, true),
            Unfinished.insertSql(range.table()),
            sql,
            step);
      }
    }
  }

  private void fill(
      Statement statement, Range range, String insertSql, StringBuilder sql, Progress.Step step)
      throws SQLException {
    Table.RowWriter writer = range.table().rowWriters().get();
    long number = range.from();
    while (number <= range.to() && running()) {
      sql.setLength(0);
      sql.append(insertSql);
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
