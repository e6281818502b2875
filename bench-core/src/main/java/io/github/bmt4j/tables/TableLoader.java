package io.github.bmt4j.tables;

import static io.github.bmt4j.failure.Called.bmt;
import static io.github.bmt4j.report.Lines.counted;
import static io.github.bmt4j.report.Lines.words;

import io.github.bmt4j.clock.Clock;
import io.github.bmt4j.failure.CloseOnFailure;
import io.github.bmt4j.failure.TargetException;
import io.github.bmt4j.jdbc.Connector;
import io.github.bmt4j.jdbc.Sql;
import io.github.bmt4j.progress.Progress;
import io.github.bmt4j.progress.StopSignal;
import io.github.bmt4j.workload.Table;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Loads tables with several threads: many rows a statement, secondary indexes after the rows,
 * foreign keys after these, then statistics, rows counted at the end. Each thread fills a
 * contiguous range of a table, so that pages fill up as under a single thread.
 */
final class TableLoader {
  private static final String UNCHECKED = "SET SESSION foreign_key_checks = 0";

  private final Connector connector;
  private final Progress progress;
  private final StopSignal stop;
  private final List<Table> made = new ArrayList<>();

  /** Tables created by a login that could not remove the mark. */
  private final List<Table> unmarked = new ArrayList<>();

  private final List<Table> empty = new ArrayList<>();
  private final List<Table> begun = new ArrayList<>();
  private long there;

  TableLoader(Connector connector, Progress progress, StopSignal stop) {
    this.connector = connector;
    this.progress = progress;
    this.stop = stop;
  }

  /**
   * Creates and fills missing tables, and finishes those whose load was aborted. If it fails or is
   * stopped, only tables that it created itself are dropped: another command may have created one
   * of the missing tables in between.
   *
   * @param missing tables that do not exist
   * @param unfinished tables that bear the mark of the same load
   */
  Loaded load(List<Table> missing, List<Table> unfinished, int threads)
      throws SQLException, TargetException {
    try (Loaders loaders = new Loaders(connector, progress, stop, threads);
        CloseOnFailure loading = new CloseOnFailure(() -> endAndDrop(loaders))) {
      Loaded loaded = load(missing, unfinished, threads, loaders);
      loading.succeeded();
      return loaded;
    }
  }

  private Loaded load(List<Table> missing, List<Table> unfinished, int threads, Loaders loaders)
      throws SQLException, TargetException {
    List<Table> tables = Stream.concat(missing.stream(), unfinished.stream()).toList();
    long rows = tables.stream().mapToLong(Table::rows).sum();
    try (Progress.Step step =
        progress.begin("Loading " + counted(tables.size(), "table"), rows, "rows")) {
      loaders.alone(connection -> create(connection, missing));
      loaders.alone(connection -> awaitOthers(connection, unfinished));
      step.skip(there);
      long beginNanos = Clock.SYSTEM.nanoTime();
      Queue<Filler.Range> ranges = new ConcurrentLinkedQueue<>();
      ranges.addAll(Filler.Range.of(largestFirst(begun), threads, true));
      ranges.addAll(Filler.Range.of(largestFirst(empty), threads, false));
      loaders.together(
          ranges,
          connection -> new Filler(connection, connector, step, loaders::running).fill(ranges));
      long filledNanos = Clock.SYSTEM.nanoTime();
      Queue<String> indexes = new ConcurrentLinkedQueue<>();
      largestFirst(missing).forEach(table -> indexes.addAll(table.indexSql()));
      loaders.alone(connection -> indexes.addAll(missingIndexes(connection, unfinished)));
      loaders.together(indexes, connection -> executeAll(connection, indexes, loaders));
      loaders.alone(connection -> link(connection, tables, loaders));
      long indexedNanos = Clock.SYSTEM.nanoTime();
      Queue<String> analyses = new ConcurrentLinkedQueue<>();
      largestFirst(tables).forEach(table -> analyses.add(analysis(table)));
      loaders.together(analyses, connection -> executeAll(connection, analyses, loaders));
      Queue<Table> uncounted = new ConcurrentLinkedQueue<>(largestFirst(tables));
      loaders.together(uncounted, connection -> check(connection, uncounted, loaders));
      checkStop(unfinished);
      loaders.alone(connection -> finish(connection, tables));
      return new Loaded(
          tables.size(), rows - there, there, filledNanos - beginNanos, indexedNanos - filledNanos);
    }
  }

  private void checkStop(List<Table> unfinished) throws TargetException {
    if (stop.given()) {
      throw new TargetException(
          unfinished.isEmpty()
              ? "stopped while loading; the tables made so far were dropped"
              : "stopped while loading; the tables that were unfinished are so still, and the next"
                  + " command goes on");
    }
  }

