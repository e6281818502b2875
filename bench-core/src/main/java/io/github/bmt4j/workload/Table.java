package io.github.bmt4j.workload;

import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A table of a workload, whose rows are a function of (seed, row number): reproducible, and
 * loadable from any row on.
 *
 * @param name its name, unquoted
 * @param createSql the statement that creates it, without its secondary indexes
 * @param indexSql statements that run when the rows are in
 * @param rows how many rows it is loaded with
 * @param numbers what its writers count: numbers go from 1 to this. As many as rows, unless a
 *     writer writes several rows for a number
 * @param idColumn the column that holds a row's number. Without one the workload reads whole
 *     tables, so that a table that is there must have just as many rows
 * @param sizeOption the workload's option that says how many rows, without the dashes
 * @param insertSql head of a multi-row insert, up to and with {@code VALUES}
 * @param rowWriters makes a writer for one loading thread
 */
public record Table(
    String name,
    String createSql,
    List<String> indexSql,
    long rows,
    long numbers,
    @Nullable String idColumn,
    String sizeOption,
    String insertSql,
    Supplier<RowWriter> rowWriters) {
  public Table {
    indexSql = List.copyOf(indexSql);
  }

  /** A table with ids, whose size is sysbench's {@code --table-size}. */
  public Table(
      String name,
      String createSql,
      List<String> indexSql,
      long rows,
      String idColumn,
      String insertSql,
      Supplier<RowWriter> rowWriters) {
    this(name, createSql, indexSql, rows, rows, idColumn, "table-size", insertSql, rowWriters);
  }

  /** Writes rows as SQL. Used by one thread. */
  public interface RowWriter {
    /**
     * Appends row {@code number} as a tuple, such as {@code (1,5,'a','b')}, or the rows of that
     * number as tuples with commas between them. The same number gives the same text always. Values
     * are numbers, NULL, and text in apostrophes without any escape.
     */
    void append(StringBuilder sql, long number);
  }
}
