package io.github.bmt4j.tables;

import static io.github.bmt4j.report.Lines.words;

import io.github.bmt4j.jdbc.Connector;
import io.github.bmt4j.jdbc.Sql;
import io.github.bmt4j.progress.Progress;
import io.github.bmt4j.workload.Table;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.function.BooleanSupplier;

/**
 * Fills ranges of tables over one connection, block after block: a block is a transaction, so that
 * it is complete or absent after an aborted load.
 */
record Filler(
    Connection connection, Connector connector, Progress.Step step, BooleanSupplier running) {
  /** About 4 MB of sysbench's rows. */
  private static final long NUMBERS_PER_BLOCK = 20_000;

  private static final long NUMBERS_PER_RANGE = 5 * NUMBERS_PER_BLOCK;

  /** Required rows of a table, some of which may already exist. */
  record Range(Table table, Inserts.Numbers numbers, boolean unfinished) {
    /**
     * Cuts tables into ranges of whole blocks, for a number of threads. Ranges of one table are far
     * apart, so that threads hardly disturb each other.
     */
    static List<Range> of(List<Table> tables, int threads, boolean unfinished) {
      List<Range> ranges = new ArrayList<>();
      for (int part = 0; part < threads; part++) {
        for (Table table : tables) {
          long parts = Math.max(1, Math.min(threads, table.numbers() / NUMBERS_PER_RANGE));
          long from = cut(table, part, parts) + 1;
          long to = cut(table, part + 1, parts);
          if (part < parts && from <= to) {
            ranges.add(new Range(table, new Inserts.Numbers(from, to), unfinished));
          }
        }
      }
      return ranges;
    }

    private static long cut(Table table, long part, long parts) {
      long number = table.numbers() * part / parts;
      return part == parts ? number : number / NUMBERS_PER_BLOCK * NUMBERS_PER_BLOCK;
    }
  }

  void fill(Queue<Range> ranges) throws SQLException {
    connection.setAutoCommit(false);
    try (Inserts fastest = Inserts.fastest(connection, connector);
        Inserts counted = new TextInserts(connection)) {
      for (Range range = ranges.poll(); range != null && runs(); range = ranges.poll()) {
        Inserts.Numbers all = range.numbers();
        for (long from = all.from(); from <= all.to() && runs(); from += NUMBERS_PER_BLOCK) {
          Inserts.Numbers block =
              new Inserts.Numbers(from, Math.min(all.to(), from + NUMBERS_PER_BLOCK - 1));
          Table table = range.table();
          if (!range.unfinished()) {
            fastest.send(table, table.loading().insertSql(), block, running, step::advance);
          } else if (table.idColumn() == null) {
            counted.send(table, Unfinished.insertSql(table), block, running, step::advance);
          } else {
            finish(table, table.idColumn(), block, fastest);
          }
          end();
        }
      }
    }
  }

  private void end() throws SQLException {
    if (runs()) {
      connection.commit();
    } else {
      connection.rollback();
    }
  }

  private boolean runs() {
    return running.getAsBoolean();
  }

  /**
   * Fills an incomplete block, after deleting its rows: the table may have no unique key, or an
   * engine without transactions.
   */
  private void finish(Table table, String idColumn, Inserts.Numbers block, Inserts inserts)
      throws SQLException {
    String where =
        words(
            " FROM %s WHERE %s BETWEEN %d AND %d",
            table.name(), idColumn, block.from(), block.to());
    long there = Sql.number(connection, "SELECT COUNT(*)" + where);
    if (there == block.count()) {
      return;
    }
    if (there > 0) {
      try (Statement statement = connection.createStatement()) {
        step.advance(-statement.executeUpdate("DELETE" + where));
      }
    }
    inserts.send(table, table.loading().insertSql(), block, running, step::advance);
  }
}