  private void create(Connection connection, List<Table> tables) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      for (Table table : tables) {
        boolean marked = LoadMark.isAllowed(connection, table);
        statement.execute(
            table.createSql() + (marked ? " COMMENT = '" + LoadMark.of(table) + "'" : ""));
        made.add(table);
        empty.add(table);
        if (!marked) {
          unmarked.add(table);
        }
      }
    }
    if (!unmarked.isEmpty()) {
      progress.say(
          "This login lacks the right ALTER: a load that is killed cannot be finished, only dropped"
              + " by "
              + bmt("cleanup")
              + ".");
    }
  }

  /**
   * Waits for statements of a command that was killed: the server goes on with them, including the
   * creation of an index. A change of the table's definition, here one without effect, waits for
   * all of them. Then counts the existing rows. Without a key, it is unknown which rows exist: such
   * a table is emptied, unless it is complete.
   */
  private void awaitOthers(Connection connection, List<Table> unfinished)
      throws SQLException, TargetException {
    for (Table table : unfinished) {
      markAgain(connection, table);
      long rows = TableState.countRows(connection, table);
      if (rows == table.rows()) {
        there += rows;
      } else if (rows > 0 && table.hasKey()) {
        there += rows;
        begun.add(table);
      } else {
        if (rows > 0) {
          clear(connection, table);
        }
        empty.add(table);
      }
    }
  }

  private static void clear(Connection connection, Table table) throws SQLException {
    try {
      Sql.execute(connection, "TRUNCATE TABLE " + table.name());
    } catch (SQLException e) {
      if (!LoadMark.isDenied(e)) {
        throw e;
      }
      Sql.execute(connection, "DELETE FROM " + table.name());
    }
  }

  private static void markAgain(Connection connection, Table table)
      throws SQLException, TargetException {
    try {
      LoadMark.set(connection, table, LoadMark.of(table));
    } catch (SQLException e) {
      if (LoadMark.isDenied(e)) {
        throw new TargetException(
            table.name()
                + " is unfinished, and this login lacks the right ALTER to finish it: GRANT it, or"
                + " run "
                + bmt("cleanup")
                + " first",
            e);
      }
      throw e;
    }
  }

  private static List<String> missingIndexes(Connection connection, List<Table> unfinished)
      throws SQLException {
    List<String> missing = new ArrayList<>();
    for (Table table : unfinished) {
      missing.addAll(Unfinished.missingIndexes(connection, table));
    }
    return missing;
  }

  /**
   * Makes the foreign keys, one by one, as each locks two tables. All rows are bmt's, so that the
   * server need not check their references, for which it would copy each table.
   */
  private static void link(Connection connection, List<Table> tables, Loaders loaders)
      throws SQLException {
    List<Table> linked =
        tables.stream().filter(table -> !table.membership().foreignKeySql().isEmpty()).toList();
    if (linked.isEmpty()) {
      return;
    }
    Sql.execute(connection, UNCHECKED);
    Queue<String> foreignKeys = new ConcurrentLinkedQueue<>();
    for (Table table : linked) {
      foreignKeys.addAll(Unfinished.missingForeignKeys(connection, table));
    }
    executeAll(connection, foreignKeys, loaders);
    Sql.execute(connection, "SET SESSION foreign_key_checks = DEFAULT");
  }

  /** Avoids that threads finally wait for one with the largest table. */
  private static List<Table> largestFirst(List<Table> tables) {
    return tables.stream().sorted(Comparator.comparingLong(Table::rows).reversed()).toList();
  }

  private void finish(Connection connection, List<Table> tables) throws SQLException {
    for (Table table : tables) {
      if (!unmarked.contains(table)) {
        LoadMark.set(connection, table, "");
      }
    }
  }

  private static void executeAll(Connection connection, Queue<String> statements, Loaders loaders)
      throws SQLException {
    try (Statement statement = connection.createStatement()) {
      for (String sql = statements.poll();
          sql != null && loaders.running();
          sql = statements.poll()) {
        statement.execute(sql);
      }
    }
  }

  /**
   * Tells the server how big a table is. It would find out some seconds later, in the middle of a
   * measurement: MariaDB takes sort memory, and both servers choose plans, by what they believe a
   * table's size to be.
   */
  private static String analysis(Table table) {
    return "ANALYZE LOCAL TABLE " + table.name();
  }

  private static void check(Connection connection, Queue<Table> tables, Loaders loaders)
      throws SQLException, TargetException {
    for (Table table = tables.poll(); table != null && loaders.running(); table = tables.poll()) {
      long rows = TableState.countRows(connection, table);
      if (rows != table.rows()) {
        throw new TargetException(
            words("%s holds %,d rows after loading %,d", table.name(), rows, table.rows()));
      }
    }
  }

  private void endAndDrop(Loaders loaders) {
    loaders.end();
    if (made.isEmpty()) {
      return;
    }
    try {
      loaders.last(this::drop);
    } catch (SQLException | TargetException e) {
      progress.say(
          "The unfinished tables could not be dropped, and are left: "
              + made.stream().map(Table::name).collect(Collectors.joining(", "))
              + " (prepare finishes them, cleanup drops them): "
              + e.getMessage());
    }
  }

  /** Drops the last first; an unfinished table may refer to one that was made. */
  private void drop(Connection connection) throws SQLException {
    Sql.execute(
        connection, UNCHECKED, "SET SESSION lock_wait_timeout = " + (stop.given() ? 1 : 10));
    for (int i = made.size() - 1; i >= 0; i--) {
      Sql.execute(connection, "DROP TABLE IF EXISTS " + made.get(i).name());
    }
  }
}
